import type { Product } from '#contract/catalog.ts'
import type { Money } from '#contract/money.ts'
import { pricePerUnit, variationName } from '#server/catalog/products/to-card.ts'
import { availabilityOf, availableQuantity, stockOf } from '#server/catalog/stock/availability.ts'
import { aheadOf } from '#server/catalog/stock/sold-ahead.ts'
import { toImage } from '#server/platform/media/to-image.ts'
import type { CartLineRow } from './cart-row.ts'

/**
 * The product of a cart line: its own variation's price, sku, picture and URL (decisions §1.8, §2). Fields
 * that only listing cards show (labels, swatches, the hover picture) are left empty.
 */
export const toCartProduct = (
  line: CartLineRow,
  { of, locale }: { of: (amount: number) => Money; locale: string },
): Product => ({
  id: line.variation_id,
  name: variationName(line),
  slug: line.slug,
  brand: line.brand,
  category: line.category,
  channel: {
    sku: line.sku,
    selling_price: of(line.selling_price),
    mrp: of(line.mrp),
    discount_percent: discountPercent(line),
  },
  ...pricePerUnit(line, { currency: of(0).currency, locale }),
  is_published: line.is_buyable,
  base_image: line.image && toImage(line.image),
  hover_image: null,
  social_sharing_image: null,
  meta: {
    meta_title: line.meta_title ?? line.name,
    meta_description: line.meta_description ?? line.short_description,
  },
  url: line.is_default
    ? `/product/${line.slug}`
    : `/product/${line.slug}?sku=${encodeURIComponent(line.sku)}`,
  availability: availabilityOf(stockOf(line)),
  available_quantity: availableQuantity(stockOf(line)),
  ...(line.sold_ahead && { sold_ahead: aheadOf(line.sold_ahead, locale) }),
  labels: [],
  rating: line.rating_average === null ? null : { average: line.rating_average, count: line.rating_count },
  has_variations: line.options.length > 0,
  has_price_range: false,
  is_customisable: line.is_customisable,
  swatches: [],
})

/** Whole percents, rounded down: as on cards and listings. */
const discountPercent = ({ selling_price, mrp }: CartLineRow) =>
  mrp > selling_price ? Math.floor(((mrp - selling_price) * 100) / mrp) : 0
