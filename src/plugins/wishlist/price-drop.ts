import type { Money } from '#contract/money.ts'
import type { WishlistItem } from './contract.ts'

/** The difference to the price on the day it was saved; null if it is not lower, or was in another currency. */
export function priceDrop({
  product,
  price_at_add,
}: Pick<WishlistItem, 'price_at_add'> & {
  product: { channel: Pick<WishlistItem['product']['channel'], 'selling_price'> }
}): Money | null {
  const { selling_price } = product.channel
  const amount = price_at_add.amount - selling_price.amount
  return price_at_add.currency === selling_price.currency && amount > 0
    ? { amount, currency: selling_price.currency }
    : null
}
