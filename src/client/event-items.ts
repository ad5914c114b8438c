import type { Cart, CartItem } from '#contract/cart.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Money } from '#contract/money.ts'
import { type EventItem, emit } from './events.ts'

/** An amount in the currency's main unit, as analytics expect it. */
export const toMajorUnits = (money: Money) => Number(decimalAmount(money))

type Named = {
  sku: string
  name: string
  price: Money
  brand?: string | undefined
  /** The chosen options, such as `Blue / M`. */
  variant?: string | undefined
  quantity?: number
}

/** One item of an event; `index` is its position in the list, from 0. */
export const toEventItem = (
  { sku, name, price, brand, variant, quantity = 1 }: Named,
  index = 0,
): EventItem => ({
  item_id: sku,
  item_name: name,
  ...(brand ? { item_brand: brand } : {}),
  ...(variant ? { item_variant: variant } : {}),
  price: toMajorUnits(price),
  quantity,
  index,
})

const toCartItem = ({ product, options, unit_price, quantity }: CartItem, index: number): EventItem =>
  toEventItem(
    {
      sku: product.channel.sku,
      name: product.name,
      brand: product.brand?.name,
      variant: options.map(({ value }) => value).join(' / '),
      price: unit_price,
      quantity,
    },
    index,
  )

/** The fields of every event about a whole cart. */
export const cartEvent = ({ items, grand_total, coupon }: Cart) => ({
  currency: grand_total.currency,
  value: toMajorUnits(grand_total),
  ...(coupon ? { coupon: coupon.code } : {}),
  items: items.map(toCartItem),
})

/** Emits an event about items; its value is the sum of their prices. */
export function emitItems(
  name: 'view_item' | 'add_to_wishlist' | 'add_to_cart' | 'remove_from_cart',
  currency: string,
  items: EventItem[],
) {
  if (items.length === 0) return
  const value = items.reduce((total, { price, quantity }) => total + price * quantity, 0)
  emit({ name, currency, value: Number(value.toFixed(2)), items })
}

/**
 * Emits the items that a request of this tab has added to the cart and removed from it.
 *
 * @param added the requested line, for when the cart before is unknown
 */
export function emitCartChange(
  before: Cart | null,
  after: Cart,
  added?: { product_id: number; quantity?: number | undefined },
) {
  const quantityBefore = ({ id, product_id, quantity }: CartItem) => {
    if (before) return before.items.find((item) => item.id === id)?.quantity ?? 0
    return product_id === added?.product_id ? Math.max(0, quantity - (added.quantity ?? 1)) : quantity
  }
  const gone = (before?.items ?? []).filter(({ id }) => !after.items.some((item) => item.id === id))
  const changes = [
    ...after.items.map((item) => ({ item, more: item.quantity - quantityBefore(item) })),
    ...gone.map((item) => ({ item, more: -item.quantity })),
  ]
  const moved = (sign: 1 | -1) =>
    changes
      .filter(({ more }) => more * sign > 0)
      .map(({ item, more }, index) => toCartItem({ ...item, quantity: Math.abs(more) }, index))
  const { currency } = after.grand_total
  emitItems('add_to_cart', currency, moved(1))
  emitItems('remove_from_cart', currency, moved(-1))
}
