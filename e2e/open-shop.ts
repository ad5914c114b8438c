import { findFreePort, makeDataDir, runShop } from '../tests/start/run-shop.ts'

/** One shop for all journeys, with data of its own; the tests find it by `SHOP_URL`. Gone after them. */
export default async function openShop() {
  const { dataDir, remove } = makeDataDir()
  const port = await findFreePort()
  const shop = runShop({
    dataDir,
    port,
    withNpm: false,
    // Tells the shop to go when we are gone, however we went.
    // Limits are counted by address: a test may come from one of its own.
    environment: { npm_lifecycle_event: 'start', TRUSTED_PROXIES: '127.0.0.1,::1' },
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
  process.env.SHOP_URL = shop.url
  return close
}
