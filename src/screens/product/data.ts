import { decimalAmount } from '#contract/decimal-amount.ts'
import { orThrow } from '#contract/envelope.ts'
import { toCard } from '#features/catalog/card.ts'
import { galleryFor } from '#features/catalog/gallery-order.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { imageUrl } from '#ui/image-url.ts'
import { breadcrumbList, graph } from '../json-ld.ts'
import { productThings } from './product-things.ts'

/** As many as the view shows. */
const MOST_RELATED = 4

/** One product; `?sku=` names the variation and is the page's state. */
export const product = defineScreen({
  async load({ api, params, url }) {
    const slug = params.slug?.split('/').at(-1) ?? ''
    const sku = url.searchParams.get('sku')
    const [reply, related, storefront] = await Promise.all([
      api.product.single({ id: slug, ...(sku ? { sku } : {}) }),
      api.product.related({ id: slug }),
      api.storefront.all().then(orThrow),
    ])
    if (reply.status === 'error') {
      if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') notFound()
      throw new Error(`${reply.code}: ${reply.message}`)
    }
    const full = reply.data
    const shown = {
      product: {
        id: full.id,
        slug: full.slug,
        product_name: full.product_name,
        brand: full.brand,
        brand_place: full.brand_place,
        brand_description: full.brand_description,
        channel: full.channel,
        // All but the first are out of sight at first: their placeholders would be the heaviest part of the page's data.
        images: galleryFor(full.images, full.channel.sku).map((image) => ({ ...image, placeholder: null })),
        variations: full.variations,
        availability: full.availability,
        available_quantity: full.available_quantity,
        rating: full.rating,
        labels: full.labels,
        short_description: full.short_description,
        description: full.description,
        specifications: full.specifications,
        tags: full.tags.map(({ name, slug: tag }) => ({ name, slug: tag })),
        delivery: storefront.delivery.map(({ amount, free_from }) => ({ amount, free_from })),
        tax_included: full.tax_included,
        return_days: full.return_days,
        min_quantity: full.min_quantity,
        max_quantity: full.max_quantity,
        quantity_step: full.quantity_step,
        customisation: full.customisation,
      },
      breadcrumbs: full.breadcrumbs.map(({ name, url: href }) => ({ name, url: href })),
      related: related.status === 'success' ? related.data.slice(0, MOST_RELATED).map(toCard) : [],
    }
    // The browser gets what the view shows; the rest is for the head alone.
    return { ...shown, full, storefront, toJSON: () => shown }
  },
  meta: ({ product: { images }, breadcrumbs, full, storefront }, { url: { origin } }) => {
    const { slug, product_name, meta, social_sharing_image } = full
    const image = social_sharing_image ?? images[0]
    const { delivery, channel } = storefront
    const around = { origin, delivery, country: channel.country.code, now: new Date() }
    return {
      title: meta.meta_title || product_name,
      description: meta.meta_description,
      canonical: `/product/${encodeURIComponent(slug)}`,
      bodyClass: slug,
      ...(image && { image: imageUrl(image.path, 1024) }),
      properties: {
        'og:type': 'product',
        'product:price:amount': decimalAmount(full.channel.selling_price),
        'product:price:currency': full.channel.selling_price.currency,
      },
      jsonLd: graph(...productThings(full, around), breadcrumbList(origin, breadcrumbs, product_name)),
    }
  },
})
