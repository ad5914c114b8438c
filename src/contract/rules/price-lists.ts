/** When a price list applies, from `starts_at` up to `ends_at`, which is the first moment without it. */
export type PriceListPeriod = { is_active: boolean; starts_at: Date; ends_at: Date | null }

/** A price of one variation in a list of its channel. */
export type ListPrice = PriceListPeriod & {
  /** Minor units of the channel. */
  price: number
  /** Pieces of the variation from which it applies. */
  min_quantity: number
  /** Null: for everyone. */
  customer_group_id: number | null
}

export const isInEffect = ({ is_active, starts_at, ends_at }: PriceListPeriod, at: Date): boolean =>
  is_active && starts_at <= at && (ends_at === null || at < ends_at)

/** A lower price of one piece from so many pieces of a variation in one cart. Minor units of the channel. */
export type PriceTier = Pick<ListPrice, 'price' | 'min_quantity'>

/**
 * The tiers that lower what a piece costs, from the smallest quantity, without those that more pieces than are sold at once would need.
 * @param own minor units, of one piece
 */
export function tiersBelow(own: number, prices: readonly PriceTier[], mostPieces: number): PriceTier[] {
  let lowest = own
  return prices
    .filter(({ min_quantity }) => min_quantity <= mostPieces)
    .sort((one, other) => one.min_quantity - other.min_quantity || one.price - other.price)
    .filter(({ price }) => {
      const isLower = price < lowest
      lowest = Math.min(lowest, price)
      return isLower
    })
    .map(({ min_quantity, price }) => ({ min_quantity, price }))
}

/**
 * A percentage below a price, rounded half up to a multiple of `step`, one step at least.
 * @param price minor units, as is `step`
 * @param percent a whole number from 1 to 99
 */
export const percentBelow = (price: number, percent: number, step: number): number =>
  Math.max(1, Math.floor((2 * price * (100 - percent) + 100 * step) / (200 * step))) * step

/**
 * What a piece costs: the lowest of the channel's own price and of those of the lists that apply, so that no list makes anything
 * dearer. The SQL function `effective_price` is the same rule. ADR 0033.
 *
 * @param own minor units, as are the prices
 * @param shopper the groups of the customer, the pieces of the variation, and the time
 */
export function effectivePrice(
  own: number,
  prices: readonly ListPrice[],
  shopper: { groups: readonly number[]; quantity: number; at: Date },
): number {
  const { groups, quantity, at } = shopper
  const applying = prices.filter(
    (one) =>
      one.min_quantity <= quantity &&
      (one.customer_group_id === null || groups.includes(one.customer_group_id)) &&
      isInEffect(one, at),
  )
  return Math.min(own, ...applying.map(({ price }) => price))
}
