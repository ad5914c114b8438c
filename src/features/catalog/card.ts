import type { Product } from '#contract/catalogue.ts'

/**
 * What a product card shows, and nothing more: a listing carries two dozen of them, twice (HTML and data), so what is not there
 * is left out and amounts are bare minor units of the channel's currency.
 */
export type Card = {
  id: number
  name: string
  url: string
  brand?: string
  /** Paths of the square picture and of the one shown on hover. */
  image?: string
  hover?: string
  price: number
  mrp?: number
  off?: number
  isFrom?: true
  isSoldOut?: true
  /** Only so many left; missing when there are enough. */
  left?: number
  labels?: [name: string, background: string, text: string][]
  rating?: [average: number, count: number]
  /** Colours, '' for one that has none to show. */
  swatches?: string[]
}

export function toCard(product: Product): Card {
  const { selling_price, mrp, discount_percent } = product.channel
  const card: Card = { id: product.id, name: product.name, url: product.url, price: selling_price.amount }
  if (product.brand) card.brand = product.brand.name
  if (product.base_image) card.image = product.base_image.path
  if (product.hover_image) card.hover = product.hover_image.path
  if (mrp.amount > selling_price.amount) {
    card.mrp = mrp.amount
    card.off = discount_percent
  }
  if (product.has_price_range) card.isFrom = true
  if (product.availability === 'out_of_stock') card.isSoldOut = true
  if (product.availability === 'low_stock') card.left = product.available_quantity
  if (product.labels.length > 0)
    card.labels = product.labels
      .slice(0, 2)
      .map(({ name, background, text_color }) => [name, background, text_color])
  if (product.rating) card.rating = [product.rating.average, product.rating.count]
  if (product.swatches.length > 1) card.swatches = product.swatches.map(({ color }) => color ?? '')
  return card
}
