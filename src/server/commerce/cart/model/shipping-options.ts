import type { ShippingMethod } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { type Day, dayOf, etaDays } from '#contract/rules/delivery-dates.ts'
import { isDelivered, noDelivery } from '#contract/rules/product-kind.ts'
import { daysUntilThere } from '#server/catalog/stock/sold-ahead.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { AreaRow, CartRow } from './cart-row.ts'
import { rateFor } from './rate-for.ts'

type Delivery = Pick<CartRow, 'addresses' | 'area' | 'has_areas' | 'shipping_methods' | 'lines'>

/**
 * The delivery methods of a cart with prices; `goods` is its value after discount, `off` the most that
 * promotions take off the price of a method, in minor units. Goods without delivery count in neither, and a cart of them alone has one method without a price. Days count until the last piece is there. Without an address all methods are listed without days, at
 * their base prices; an address outside the delivery area has none, and methods without a matching rate are
 * left out. Decisions §2, issue C (checkout).
 */
export function shippingOptions(
  cart: Delivery,
  goods: number,
  { currency, locale }: Channel,
  off: (method: string) => number = () => 0,
): ShippingMethod[] {
  if (cart.lines.length > 0 && !cart.lines.some(isDelivered)) return [withoutDelivery(currency)]
  const hasAddress = cart.addresses.some(({ address_type }) => address_type === 'Shipping')
  if (hasAddress && !isServiceable(cart)) return []
  const weight = weightOf(cart)
  const wait = waitOf(cart, dayOf(new Date(), locale))
  const methods = cart.shipping_methods.flatMap((method) => {
    const { pickup } = method
    if (pickup && !pickup.has_all) return []
    const rate = hasAddress && !pickup ? rateFor(method, { weight, goods }) : method
    if (!rate) return []
    const { price, free_from } = rate
    const isFree = free_from !== null && goods >= free_from
    const amount = isFree ? 0 : Math.max(0, price - off(method.code))
    return {
      id: method.id,
      code: method.code,
      name: method.name,
      amount: money(amount, currency),
      free_after: free_from === null || amount === 0 ? null : money(free_from - goods, currency),
      eta_days: cart.area && !pickup ? etaDays(toDays(cart.area), method.days_added, wait) : null,
      pickup: pickup && { name: pickup.name, address: pickup.address, opening_hours: pickup.opening_hours },
    }
  })
  const isFaster = new Set(
    cart.shipping_methods.flatMap(({ id, days_added }) => (days_added < 0 ? [id] : [])),
  )
  return methods.filter(
    (method) => !isFaster.has(method.id) || !methods.some((other) => isBetter(other, method)),
  )
}

/** Cheaper and not slower: a faster method is offered only where it takes days off. */
const isBetter = (one: ShippingMethod, other: ShippingMethod) =>
  one.amount.amount < other.amount.amount &&
  one.eta_days !== null &&
  other.eta_days !== null &&
  one.eta_days.min <= other.eta_days.min &&
  one.eta_days.max <= other.eta_days.max

/** The largest id, which no method of the shop reaches. */
const NO_ROW = 2_147_483_647

const withoutDelivery = (currency: string): ShippingMethod => ({
  id: NO_ROW,
  ...noDelivery,
  amount: money(0, currency),
  free_after: null,
  eta_days: null,
  pickup: null,
})

/** In grams; unknown weights count as zero. */
const weightOf = ({ lines }: Pick<CartRow, 'lines'>) =>
  lines.filter(isDelivered).reduce((total, { quantity, weight_g }) => total + quantity * (weight_g ?? 0), 0)

/** The days until all of its pieces can be sent. */
function waitOf({ lines }: Pick<CartRow, 'lines'>, today: Day): number {
  const pieces = Map.groupBy(lines, ({ variation_id }) => variation_id)
  return Math.max(
    0,
    ...[...pieces.values()].map((same) =>
      daysUntilThere(
        same[0]?.sold_ahead ?? null,
        same.reduce((sum, { quantity }) => sum + quantity, 0),
        today,
      ),
    ),
  )
}

/** Whether the shop delivers to the shipping address. A shop without delivery areas delivers everywhere. */
export const isServiceable = ({ area, has_areas }: Pick<CartRow, 'area' | 'has_areas'>) =>
  !has_areas || area?.is_serviceable === true

/** The preselected method: the cheapest delivery, of equals the first. UX, "Checkout: payment". */
export const cheapest = (methods: readonly ShippingMethod[]): ShippingMethod | undefined =>
  methods
    .filter(({ pickup }) => !pickup)
    .reduce<ShippingMethod | undefined>(
      (best, method) => (best && best.amount.amount <= method.amount.amount ? best : method),
      undefined,
    )

const toDays = ({ min_days: min, max_days: max }: AreaRow) => ({ min, max })
