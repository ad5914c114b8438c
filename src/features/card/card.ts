import type { Product } from '#contract/catalog.ts'
import type { FocalPoint } from '#contract/shapes.ts'
import type { SlotContents } from '#contract/slots.ts'

/**
 * The fields of a product card: a listing contains two dozen of them, twice (HTML and data), so empty fields
 * are left out and amounts are bare minor units of the channel's currency.
 */
export type Card = {
  id: number
  sku: string
  name: string
  url: string
  brand?: string
  /** Paths of the square picture and of the one shown on hover. */
  image?: string
  hover?: string
  /** Their focal points. */
  focal?: FocalPoint
  hoverFocal?: FocalPoint
  price: number
  mrp?: number
  off?: number
  isFrom?: true
  isSoldOut?: true
  /** The first label with its colour: one badge a card. */
  label?: [name: string, color: string]
  rating?: [average: number, count: number]
  /** Colours, '' for one without a colour value. */
  swatches?: string[]
  /** Its custom fields. */
  note?: string | undefined
  /** Contents of the card's slots, by `slotKey`. */
  slots?: SlotContents
}

export function toCard(product: Product): Card {
  const { sku, selling_price, mrp, discount_percent } = product.channel
  const { id, name, url, note } = product
  const card: Card = { id, sku, name, url, note, price: selling_price.amount }
  if (product.brand) card.brand = product.brand.name
  if (product.base_image) card.image = product.base_image.path
  if (product.base_image?.focal_point) card.focal = product.base_image.focal_point
  if (product.hover_image) card.hover = product.hover_image.path
  if (product.hover_image?.focal_point) card.hoverFocal = product.hover_image.focal_point
  if (mrp.amount > selling_price.amount) {
    card.mrp = mrp.amount
    card.off = discount_percent
  }
  if (product.has_price_range) card.isFrom = true
  if (product.availability === 'out_of_stock') card.isSoldOut = true
  const [label] = product.labels
  if (product.sold_ahead?.label) card.label = [product.sold_ahead.label, '']
  else if (label) card.label = [label.name, label.background]
  if (product.rating) card.rating = [product.rating.average, product.rating.count]
  const colors = product.swatches.flatMap(({ color }) => color ?? [])
  // A value without a colour would look like a white one.
  if (colors.length > 1 && colors.length === product.swatches.length) card.swatches = colors
  return card
}
