import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, makeDataDir, runShop } from './run-shop.ts'
import { serveEditor } from './serve-editor.ts'

type BrowserShop = { url: string; dataDir: string }
type OpenedShop = BrowserShop & { close: () => Promise<void> }

/**
 * Opens shops for the browser tests: each is started, with a data folder of its own, when the first test needs it (`findBrowserShop`).
 * Closes and removes all of them afterwards.
 */
export default async function openBrowserShops() {
  const [editor, impostor] = await Promise.all([serveEditor(), serveEditor()])
  const shops = new Map<string, Promise<OpenedShop>>()
  const opener = createServer(async ({ url: name = '' }, response) => {
    const shop = shops.get(name) ?? openShop(editor.origin)
    shops.set(name, shop)
    const answer = await shop.catch((error: Error) => ({ error: error.message }))
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => opener.listen(0, 'localhost', resolve))
  process.env.SHOP_OPENER = `http://localhost:${(opener.address() as AddressInfo).port}`
  const pictures = mkdtempSync(join(tmpdir(), 'vitrine pictures '))
  process.env.PICTURE_CACHE = pictures
  process.env.EDITOR_URL = editor.origin
  process.env.IMPOSTOR_URL = impostor.origin
  return async () => {
    opener.close()
    const opened = await Promise.allSettled(shops.values())
    await Promise.all(opened.map((shop) => (shop.status === 'fulfilled' ? shop.value.close() : undefined)))
    rmSync(pictures, { recursive: true, force: true })
    editor.close()
    impostor.close()
  }
}

/** The shop of this name, in the process of a test. Steps find it by `SHOP_URL`, the operator's by `SHOP_DATA_DIR`. @throws when it does not start. */
export async function findBrowserShop(name: string): Promise<string> {
  const reply = await fetch(`${process.env.SHOP_OPENER}/${name}`)
  const shop = (await reply.json()) as BrowserShop | { error: string }
  if ('error' in shop) throw new Error(shop.error)
  process.env.SHOP_URL = shop.url
  process.env.SHOP_DATA_DIR = shop.dataDir
  return shop.url
}

async function openShop(editorOrigin: string): Promise<OpenedShop> {
  const { dataDir, remove } = makeDataDir()
  const shop = runShop({
    dataDir,
    port: await findFreePort(),
    withNpm: false,
    // Ends the shop when this process ends, in any way.
    environment: {
      npm_lifecycle_event: 'start',
      // Rate limits count per address; each test shopper sends its own in a forwarded header.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      EDITOR_ORIGIN: editorOrigin,
    },
  })
  // The log line of a 500 or 503, which a journey reports without its cause.
  shop.child.stderr?.on('data', (text: string) => {
    for (const line of text.split('\n')) if (/unavailable|"level":(50|"error")/.test(line)) console.log(line)
  })
  const close = async () => {
    if (shop.child.exitCode === null) shop.child.kill('SIGTERM')
    await shop.ended
    remove()
  }
  try {
    await shop.ready()
  } catch (error) {
    await close()
    throw error
  }
  return { url: shop.url, dataDir, close }
}
