import { defineWebPlugin } from '#client/web-plugin.ts'
import type { backInStock } from './plugin.ts'

export const backInStockWeb = defineWebPlugin<typeof backInStock>({
  module_name: 'BackInStock',
  slots: {
    'product.below-buy-box': () => import('./notice-form.tsx').then(({ NoticeForm }) => NoticeForm),
  },
})
