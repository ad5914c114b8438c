import { api } from '#client/api.ts'
import { cartEvent } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import type { Cart } from '#contract/cart.ts'
import type { Failure, Reply } from '#contract/envelope.ts'
import type { Values } from '#features/address/address-values.ts'
import type { Errors } from '#features/address/find-part-errors.ts'
import { applyCartReply } from '#features/cart/cart-of-reply.ts'
import { cartAddressInput, isSame } from './step-values.ts'

/** `errors` are shown at their fields, `message` above the form. */
export type SaveOutcome = { ok: true } | { ok: false; errors: Errors; message: string | null }

const quietly = { silent: true }

/**
 * Saves contact and addresses to the cart and checks the delivery: everything that the payment step's gate
 * requires. Stops at the first refusal; earlier writes stay saved.
 */
export async function saveAddressStep(values: Values): Promise<SaveOutcome> {
  const shipping = applyCartReply(
    await api.cart.updateAddress(
      { address_type: 'Shipping', ...cartAddressInput(values, 'shipping'), same_as_shipping: isSame(values) },
      quietly,
    ),
  )
  if (shipping.status === 'error') return refused(shipping, 'shipping')

  // After the address, whose country decides how long a phone number is.
  const contact = applyCartReply(
    await api.cart.updateContact(
      { phone: values['contact.phone']?.trim() || null, email: values['contact.email']?.trim() || null },
      quietly,
    ),
  )
  if (contact.status === 'error') return refused(contact, 'contact')

  const billing = isSame(values) ? shipping : await saveBilling(values)
  if (billing.status === 'error') return refused(billing, 'billing')

  const check = applyCartReply(await api.cart.validateAddress({}, quietly))
  if (check.status === 'success') {
    const tier = shipping.data.shipping_method?.name ?? ''
    emit({ name: 'add_shipping_info', shipping_tier: tier, ...cartEvent(shipping.data) })
    return { ok: true }
  }
  // Shown at the postcode, not only in a toast.
  if (check.code === 'NOT_SERVICEABLE')
    return { ok: false, errors: { 'shipping.postcode': check.message }, message: null }
  return refused(check, 'shipping')
}

const saveBilling = async (values: Values): Promise<Reply<Cart>> =>
  applyCartReply(
    await api.cart.updateAddress(
      { address_type: 'Billing', ...cartAddressInput(values, 'billing'), same_as_shipping: false },
      quietly,
    ),
  )

/** Field errors at the step's fields; an address's phone is the contact's. */
function refused({ message, errors }: Failure, part: 'contact' | 'shipping' | 'billing'): SaveOutcome {
  const atFields: Record<string, string> = {}
  for (const [column, [words]] of Object.entries(errors ?? {}))
    if (words) atFields[column === 'phone' ? 'contact.phone' : `${part}.${column}`] = words
  const isAtFields = Object.keys(atFields).length > 0
  return { ok: false, errors: atFields, message: isAtFields ? null : message }
}
