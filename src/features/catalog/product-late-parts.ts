import { BuyBar } from './buy-bar.tsx'
import { Gallery } from './gallery.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductOptions } from './product-options.tsx'
import { ProductQuantity } from './product-quantity.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'

/** One chunk, so that one request brings them all. */
export const lateParts = { BuyBar, Gallery, ProductFacts, ProductOptions, ProductQuantity, RecentlyViewed }
