import type { ShippingMethodRow, ShippingRateRow } from './cart-row.ts'

type Sent = { /** Grams. */ weight: number /** Value after discount, in minor units. */; goods: number }

/**
 * The price of a method for a delivery: its own price, or the matching rate. Of the rates for the address the
 * most specific location wins, then the highest weight threshold, then the highest value threshold.
 * @returns undefined when no rate matches: the method is not available then.
 */
export function rateFor(
  method: Pick<ShippingMethodRow, 'price' | 'free_from' | 'has_rates' | 'rates'>,
  { weight, goods }: Sent,
): Pick<ShippingRateRow, 'price' | 'free_from'> | undefined {
  if (!method.has_rates) return method
  const narrowest = Math.max(...method.rates.map(({ rank }) => rank))
  return method.rates
    .filter(({ rank }) => rank === narrowest)
    .filter(
      ({ from_weight_g, to_weight_g, from_goods }) =>
        from_weight_g <= weight && (to_weight_g === null || weight < to_weight_g) && from_goods <= goods,
    )
    .sort((a, b) => b.from_weight_g - a.from_weight_g || b.from_goods - a.from_goods)[0]
}
