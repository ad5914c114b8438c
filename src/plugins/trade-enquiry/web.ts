import { defineWebPlugin } from '#client/web-plugin.ts'
import type { tradeEnquiry } from './plugin.ts'

export const tradeEnquiryWeb = defineWebPlugin<typeof tradeEnquiry>({
  module_name: 'TradeEnquiry',
  slots: {
    'product.below-buy-box': () => import('./enquiry-link.tsx').then(({ EnquiryLink }) => EnquiryLink),
  },
})
