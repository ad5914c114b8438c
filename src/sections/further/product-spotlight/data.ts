import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ product: id }, { api }) => {
  if (!id) return { product: null }
  const product = await optional(api.product.single({ id }), null)
  if (!product) return { product }
  const { name, url, base_image, short_description, channel, has_price_range, availability } = product
  const { selling_price, mrp, discount_percent } = channel
  return {
    product: {
      name,
      url,
      image: base_image,
      text: short_description,
      selling_price,
      mrp,
      discount_percent,
      has_price_range,
      isSoldOut: availability === 'out_of_stock',
    },
  }
}) satisfies SectionLoader<typeof settings>
