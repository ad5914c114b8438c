import { startBackground } from '#cli/background.ts'
import { createLog } from '#cli/log.ts'
import { stop } from '#cli/start.ts'
import { pluginsChoice } from '#harness/plugins-choice.ts'
import { switchPlugins } from '#harness/switch-plugins.ts'
import { openShop } from '#main.ts'
import { companies } from '#server/commerce/couriers/couriers.ts'
import { readConfig } from '#server/platform/config/config.ts'

/**
 * Runs the shop as `vitrine start` does, but with a local payment company and without generating pictures in advance, which would
 * take the CPU from the shoppers.
 */
const { DATA_DIR = '', FAULTS_GATEWAY_URL, FAULTS_SMS_URL, FAULTS_PLUGINS } = process.env
const config = readConfig(process.env, DATA_DIR, companies)
if (config.companyKeys?.stripe && FAULTS_GATEWAY_URL)
  config.companyKeys = {
    ...config.companyKeys,
    stripe: { ...config.companyKeys.stripe, apiUrl: FAULTS_GATEWAY_URL },
  }
// Of another host, where the configuration asks for https.
if (FAULTS_SMS_URL) config.sms = { provider: 'webhook', url: FAULTS_SMS_URL }
const shop = await openShop({ config, log: createLog(config) })
const plugins = pluginsChoice({ plugins: FAULTS_PLUGINS })
if (plugins) {
  await switchPlugins(shop.services.db, plugins)
  await shop.services.changes.catchUp()
}
await shop.app.listen({ port: config.port, host: config.host })
const stopBackground = await startBackground(
  { ...shop, variants: { ...shop.variants, warm: async () => {} } },
  () => {},
)
process.once('SIGTERM', async () => {
  await stop(shop, stopBackground, { isByTerm: true, drainSeconds: config.drainSeconds })
  process.exit(0)
})
console.log('Ctrl-C stops it.')
