import type { PaymentMethod } from '#contract/cart.ts'
import { formatMoney, money } from '#contract/money.ts'
import { isDelivered } from '#contract/rules/product-kind.ts'
import { gateways } from '#server/commerce/gateways/gateways.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartRow, PaymentMethodRow } from './cart-row.ts'

type Payable = Pick<CartRow, 'addresses' | 'area' | 'has_areas' | 'payment_methods' | 'lines'>

/**
 * The payment methods of a cart; `due` is the total before the method's own fee, in minor units. An unusable
 * method has the reason. Decisions §2 (cart_payment_methods).
 */
export const paymentOptions = (cart: Payable, due: number, channel: Channel): PaymentMethod[] =>
  cart.payment_methods
    .filter(({ code }) => gateways.some((gateway) => gateway.code === code))
    .map((method) => {
      const reason = unavailableReason(method, cart, due, channel)
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

function unavailableReason(
  { code, name, max_order, needs_cod_pincode }: PaymentMethodRow,
  { addresses, area, has_areas, lines }: Payable,
  due: number,
  { currency, locale }: Channel,
): string | null {
  const unsent = lines.find((line) => !isDelivered(line))
  if (code === 'cod' && unsent) return `${name} is not available with ${unsent.name}, which has no delivery`
  if (max_order !== null && due > max_order)
    return `${name} is available up to ${formatMoney(money(max_order, currency), locale)}`
  const address = addresses.find(({ address_type }) => address_type === 'Shipping')
  if (address && needs_cod_pincode && has_areas && !area?.is_cod_available)
    return `${name} is not available for ${address.postcode || 'this address'}`
  return null
}
