import { ownValue } from './own-value.ts'

/** The fields of a cart that the gate checks. */
export type GateCart = {
  items: readonly unknown[]
  customer_id: number | null
  phone: string | null
  email: string | null
  shipping_address: GateAddress | null
  billing_address: object | null
  shipping_method: object | null
  cart_payment_method: object | null
}

type GateAddress = { state_id?: number | null; state_name?: string }

export type GateSettings = {
  enable_guest_checkout: boolean
  order_sms_mandatory: boolean
  order_email_mandatory: boolean
}

/** The fields of `settings/address-fields` that the gate needs. */
export type GateField = { column_name: string; label: string; is_required: boolean }

export type Gate =
  | { ok: true }
  | { ok: false; step: 'cart' | 'address' | 'payment'; message: string; field?: string }

const open: Gate = { ok: true }

/** The first check of the checkout: the cart has items. Spec §5, checkout gate, 1. */
export function cartGate({ items }: Pick<GateCart, 'items'>): Gate {
  return items.length > 0 ? open : { ok: false, step: 'cart', message: 'Your cart is empty' }
}

/**
 * The data required before the payment step, in the spec's order and with its messages (spec §5, checkout
 * gate, 2; messages §8). `fields` are those of the shipping address's country. The server checks formats and
 * delivery area: `cart/validate/address`.
 */
export function addressGate(cart: GateCart, settings: GateSettings, fields: readonly GateField[]): Gate {
  const before = cartGate(cart)
  if (!before.ok) return before
  if (cart.customer_id === null && !settings.enable_guest_checkout)
    return refuse('customer_id', 'Customer account is empty')
  if (settings.order_sms_mandatory && isBlank(cart.phone)) return refuse('phone', 'Phone No is empty')
  if (settings.order_email_mandatory && isBlank(cart.email)) return refuse('email', 'Email address is empty')
  if (!cart.shipping_address) return refuse('shipping_address', 'Shipping address is empty')
  if (!cart.billing_address) return refuse('billing_address', 'Billing address is empty')
  const missing = missingField(cart.shipping_address, fields)
  return missing ? refuse(missing.column_name, `${missing.label} is empty`) : open
}

/** The choices required before an order is placed. Spec §5, checkout gate, 3. */
export function paymentGate(cart: GateCart, settings: GateSettings, fields: readonly GateField[]): Gate {
  const before = addressGate(cart, settings, fields)
  if (!before.ok) return before
  if (!cart.shipping_method)
    return { ok: false, step: 'payment', message: 'Shipping Method is empty', field: 'shipping_method' }
  if (!cart.cart_payment_method)
    return { ok: false, step: 'payment', message: 'Payment Method is empty', field: 'payment_method' }
  return open
}

/** The required fields that are empty in an address, in the form's order. */
export const missingFields = <Field extends GateField>(
  address: GateAddress,
  fields: readonly Field[],
): Field[] =>
  fields.filter(({ column_name, is_required }) => is_required && isBlank(columnOf(address, column_name)))

/** The first of them. */
export const missingField = <Field extends GateField>(
  address: GateAddress,
  fields: readonly Field[],
): Field | undefined => missingFields(address, fields)[0]

const refuse = (field: string, message: string): Gate => ({ ok: false, step: 'address', message, field })

/** A country without a list of states has the state as free text, so either fills the field. */
function columnOf(address: GateAddress, column: string): unknown {
  if (column === 'state_id' || column === 'state') return address.state_id ?? address.state_name
  return ownValue<unknown>(address, column)
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
