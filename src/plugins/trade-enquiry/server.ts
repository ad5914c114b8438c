import { defineGroup, defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { tradeEndpoints, tradeRoutes } from './contract.ts'
import { tradeHandlers } from './handlers.server.ts'
import { tradeEnquiry } from './plugin.ts'
import { tradeForm } from './trade-form.ts'

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
