import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { wishlistGroup } from './handlers.server.ts'
import { wishlistPlugin } from './plugin.ts'
import { wishlistForms } from './post-forms.server.ts'
import { priceNotice, readConsent, sendPriceNoticesJob } from './price-notices.server.ts'
import { countWishlist, readSavedProducts } from './read-wishlist.server.ts'
import { wishlistSlots } from './slots.server.ts'

export const wishlistServer = defineServerPlugin(wishlistPlugin, {
  apiVersion: 1,
  endpoints: [wishlistGroup],
  slots: wishlistSlots,
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
