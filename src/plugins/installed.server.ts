import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { loadExternalPlugins } from '#server/shop/plugins/load-external-plugins.ts'
import { abandonedCartPlugin } from './abandoned-cart/server.ts'
import { backInStockPlugin } from './back-in-stock/server.ts'
import { emailSubscriptionPlugin } from './email-subscription/server.ts'
import { facebookPixelPlugin } from './facebook-pixel/server.ts'
import { galleryPlugin } from './gallery/server.ts'
import { giftCardPlugin } from './gift-card/server.ts'
import { googleGtagPlugin } from './google-gtag/server.ts'
import { googleTagManagerPlugin } from './google-tag-manager/server.ts'
import { microsoftClarityPlugin } from './microsoft-clarity/server.ts'
import { pincodeAvailabilityPlugin } from './pincode-availability/server.ts'
import { productCustomisationPlugin } from './product-customisation/server.ts'
import { reviewPlugin } from './review/server.ts'
import { storeCreditPlugin } from './store-credit/server.ts'
import { tradeEnquiryPlugin } from './trade-enquiry/server.ts'
import { umamiAnalyticsPlugin } from './umami-analytics/server.ts'
import { whatsappChatPlugin } from './whatsapp-chat/server.ts'
import { wishlistServer } from './wishlist/server.ts'

/** The server parts of the plugins in this folder. `installed.web.ts` lists their browser parts; a test compares both. */
const ownPlugins: readonly ServerPlugin[] = [
  emailSubscriptionPlugin,
  pincodeAvailabilityPlugin,
  productCustomisationPlugin,
  reviewPlugin,
  whatsappChatPlugin,
  backInStockPlugin,
  // After the mail when it is back, which a sold-out product offers in place of its buttons.
  tradeEnquiryPlugin,
  galleryPlugin,
  googleGtagPlugin,
  googleTagManagerPlugin,
  facebookPixelPlugin,
  microsoftClarityPlugin,
  umamiAnalyticsPlugin,
  wishlistServer,
  giftCardPlugin,
  storeCreditPlugin,
  abandonedCartPlugin,
]

/** The server parts of all installed plugins: those of this folder, and those in `VITRINE_PLUGINS`. */
export const installedPlugins: readonly ServerPlugin[] = [...ownPlugins, ...(await loadExternalPlugins())]
