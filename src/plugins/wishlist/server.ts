import { join } from 'node:path'
import { orThrow } from '#contract/envelope.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { defineGroup, defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { wishlistEndpoints } from './contract.ts'
import { wishlistHandlers } from './handlers.server.ts'
import { wishlistPlugin } from './plugin.ts'
import { wishlistForms } from './post-forms.server.ts'
import {
  hasPriceDrops,
  priceNotice,
  readConsent,
  readPriceNotices,
  sendPriceNotices,
} from './price-notices.server.ts'
import { countWishlist, readSavedProducts } from './read-wishlist.server.ts'
import { wishlistRoutes } from './routes.ts'

/** Prices change by imports, the back office and SQL, so a schedule finds the drops. */
export const sendPriceNoticesJob = definePluginJob(wishlistPlugin, {
  name: 'send-price-notices',
  schedule: { every: 60, when: hasPriceDrops },
  run: (_, context) => sendPriceNotices(context),
})

export const wishlistServer = defineServerPlugin(wishlistPlugin, {
  endpoints: [
    defineGroup({
      name: 'wishlist',
      routes: wishlistRoutes,
      endpoints: wishlistEndpoints,
      handlers: wishlistHandlers,
      examples: {
        add: {
          request: { product_id: 1042 },
          reply: { status: 'success', message: 'Added to wishlist', data: [] },
        },
        remove: { request: { product_id: 1042 }, reply: { status: 'success', data: [] } },
        moveToCart: { request: { product_id: 1042, quantity: 1 } },
      },
    }),
  ],
  slots: {
    // Cached pages contain no visitor data: the buttons fill in the browser. ADR 0051.
    'card.actions': () => null,
    'product.actions': () => null,
    'cart.line-actions': () => null,
    async 'account.panel'({ panel }, { api, db, visitor }) {
      if (panel !== 'wishlist' || visitor.customerId === null) return undefined
      const [items, notices] = await Promise.all([
        api.wishlist.get().then(orThrow),
        readPriceNotices(db, visitor.customerId),
      ])
      return { items, notices }
    },
  },
  postForms: wishlistForms,
  mails: [priceNotice],
  jobs: [sendPriceNoticesJob],
  readAccountFields: async (db, customerId) => ({ wishlist_count: await countWishlist(db, customerId) }),
  personalData: [
    {
      tables: ['wishlist_items', 'wishlist_price_notices'],
      read: async (db, { id }) => ({
        wishlist: await readSavedProducts(db, id),
        wishlist_price_notices: await readConsent(db, id),
      }),
    },
  ],
  migrations: join(import.meta.dirname, 'migrations'),
})
