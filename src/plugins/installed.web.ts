import type { WebPlugin } from '#client/web-plugin.ts'
import { abandonedCartWeb } from './abandoned-cart/web.ts'
import { backInStockWeb } from './back-in-stock/web.ts'
import { emailSubscriptionWeb } from './email-subscription/web.ts'
import { facebookPixelWeb } from './facebook-pixel/web.ts'
import { galleryWeb } from './gallery/web.ts'
import { giftCardWeb } from './gift-card/web.ts'
import { googleGtagWeb } from './google-gtag/web.ts'
import { googleTagManagerWeb } from './google-tag-manager/web.ts'
import { microsoftClarityWeb } from './microsoft-clarity/web.ts'
import { pincodeAvailabilityWeb } from './pincode-availability/web.ts'
import { productCustomisationWeb } from './product-customisation/web.ts'
import { reviewWeb } from './review/web.ts'
import { storeCreditWeb } from './store-credit/web.ts'
import { tradeEnquiryWeb } from './trade-enquiry/web.ts'
import { umamiAnalyticsWeb } from './umami-analytics/web.ts'
import { whatsappChatWeb } from './whatsapp-chat/web.ts'
import { wishlistWeb } from './wishlist/web.ts'

/** The browser's halves of the installed plugins, one chunk; their views are chunks of their own. `installed.server.ts` lists the server's; a test compares both. */
export const installedWebPlugins: WebPlugin[] = [
  tradeEnquiryWeb,
  emailSubscriptionWeb,
  pincodeAvailabilityWeb,
  productCustomisationWeb,
  reviewWeb,
  whatsappChatWeb,
  backInStockWeb,
  galleryWeb,
  googleGtagWeb,
  googleTagManagerWeb,
  facebookPixelWeb,
  microsoftClarityWeb,
  umamiAnalyticsWeb,
  giftCardWeb,
  storeCreditWeb,
  abandonedCartWeb,
  wishlistWeb,
]
