import { findFreePort, makeDataDir, runShop } from '../tests/start/run-shop.ts'

/** One shop for all journeys, with data of its own; the tests find it by `SHOP_URL`, the operator by `SHOP_DATA_DIR`. Gone after them. */
export default async function openShop() {
  const { dataDir, remove } = makeDataDir()
  const port = await findFreePort()
  const shop = runShop({
    dataDir,
    port,
    withNpm: false,
    // Tells the shop to go when we are gone, however we went.
    environment: {
      npm_lifecycle_event: 'start',
      // Limits are counted by address, and many shoppers come from this one machine: each says where from.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
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
  process.env.SHOP_DATA_DIR = dataDir
  return close
}
