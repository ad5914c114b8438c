import type { Combination, ProductFull } from '#contract/catalog.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Money } from '#contract/money.ts'
import { declaredFacts } from '#contract/rules/declarations.ts'
import { availableAt } from '#contract/rules/delivery-terms.ts'
import { fittingPictures, looksOf } from '#contract/rules/fitting-pictures.ts'
import { searchProperty, specifiedProperties } from '#contract/rules/search-properties.ts'
import { quantityThing } from '#contract/rules/unit-price.ts'
import type { Storefront } from '#contract/storefront.ts'
import { imageUrl } from '#ui/image-url.ts'
import type { Thing } from '../json-ld.ts'
import { type OfferConditions, returnTerm, shippingTerm, type Term } from '../offer-terms.ts'

type Around = OfferConditions & {
  origin: string
  country: string
  delivery: Storefront['delivery']
  now: Date
  /** Properties that plugins add to the product. */
  added?: object
}
type Sold = Pick<
  Combination,
  | 'sku'
  | 'options'
  | 'selling_price'
  | 'price_per_unit'
  | 'price_until'
  | 'availability'
  | 'sold_ahead'
  | 'gtin'
>

const SCHEMA = 'https://schema.org'

const availabilities = {
  in_stock: `${SCHEMA}/InStock`,
  low_stock: `${SCHEMA}/LimitedAvailability`,
  out_of_stock: `${SCHEMA}/OutOfStock`,
  backorder: `${SCHEMA}/BackOrder`,
  preorder: `${SCHEMA}/PreOrder`,
}

/**
 * A product's structured data: an offer for each variation, and the terms that the offers share. Price, stock
 * and URL equal those of the page, the API and the feed. UX, "Structured data and feeds".
 */
export function productThings(product: ProductFull, around: Around): Thing[] {
  const { variations, brand, rating, group_id, product_name, short_description, specifications } = product
  const { attributes, combinations } = variations
  const terms = new Map<string, Term>()
  const refer = (term: Term | undefined) => {
    if (!term) return undefined
    terms.set(term['@id'], term)
    return { '@id': term['@id'] }
  }
  const looks = looksOf(variations)
  const sold = (variation: Sold) => soldThing({ ...product, looks }, variation, around, refer)
  const about = {
    name: product_name,
    description: short_description || undefined,
    url: urlOf(product, around.origin),
    brand: brand ? { '@type': 'Brand', name: brand.name } : undefined,
    aggregateRating: rating
      ? { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count }
      : undefined,
    ...declaredThing(product),
    ...specifiedProperties(specifications, {
      codes: attributes.map(({ code }) => code),
      variations: combinations.length,
    }),
    ...around.added,
  }
  const thing =
    combinations.length > 1
      ? {
          '@type': 'ProductGroup',
          productGroupID: String(group_id),
          ...about,
          additionalProperty: propertyValues([...fieldsOf(product), ...declaredOf(product)]),
          image: pictureOf(product.images[0], around.origin),
          variesBy: attributes.map(({ code, label }) =>
            searchProperty(code) ? `${SCHEMA}/${searchProperty(code)}` : label,
          ),
          hasVariant: listedVariations(product, looks).map((combination) => ({
            '@type': 'Product',
            name: nameOf(product, combination),
            ...optionsOf(product, combination),
            ...sold(combination),
          })),
        }
      : {
          '@type': 'Product',
          ...about,
          ...optionsOf(product, onlyOne(product), [...fieldsOf(product), ...declaredOf(product)]),
          ...sold(onlyOne(product)),
        }
  return [thing, ...terms.values()]
}

/** The feed has all of them: 2,000 offers would be most of the page's document. */
const MOST_LISTED = 100

/** All variations; of more than 100 the chosen one, one of each look, and the others in their order, 100 in all. */
function listedVariations(
  { channel, variations: { combinations } }: ProductFull,
  looks: ReadonlyMap<string, string>,
): Combination[] {
  if (combinations.length <= MOST_LISTED) return combinations
  const firstOfLook = new Map(combinations.toReversed().map((one) => [looks.get(one.sku), one]))
  const chosen = combinations.filter(({ sku }) => sku === channel.sku)
  const ordered = new Set([...chosen, ...[...firstOfLook.values()].toReversed(), ...combinations])
  return [...ordered].slice(0, MOST_LISTED)
}

const onlyOne = ({
  channel: { sku, selling_price },
  price_per_unit,
  availability,
  sold_ahead,
  variations: { combinations },
}: ProductFull): Sold => ({
  sku,
  options: combinations[0]?.options ?? {},
  selling_price,
  ...(price_per_unit && { price_per_unit }),
  ...(combinations[0]?.price_until && { price_until: combinations[0].price_until }),
  availability,
  sold_ahead,
  gtin: combinations[0]?.gtin ?? null,
})

const urlOf = ({ slug }: ProductFull, origin: string) => `${origin}/product/${encodeURIComponent(slug)}`

const pictureOf = (picture: { path: string } | undefined, origin: string) =>
  picture && origin + encodeURI(imageUrl(picture.path, 1024))

/** One variation with its offer. A price of zero has no offer, because search engines report it as an error. */
function soldThing(
  product: ProductFull & { looks: ReadonlyMap<string, string> },
  { sku, selling_price, price_per_unit, price_until, availability, sold_ahead, gtin }: Sold,
  { delivery, now, ...place }: Around,
  refer: (term: Term | undefined) => { '@id': string } | undefined,
) {
  const { origin } = place
  const [picture] = fittingPictures(product.images, sku, product.looks)
  return {
    image: pictureOf(picture, origin),
    sku,
    gtin: gtin ?? undefined,
    offers:
      selling_price.amount === 0
        ? undefined
        : {
            '@type': 'Offer',
            url: `${urlOf(product, origin)}?sku=${encodeURIComponent(sku)}`,
            price: decimalAmount(selling_price),
            priceCurrency: selling_price.currency,
            priceSpecification: price_per_unit && unitPriceThing(selling_price, price_per_unit),
            priceValidUntil: price_until ?? `${now.getUTCFullYear() + 1}-12-31`,
            availability:
              availabilities[sold_ahead && availability !== 'out_of_stock' ? sold_ahead.kind : availability],
            availabilityStarts:
              sold_ahead && availability !== 'out_of_stock' ? availableAt(sold_ahead, now) : undefined,
            itemCondition: `${SCHEMA}/NewCondition`,
            shippingDetails: product.kind ? undefined : refer(shippingTerm(delivery, selling_price, place)),
            hasMerchantReturnPolicy: product.kind ? undefined : refer(returnTerm(product.return_days, place)),
          },
  }
}

/** Its `price` is that of the content: search engines divide. */
const unitPriceThing = (price: Money, { content, base }: { content: string; base: string }) => ({
  '@type': 'UnitPriceSpecification',
  price: decimalAmount(price),
  priceCurrency: price.currency,
  referenceQuantity: { ...quantityThing(content), valueReference: quantityThing(base) },
})

/** `Oxford Shirt - Blue / M` */
const nameOf = (product: ProductFull, sold: Sold) =>
  `${product.product_name} - ${chosenOf(product, sold)
    .map(({ value }) => value)
    .join(' / ')}`

/** Each option of a variation as its schema.org property. */
function optionsOf(product: ProductFull, sold: Sold, fields: readonly Labelled[] = []) {
  const chosen = chosenOf(product, sold)
  const others = chosen.filter(({ property }) => property === undefined)
  return {
    ...Object.fromEntries(chosen.flatMap(({ property, value }) => (property ? [[property, value]] : []))),
    additionalProperty: propertyValues([...others, ...fields]),
  }
}

type Labelled = { label: string; value: string }

const propertyValues = (labelled: readonly Labelled[]) =>
  labelled.length > 0
    ? labelled.map(({ label, value }) => ({ '@type': 'PropertyValue', name: label, value }))
    : undefined

/** The custom fields that the page shows. */
const fieldsOf = ({ custom_fields = [] }: ProductFull): Labelled[] =>
  custom_fields
    .filter(({ is_on_page }) => is_on_page)
    .map(({ label, values }) => ({ label, value: values.map(({ text }) => text).join(', ') }))

/** What the product declares, as the page shows it. */
const declaredOf = ({ declarations, variations: { combinations } }: ProductFull): Labelled[] =>
  declaredFacts(
    declarations,
    combinations.map(({ content }) => content),
  )

/** Declarations that schema.org has a property for. */
function declaredThing({ declarations }: ProductFull) {
  if (!declarations) return {}
  const { country_of_origin, manufacturer, min_age, materials } = declarations
  return {
    countryOfOrigin: country_of_origin ? { '@type': 'Country', name: country_of_origin } : undefined,
    manufacturer: manufacturer
      ? {
          '@type': 'Organization',
          name: manufacturer.name,
          address: {
            '@type': 'PostalAddress',
            streetAddress: manufacturer.address,
            addressCountry: manufacturer.country,
          },
          [manufacturer.electronic_address.startsWith('https://') ? 'url' : 'email']:
            manufacturer.electronic_address || undefined,
        }
      : undefined,
    audience: min_age ? { '@type': 'PeopleAudience', suggestedMinAge: min_age } : undefined,
    material: materials || undefined,
  }
}

const chosenOf = ({ variations: { attributes } }: ProductFull, { options }: Sold) =>
  attributes.flatMap(({ code, label, options: values }) => {
    const value = values.find((option) => option.value === options[code])?.label
    return value === undefined ? [] : [{ property: searchProperty(code), label, value }]
  })
