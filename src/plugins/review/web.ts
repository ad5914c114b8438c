import { defineWebPlugin } from '#client/web-plugin.ts'
import type { review } from './plugin.ts'

export const reviewWeb = defineWebPlugin<typeof review>({
  module_name: 'Review',
  slots: {
    'product.below-title': async () => (await import('./review-quote.tsx')).ReviewQuote,
    'product.below-details': async () => (await import('./reviews-section.tsx')).ReviewsSection,
    'order.actions': async () => (await import('./order-review-link.tsx')).OrderReviewLink,
    'account.panel': async () => (await import('./review-panel.tsx')).ReviewPanel,
  },
  accountMenu: [
    {
      group: 'Orders',
      item: {
        menu: 'Reviews',
        path: '/account/reviews',
        icon: 'star',
        description: 'Review what you bought',
        active: true,
        show_in_dashboard: true,
      },
    },
  ],
})
