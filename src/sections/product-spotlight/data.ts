import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ product: id }, { api }) => {
  if (!id) return { product: null }
  const reply = await api.product.single({ id })
  if (reply.status === 'error') return { product: null }
  const { name, url, base_image, short_description, channel, has_price_range, availability } = reply.data
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
