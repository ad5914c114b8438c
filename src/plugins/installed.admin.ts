import type { AdminPlugin } from '#admin/admin-plugin.ts'
import { abandonedCartAdmin } from './abandoned-cart/admin.tsx'
import { backInStockAdmin } from './back-in-stock/admin.tsx'
import { emailSubscriptionAdmin } from './email-subscription/admin.tsx'
import { galleryAdmin } from './gallery/admin.tsx'
import { giftCardAdmin } from './gift-card/admin.tsx'
import { reviewAdmin } from './review/admin.tsx'
import { storeCreditAdmin } from './store-credit/admin.tsx'

/** The back office's halves of the plugins that have one, in the order of the navigation. */
export const installedAdminPlugins: AdminPlugin[] = [
  reviewAdmin,
  emailSubscriptionAdmin,
  backInStockAdmin,
  galleryAdmin,
  giftCardAdmin,
  storeCreditAdmin,
  abandonedCartAdmin,
]
