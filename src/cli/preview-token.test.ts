import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { readPreviewToken } from '../server/content/pages/preview-token.ts'
import { runPreviewToken } from './preview-token.ts'

const { db, services } = await openShop({ seed: true })
const { config } = services

async function run(...argv: string[]) {
  const lines: string[] = []
  const code = await runPreviewToken({ db, config, print: (line) => void lines.push(line) }, argv)
  return { code, lines }
}

test('preview-token prints the address of a page by its slug or id', async () => {
  const { lines } = await run('about')
  const url = new URL(lines[0] ?? '')
  expect(url.href.startsWith(`${config.storeUrl}/about?preview=`)).toBe(true)
  const preview = readPreviewToken(config, url.searchParams.get('preview') ?? '')
  expect(preview).toEqual({ id: expect.any(Number), kind: 'configured' })
  expect((await run(String(preview?.id))).lines[0]).toMatch(/\/about\?preview=/)
  expect((await run('/')).lines[0]).toMatch(new RegExp(`^${config.storeUrl}/\\?preview=`))
})

test('preview-token refuses an unknown page and a wrong command line', async () => {
  await expect(run('nowhere')).rejects.toThrow('There is no page nowhere')
  expect((await run()).code).toBe(2)
  expect((await run('about', 'more')).code).toBe(2)
})
