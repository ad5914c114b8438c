import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { defineGroup, defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { tradeEndpoints, tradeRoutes } from './contract.ts'
import { tradeEnquiry } from './plugin.ts'
import { submitEnquiry } from './submit-enquiry.server.ts'
import { tradeForm } from './trade-form.ts'

const tradeHandlers: Handlers<typeof tradeEndpoints> = {
  async submit(input, call) {
    const config = await pluginConfig(call, tradeEnquiry)
    if (!config) throw pluginInactive()
    return say(config.success_message, { id: await submitEnquiry(call.db, config, input, call) })
  },
}

export const tradeEnquiryPlugin = defineServerPlugin(tradeEnquiry, {
  apiVersion: 1,
  endpoints: [
    defineGroup({
      name: 'tradeEnquiry',
      routes: tradeRoutes,
      endpoints: tradeEndpoints,
      handlers: tradeHandlers,
    }),
  ],
  slots: { 'product.below-buy-box': (_product, { config: { page } }) => ({ page }) },
  forms: { 'trade-enquiry': () => tradeForm },
  demo: { config: { success_message: 'Thank you. We call you back within two working days.' } },
})
