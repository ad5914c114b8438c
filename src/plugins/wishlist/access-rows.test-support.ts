import { expect } from 'vitest'
import { createClient } from '#contract/client.ts'
import { customer } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import { wishlistRoutes } from './routes.ts'

export default definePluginRows<typeof wishlistRoutes>(
  'wishlist',
  {
    get: customer(),
    add: customer(({ product_id }) => ({ product_id })),
    remove: customer(({ product_id }) => ({ product_id })),
    setPriceNotices: customer({ is_enabled: true }),
    moveToCart: customer(({ product_id }) => ({ product_id, api_cart: true })),
  },
  {
    prepare: async ({ visitor, product_id }) => {
      const api = createClient(visitor.send, { wishlist: wishlistRoutes })
      expect(await api.wishlist.add({ product_id })).toMatchObject({ status: 'success' })
    },
    neverAnswered: { moveToCart: { STALE_CART: 'it sends no version to compare' } },
  },
)
