import type { PaymentMethod } from '#contract/cart.ts'
import { formatMoney, money } from '#contract/money.ts'
import { availableGateways } from '../payments/gateways.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { CartRow, PaymentMethodRow } from './cart-row.ts'

type Payable = Pick<CartRow, 'addresses' | 'area' | 'has_areas' | 'payment_methods'>

/**
 * How a cart can be paid; `due` is what there is to pay before the method's own fee, in minor units. A method that cannot be
 * used here says why. Decisions §2 (cart_payment_methods).
 */
export const paymentOptions = (cart: Payable, due: number, channel: Channel): PaymentMethod[] =>
  cart.payment_methods
    .filter(({ code }) => availableGateways.includes(code))
    .map((method) => {
      const reason = reasonAgainst(method, cart, due, channel)
      return {
        id: method.id,
        code: method.code,
        name: method.name,
        description: method.description,
        fee: method.fee === null ? null : money(method.fee, channel.currency),
        is_available: reason === null,
        reason,
      }
    })

function reasonAgainst(
  { name, max_order, needs_cod_pincode }: PaymentMethodRow,
  { addresses, area, has_areas }: Payable,
  due: number,
  { currency, locale }: Channel,
): string | null {
  if (max_order !== null && due > max_order)
    return `${name} is available up to ${formatMoney(money(max_order, currency), locale)}`
  const address = addresses.find(({ address_type }) => address_type === 'Shipping')
  if (address && needs_cod_pincode && has_areas && !area?.is_cod_available)
    return `${name} is not available for ${address.postcode || 'this address'}`
  return null
}
