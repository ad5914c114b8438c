import type { Product } from '#contract/catalog.ts'
import { money } from '#contract/money.ts'
import { unitPrice } from '#contract/rules/unit-price.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import { mediaUrl, toImage } from '#server/platform/media/to-image.ts'
import { availabilityOf, availableQuantity } from '../stock/availability.ts'
import { aheadOf } from '../stock/sold-ahead.ts'
import type { CardRow } from './card-sql.ts'

/** A product on cards and cart items, under the product's name. Decisions §2 ($Product). */
export function toCard(row: CardRow, channel: Pick<Channel, 'currency' | 'locale'>): Product {
  const [base, second] = row.images
  const sold_ahead = aheadOf(row.sold_ahead, channel.locale)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    brand: row.brand,
    category: row.category,
    channel: {
      sku: row.sku,
      selling_price: money(row.selling_price, channel.currency),
      mrp: money(row.mrp, channel.currency),
      discount_percent: discountPercent(row),
    },
    ...pricePerUnit(row, channel),
    is_published: row.is_published,
    base_image: base ? toImage(base) : null,
    hover_image: second?.is_fitting ? toImage(second) : null,
    social_sharing_image: row.social_image && toImage(row.social_image),
    meta: {
      meta_title: row.meta_title ?? row.name,
      meta_description: row.meta_description ?? row.short_description,
    },
    url: productUrl(row),
    availability: availabilityOf(row),
    available_quantity: availableQuantity(row),
    ...(sold_ahead && { sold_ahead }),
    labels: row.labels,
    rating:
      row.rating_average === null || row.rating_count === 0
        ? null
        : { average: Number(row.rating_average), count: row.rating_count },
    has_variations: row.variation_count > 1,
    has_price_range: row.has_price_range,
    is_customisable: row.is_customisable,
    swatches: row.swatches.map(({ image_path, ...swatch }) => ({
      ...swatch,
      image: image_path && mediaUrl(image_path),
    })),
  }
}

/** `price_per_unit` of measured goods. */
export function pricePerUnit(
  { selling_price: price, content }: { selling_price: number; content?: string | null | undefined },
  channel: Pick<Channel, 'currency' | 'locale'>,
) {
  const price_per_unit = unitPrice({ price, content }, channel)
  return price_per_unit && { price_per_unit }
}

/** 'Oxford Shirt - Blue / M'; without options just the product's name. */
export const variationName = ({ name, title }: Pick<CardRow, 'name' | 'title'>) =>
  title === '' ? name : `${name} - ${title}`

/** The leading variation has the product's own URL; every other one adds its SKU. */
const productUrl = ({ id, leading_id, slug, sku }: CardRow) =>
  id === leading_id ? `/product/${slug}` : `/product/${slug}?sku=${encodeURIComponent(sku)}`

/** Whole percents, never rounded up; listings sort by the same number (`catalog-index/on-sale-sql.ts`). */
const discountPercent = ({ selling_price, mrp }: CardRow) =>
  mrp === 0 ? 0 : Math.floor(((mrp - selling_price) * 100) / mrp)
