import type { ShippingMethod } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { AreaRow, CartRow, ShippingMethodRow } from './cart-row.ts'
import { rateFor } from './rate-for.ts'

type Delivery = Pick<CartRow, 'addresses' | 'area' | 'has_areas' | 'shipping_methods' | 'lines'>

/**
 * How a cart can be delivered and for how much; `goods` is its worth after discount, `off` what a coupon takes off the price
 * at most, in minor units. Before there is an
 * address all methods are shown without days, at their own prices; to an address outside the delivery area there are none, and a
 * method that has no rate for it is not among them. Decisions §2, issue C (checkout).
 */
export function shippingOptions(
  cart: Delivery,
  goods: number,
  { currency }: Channel,
  off = 0,
): ShippingMethod[] {
  const hasAddress = cart.addresses.some(({ address_type }) => address_type === 'Shipping')
  if (hasAddress && !isServiceable(cart)) return []
  const weight = weightOf(cart)
  return cart.shipping_methods.flatMap((method) => {
    const rate = hasAddress ? rateFor(method, { weight, goods }) : method
    if (!rate) return []
    const { price, free_from } = rate
    const isFree = free_from !== null && goods >= free_from
    const amount = isFree ? 0 : Math.max(0, price - off)
    return {
      id: method.id,
      code: method.code,
      name: method.name,
      amount: money(amount, currency),
      free_after: free_from === null || amount === 0 ? null : money(free_from - goods, currency),
      eta_days: cart.area ? etaDays(cart.area, method) : null,
    }
  })
}

/** In grams; what nobody has weighed counts as nothing. */
const weightOf = ({ lines }: Pick<CartRow, 'lines'>) =>
  lines.reduce((total, { quantity, weight_g }) => total + quantity * (weight_g ?? 0), 0)

/** Do we deliver to the shipping address? A shop without a single delivery area delivers everywhere. */
export const isServiceable = ({ area, has_areas }: Pick<CartRow, 'area' | 'has_areas'>) =>
  !has_areas || area?.is_serviceable === true

/** The one to choose for the shopper: the cheapest, of equals the first. UX, "Checkout: payment". */
export const cheapest = (methods: readonly ShippingMethod[]): ShippingMethod | undefined =>
  methods.reduce<ShippingMethod | undefined>(
    (best, method) => (best && best.amount.amount <= method.amount.amount ? best : method),
    undefined,
  )

/** A faster method takes days off, but never arrives the same day. */
function etaDays(area: AreaRow, { days_added }: ShippingMethodRow) {
  const min = Math.max(1, area.min_days + days_added)
  return { min, max: Math.max(min, area.max_days + days_added) }
}
