import { startBackground } from '#cli/background.ts'
import { createLog } from '#cli/log.ts'
import { openShop } from '#main.ts'
import { readConfig } from '#server/config/config.ts'

/**
 * The shop as `vitrine start` runs it, but that its payment company is on this machine, and that no pictures are made ahead: the
 * cores are for the shoppers.
 */
const { DATA_DIR = '', FAULTS_GATEWAY_URL } = process.env
const config = readConfig(process.env, DATA_DIR)
if (config.stripe && FAULTS_GATEWAY_URL) config.stripe = { ...config.stripe, apiUrl: FAULTS_GATEWAY_URL }
const shop = await openShop({ config, log: createLog(config) })
await shop.app.listen({ port: config.port, host: config.host })
const stopBackground = startBackground(
  { ...shop, variants: { ...shop.variants, warm: async () => {} } },
  () => {},
)
process.once('SIGTERM', async () => {
  stopBackground()
  await shop.close()
  process.exit(0)
})
console.log('Ctrl-C stops it.')
