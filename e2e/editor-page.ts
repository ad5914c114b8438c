import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FrameLocator, Page } from '@playwright/test'
import { cleanEnvironment, project } from '#harness/run-shop.ts'

/** The origin that may frame previews of this shop. */
export const editorOrigin = () => process.env.EDITOR_URL ?? ''

/** The address of a page's draft, as `vitrine preview-token` prints it. */
export async function previewUrl(page: string): Promise<string> {
  const command = ['src/cli/vitrine.ts', 'preview-token', page]
  const env = { ...cleanEnvironment(), DATA_DIR: process.env.SHOP_DATA_DIR ?? '' }
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: project, env })
  const { pathname, search } = new URL(stdout.split('\n')[0] ?? '')
  return process.env.SHOP_URL + pathname + search
}

type Message = { source: string; type: string; payload: Record<string, unknown> }

/** A page of another origin that shows the preview in a frame, records its messages and sends some. */
export async function openEditor(page: Page, { origin, preview }: { origin: string; preview: string }) {
  await page.goto(`${origin}/editor?${new URLSearchParams({ preview })}`)
  const frame: FrameLocator = page.frameLocator('iframe[title=Preview]')
  return {
    frame,
    send: (type: string, payload: object = {}) =>
      page.evaluate((message) => frames[0]?.postMessage(message, '*'), { source: 'builder', type, payload }),
    /** The messages of a type so far, oldest first. */
    received: async (type: string) => {
      const all = await page.evaluate(() => (window as unknown as { received: Message[] }).received)
      return all.filter((message) => message.type === type)
    },
  }
}
