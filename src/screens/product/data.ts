import { loadScreenSlots, takeJsonLd, withFilledCardSlots } from '#client/load-slots.ts'
import type { ProductFull } from '#contract/catalog.ts'
import type { Api } from '#contract/client.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import { declaredFacts } from '#contract/rules/declarations.ts'
import { dayOf } from '#contract/rules/delivery-dates.ts'
import { fittingPictures, looksOf } from '#contract/rules/fitting-pictures.ts'
import { toCard } from '#features/card/card.ts'
import type { Fact } from '#features/product/product-shown.ts'
import { optional, required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { previewImage } from '#ui/image-url.ts'
import { breadcrumbList, graph } from '../json-ld.ts'
import { productThings } from './product-things.ts'

/** As many as the view shows. */
const MAX_RELATED = 4

/** One product; `?sku=` selects the variation. */
export const product = defineScreen({
  async load({ api, params, url }) {
    const slug = params.slug?.split('/').at(-1) ?? ''
    const sku = url.searchParams.get('sku')
    const [full, related, storefront, conditions] = await Promise.all([
      required(readProduct(api, slug, sku)),
      optional(api.product.related({ id: slug }), []),
      required(api.storefront.all()),
      required(api.settings.get({ keys: ['handling_days', 'return_fees'] })),
    ])
    const [loaded, cards] = await Promise.all([
      loadScreenSlots(api, productSlots(full, url.search)),
      withFilledCardSlots(api, related.slice(0, MAX_RELATED).map(toCard)),
    ])
    const { jsonLd, ...slots } = takeJsonLd(loaded.slots)
    const taxNote = full.tax_included && full.kind !== 'voucher' ? 'Inclusive of all taxes' : undefined
    const view = {
      ...slots,
      product: {
        id: full.id,
        slug: full.slug,
        product_name: full.product_name,
        brand: full.brand,
        brand_place: full.brand_place,
        brand_description: full.brand_description,
        channel: full.channel,
        // Only the first picture is visible initially: the placeholders of the others would be the largest
        // part of the page's data.
        images: full.images.map((image) => ({ ...image, placeholder: null })),
        ...(full.videos[0] && { video: full.videos[0] }),
        variations: {
          ...full.variations,
          combinations: full.variations.combinations.map(
            ({ price_per_unit: unit, content: _, price_until: _until, gtin: _gtin, ...combination }) => ({
              ...combination,
              ...(unit && { price_note: [unit.text, taxNote].filter(Boolean).join(' · ') }),
            }),
          ),
        },
        availability: full.availability,
        available_quantity: full.available_quantity,
        sold_ahead: full.sold_ahead,
        rating: full.rating,
        // A promotion has no address: the other labels are on cards alone.
        offer: full.labels.find((label) => label.slug === '')?.name,
        short_description: full.short_description,
        description: full.description,
        specifications: specificationsOf(full),
        tags: full.tags.map(({ name, slug: tag }) => ({ name, slug: tag })),
        ...(full.kind && { sent: 'Sent by e-mail, without delivery' }),
        delivery: (full.kind ? [] : storefront.delivery).map(({ amount, free_from, eta_days }) => ({
          amount,
          free_from,
          eta_days,
        })),
        today: dayOf(new Date(), storefront.channel.locale),
        price_note: taxNote,
        returns: returnsOf(full),
        min_quantity: full.min_quantity,
        max_quantity: full.max_quantity,
        quantity_step: full.quantity_step,
        customisation: full.customisation,
        ...(full.declarations?.checks_age && { min_age: full.declarations.min_age }),
        ...(sku && !url.searchParams.has('choose') ? {} : choiceOf(full)),
      },
      breadcrumbs: full.breadcrumbs.map(({ name, url: href }) => ({ name, url: href })),
      related: cards,
    }
    return { view, head: { full, storefront, conditions, jsonLd } }
  },
  meta: ({ view, head: { full, storefront, conditions, jsonLd } }, { url: { origin } }) => {
    const { breadcrumbs } = view
    const { slug, product_name, meta, social_sharing_image } = full
    const [first] = fittingPictures(full.images, full.channel.sku, looksOf(full.variations))
    const image = social_sharing_image ?? first
    const { delivery, channel } = storefront
    const around = {
      ...{ origin, delivery, added: jsonLd, country: channel.country.code, now: new Date() },
      ...conditions,
    }
    return {
      title: meta.meta_title || product_name,
      description: meta.meta_description,
      canonical: `/product/${encodeURIComponent(slug)}`,
      bodyClass: slug,
      image: image ? previewImage(image, 1024) : null,
      properties: {
        'og:type': 'product',
        'product:price:amount': decimalAmount(full.channel.selling_price),
        'product:price:currency': full.channel.selling_price.currency,
      },
      jsonLd: graph(...productThings(full, around), breadcrumbList(origin, breadcrumbs, product_name)),
    }
  },
})

function returnsOf({ kind, return_days }: ProductFull): string {
  if (return_days > 0) return `${return_days}-day returns`
  return kind ? 'Cannot be returned once it is sent' : 'Made for you: no returns'
}

/** A declaration replaces a specification of the same name, such as “Care”. */
function specificationsOf(full: ProductFull): Fact[] {
  const declared = declaredOf(full)
  const names = new Set(declared.map(({ label }) => label.toLowerCase()))
  const own = full.specifications.filter(({ label }) => !names.has(label.trim().toLowerCase()))
  return [...own, ...factsOf(full), ...declared]
}

/** The custom fields of the page: each link has a row of its own, other values of one field are one text. */
const factsOf = ({ custom_fields = [] }: ProductFull): Fact[] =>
  custom_fields
    .filter(({ is_on_page }) => is_on_page)
    .flatMap(({ label, values }): Fact[] =>
      values.some(({ url }) => url)
        ? values.map(({ text, url }) => ({ label, value: text, url }))
        : [{ label, value: values.map(({ text }) => text).join(', ') }],
    )

const declaredOf = ({ declarations, variations: { combinations } }: ProductFull): Fact[] =>
  declaredFacts(
    declarations,
    combinations.map(({ content }) => content),
  )

/** The attribute that pictures do not show, a size: the shopper chooses it. */
function choiceOf({ variations: { attributes, combinations } }: ProductFull): { choose?: string } {
  const attribute = attributes.find(
    ({ type, code }) =>
      type === 'button' && new Set(combinations.map(({ options }) => options[code])).size > 1,
  )
  return attribute ? { choose: attribute.code } : {}
}

/** An unknown SKU, of a link from before a variation was removed, shows the product's leading variation. */
async function readProduct(api: Api, slug: string, sku: string | null) {
  const reply = await api.product.single({ id: slug, ...(sku ? { sku } : {}) })
  const isUnknown = reply.status === 'error' && (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION')
  return sku && isUnknown ? api.product.single({ id: slug }) : reply
}

const PRODUCT_SLOTS = [
  'product.below-title',
  'product.below-price',
  'product.options',
  'product.below-buy-box',
  'product.details',
  'product.below-details',
] as const

function productSlots({ channel, id, product_name, slug }: ProductFull, search: string) {
  const props = { product_id: id, slug, sku: channel.sku, name: product_name, price: channel.selling_price }
  const query = search.slice(0, 1_000)
  return PRODUCT_SLOTS.map((name) =>
    name === 'product.below-details' || name === 'product.below-price'
      ? { name, props: { ...props, query } }
      : { name, props },
  )
}
