import type { ProductFull } from '#contract/catalog.ts'
import { money } from '#contract/money.ts'
import { isDelivered } from '#contract/rules/product-kind.ts'
import { exclusionOf, exclusionText, withdrawalExclusions } from '#contract/rules/withdrawal.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import { mediaUrl, toImage } from '#server/platform/media/to-image.ts'
import { toVideo } from '#server/platform/media/to-video.ts'
import { availabilityOf, availableQuantity } from '../stock/availability.ts'
import { aheadOf } from '../stock/sold-ahead.ts'
import { toDeclared } from './declarations-sql.ts'
import { shownTiers } from './member-prices.ts'
import type { ProductRow } from './product-sql.ts'
import { categoryUrl } from './read-category-tree.ts'
import { pricePerUnit, toCard, variationName } from './to-card.ts'

type Attribute = ProductFull['variations']['attributes'][number]

/** A product with its selected variation, as its page needs it. Decisions §2, second block of $Product. */
export function toProduct(
  row: ProductRow,
  channel: Pick<Channel, 'currency' | 'locale' | 'is_tax_included' | 'withdrawal_days'>,
): ProductFull {
  const declarations = toDeclared(row.declared)
  return {
    ...toCard(row, channel),
    name: variationName(row),
    group_id: row.product_id,
    product_name: row.name,
    description: row.description_html,
    short_description: row.short_description,
    images: row.gallery.map(({ sku, ...image }) => ({ ...toImage(image), sku })),
    videos: row.video ? [toVideo(row.video)] : [],
    variations: variationsOf(row, channel),
    specifications: [...row.specifications, ...withdrawalFact(row, channel)],
    tags: row.tags,
    min_quantity: row.min_quantity,
    max_quantity: row.max_quantity,
    quantity_step: row.quantity_step,
    display_unit: row.display_unit,
    tax_included: channel.is_tax_included,
    customisation: row.customisation,
    breadcrumbs: row.categories.map(({ name, path }) => ({ name, slug: path, url: categoryUrl(path) })),
    return_days: isDelivered(row) ? row.return_days : 0,
    ...(row.kind !== 'goods' && { kind: row.kind }),
    brand_description: row.brand_description,
    brand_place: row.brand_place,
    ...(declarations && { declarations }),
  }
}

/** What buyers cannot withdraw from says so before the order, where the law knows the right. Directive 2011/83/EU Art. 6 (1) (k). */
function withdrawalFact(
  { withdrawal_exclusion, customisation, kind }: ProductRow,
  { withdrawal_days }: Pick<Channel, 'withdrawal_days'>,
): ProductFull['specifications'] {
  const why = exclusionText(exclusionOf({ withdrawal_exclusion, kind, customisation: null }))
  if (withdrawal_days === 0 || (!why && !customisation)) return []
  const value = why
    ? `None, because ${why}`
    : `None when customised, because ${withdrawalExclusions.custom_made}`
  return [{ label: 'Right of withdrawal', value }]
}

/** Every combination on sale, also sold out: the page marks those instead of hiding them. */
function variationsOf(
  row: ProductRow,
  { currency, locale }: Pick<Channel, 'currency' | 'locale'>,
): ProductFull['variations'] {
  return {
    attributes: attributesOf(row),
    combinations: row.variations.map((variation) => {
      const sold_ahead = aheadOf(variation.sold_ahead, locale)
      return {
        product_id: variation.id,
        sku: variation.sku,
        options: variation.options,
        selling_price: money(variation.selling_price, currency),
        mrp: money(variation.mrp, currency),
        ...pricePerUnit(variation, { currency, locale }),
        ...shownTiers(variation.selling_price, variation.tiers ?? [], row.max_quantity, { currency }),
        ...(variation.sale && { price_until: new Date(variation.sale.until).toISOString() }),
        ...(variation.content && { content: variation.content }),
        availability: availabilityOf(variation),
        available_quantity: availableQuantity(variation),
        ...(sold_ahead && { sold_ahead }),
        gtin: variation.barcode && isGtin(variation.barcode) ? variation.barcode : null,
      }
    }),
    selected: row.variations.find(({ id }) => id === row.id)?.options ?? {},
  }
}

function attributesOf({ options }: ProductRow): Attribute[] {
  const attributes = new Map<number, Attribute>()
  for (const { attribute_id: id, code, label, display: type, ...value } of options) {
    const attribute = attributes.get(id) ?? { id, code, label, type, options: [] }
    attributes.set(id, attribute)
    attribute.options.push({
      id: value.value_id,
      label: value.value_label,
      value: value.value,
      color: value.color,
      image: value.image_path && mediaUrl(value.image_path),
    })
  }
  return [...attributes.values()]
}

/**
 * A GS1 number with a valid check digit (GTIN-8, -12, -13 or -14). Invalid ones count against the whole product feed.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(text)) return false
  const sum = [...text]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
