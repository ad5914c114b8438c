import { decimalAmount } from '#contract/decimal-amount.ts'
import { declaredFacts } from '#contract/rules/declarations.ts'
import { availableAt, deliveryTerms } from '#contract/rules/delivery-terms.ts'
import { fittingPictures } from '#contract/rules/fitting-pictures.ts'
import { isDelivered } from '#contract/rules/product-kind.ts'
import {
  type SearchProperty,
  searchProperty,
  specifiedProperties,
} from '#contract/rules/search-properties.ts'
import { feedMeasure, unitPrice } from '#contract/rules/unit-price.ts'
import type { Storefront } from '#contract/storefront.ts'
import { isGtin } from '#server/catalog/products/to-product.ts'
import { availabilityOf } from '#server/catalog/stock/availability.ts'
import { aheadOf } from '#server/catalog/stock/sold-ahead.ts'
import type { Addresses } from './addresses.ts'
import { plainText, shortened } from './plain-text.ts'
import type { FeedProduct, FeedVariation } from './read-feed-products.ts'
import { element, parent } from './xml.ts'

type FeedContext = {
  addresses: Addresses
  currency: string
  country: string
  delivery: Storefront['delivery']
  /** The setting `handling_days`. */
  handlingDays: number
}

/** One item per variation, in the format of Google's product data specification. Lengths are its limits. */
export function feedItems(product: FeedProduct, context: FeedContext): string {
  const { variations } = product
  const looks = new Map(
    variations.map(({ sku, options }) => [
      sku,
      options.map(({ look, value }) => (look ? value : '')).join('\n'),
    ]),
  )
  const about = sharedElements(product)
  return variations
    .filter(({ selling_price }) => selling_price > 0)
    .map((variation) => {
      const pictures = fittingPictures(product.pictures, variation.sku, looks).map(({ path }) => path)
      return `${parent('item', ...itemOf(product, variation, context), ...picturesOf(pictures, context), ...about)}\n`
    })
    .join('')
}

function itemOf(
  { id, slug, kind, name, brand, specifications, declared, variations }: FeedProduct,
  variation: FeedVariation,
  context: FeedContext,
) {
  const { sku, title, selling_price, mrp, content, sale, barcode, weight_g, options } = variation
  const { addresses, currency } = context
  const price = (amount: number) => `${decimalAmount({ amount, currency })} ${currency}`
  const isReduced = mrp > selling_price
  const perUnit = unitPrice({ price: selling_price, content }, { currency, locale: 'en' })
  const properties = {
    ...(declared?.materials && { material: shortened(declared.materials, 200) }),
    ...propertiesOf({ specifications, variations }, options),
  }
  const ahead = aheadOf(variation.sold_ahead, 'en')
  const isSoldOut = availabilityOf(variation) === 'out_of_stock'
  return [
    // At most fifty characters; the variation's id is stable too.
    element('g:id', sku.length <= 50 ? sku : variation.id),
    element('g:title', shortened(title === '' ? name : `${name} - ${title}`, 150)),
    element('g:link', addresses.variation(slug, sku)),
    element('g:availability', isSoldOut ? 'out_of_stock' : (ahead?.kind ?? 'in_stock')),
    element('g:availability_date', ahead && !isSoldOut ? availableAt(ahead, new Date()) : ''),
    element('g:price', price(isReduced ? mrp : selling_price)),
    element('g:sale_price', isReduced ? price(selling_price) : ''),
    element(
      'g:sale_price_effective_date',
      isReduced && sale ? `${moment(sale.from)}/${moment(sale.until)}` : '',
    ),
    element('g:unit_pricing_measure', perUnit && feedMeasure(perUnit.content)),
    element('g:unit_pricing_base_measure', perUnit && feedMeasure(perUnit.base)),
    element('g:item_group_id', variations.length > 1 ? id : ''),
    ...Object.entries(properties).map(([property, value]) => element(`g:${property}`, value)),
    barcode && isGtin(barcode)
      ? element('g:gtin', barcode)
      : element('g:identifier_exists', properties.mpn && brand ? '' : 'no'),
    ...declaredFacts(declared, [content]).map(productDetail),
    ...(isDelivered({ kind })
      ? [
          element('g:shipping_weight', weight_g ? `${weight_g} g` : ''),
          ...context.delivery.map((method) => shipping(method, selling_price, context)),
        ]
      : [freeShipping(context)]),
  ]
}

/** ISO 8601 in whole seconds. */
const moment = (time: string) => `${new Date(time).toISOString().slice(0, 19)}Z`

/** What the product declares: Google has no fields of its own for it. */
const productDetail = ({ label, value }: { label: string; value: string }) =>
  parent(
    'g:product_detail',
    element('g:attribute_name', label),
    element('g:attribute_value', shortened(value, 1_000)),
  )

/** Colour, size and the like: of the variation's options, else of the product's specifications. */
function propertiesOf(
  { specifications, variations }: Pick<FeedProduct, 'specifications' | 'variations'>,
  options: FeedVariation['options'],
): Partial<Record<SearchProperty, string>> {
  const codes = options.map(({ code }) => code)
  const chosen = options.flatMap(({ code, value }) => {
    const property = searchProperty(code)
    return property ? [[property, value] as const] : []
  })
  const specified = specifiedProperties(specifications, { codes, variations: variations.length })
  return Object.fromEntries(
    [...chosen, ...Object.entries(specified)].map(([property, value]) => [
      property,
      shortened(value, property === 'mpn' ? 70 : 100),
    ]),
  )
}

/** Of what is sent by e-mail. */
const freeShipping = ({ country, currency }: FeedContext) =>
  parent(
    'g:shipping',
    element('g:country', country),
    element('g:price', `${decimalAmount({ amount: 0, currency })} ${currency}`),
  )

/** The delivery cost and time of one item at a price. */
function shipping(
  method: Storefront['delivery'][number],
  price: number,
  { country, handlingDays }: FeedContext,
) {
  const { cost, times } = deliveryTerms(method, price, handlingDays)
  return parent(
    'g:shipping',
    element('g:country', country),
    element('g:service', method.name),
    element('g:price', `${decimalAmount(cost)} ${cost.currency}`),
    element('g:min_handling_time', times?.handling.min),
    element('g:max_handling_time', times?.handling.max),
    element('g:min_transit_time', times?.transit.min),
    element('g:max_transit_time', times?.transit.max),
  )
}

const picturesOf = ([first, ...others]: string[], { addresses }: FeedContext) => [
  element('g:image_link', first === undefined ? '' : addresses.picture(first)),
  ...others.slice(0, 10).map((path) => element('g:additional_image_link', addresses.picture(path))),
]

function sharedElements({ name, short_description, description_html, brand, categories }: FeedProduct) {
  const description = [short_description, plainText(description_html)].filter(Boolean).join('\n') || name
  return [
    element('g:description', shortened(description, 5_000)),
    element('g:brand', shortened(brand ?? '', 70)),
    element('g:product_type', shortened(categories.join(' > '), 750)),
    element('g:condition', 'new'),
  ]
}
