import type { ShippingMethodRow, ShippingRateRow } from './cart-row.ts'

type Sent = { /** Grams. */ weight: number /** Worth after discount, in minor units. */; goods: number }

/**
 * What a method costs for what is sent to an address: its own price, or the rate that fits. Of the rates for the address those for
 * the narrowest place count, and of these the one that begins nearest below the weight, then below the worth.
 *
 * @returns undefined when none fits: then it is not sent this way.
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
