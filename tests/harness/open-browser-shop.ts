import { findFreePort, makeDataDir, runShop } from './run-shop.ts'
import { serveEditor } from './serve-editor.ts'

/** Starts one shop with its own data folder for all journeys, and removes both afterwards. Tests find it by `SHOP_URL`, the operator's steps by `SHOP_DATA_DIR`. */
export default async function openShop() {
  const { dataDir, remove } = makeDataDir()
  const port = await findFreePort()
  const [editor, impostor] = await Promise.all([serveEditor(), serveEditor()])
  const shop = runShop({
    dataDir,
    port,
    withNpm: false,
    // Ends the shop when this process ends, in any way.
    environment: {
      npm_lifecycle_event: 'start',
      // Rate limits count per address; each test shopper sends its own in a forwarded header.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      EDITOR_ORIGIN: editor.origin,
    },
  })
  const close = async () => {
    if (shop.child.exitCode === null) shop.child.kill('SIGTERM')
    await shop.ended
    remove()
    editor.close()
    impostor.close()
  }
  try {
    await shop.ready()
  } catch (error) {
    await close()
    throw error
  }
  process.env.SHOP_URL = shop.url
  process.env.EDITOR_URL = editor.origin
  process.env.IMPOSTOR_URL = impostor.origin
  process.env.SHOP_DATA_DIR = dataDir
  return close
}
