import type { Cart } from '#contract/cart.ts'
import { type GateField, missingField } from '#contract/rules/checkout-gate.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { findAddressRules } from '../addresses/address-rules.ts'

export type AddressFinding =
  | { is_valid: true; serviceable: true }
  | { is_valid: false; serviceable: boolean; code: 'CART_INVALID' | 'NOT_SERVICEABLE'; message: string }

/**
 * Checks that the shipping address is complete and deliverable: at least one delivery method serves it;
 * `fields` are its country's. Formats were checked when it was saved. Spec §5 (checkout gate, 2), decisions
 * §4 (validate/address).
 */
export function findAddress(cart: Cart, fields: readonly GateField[]): AddressFinding {
  const { shipping_address: address } = cart
  if (!address) return incomplete('Shipping address is empty')
  const missing = missingField(address, fields)
  if (missing) return incomplete(`${missing.label} is empty`)
  if (cart.shipping_methods.length > 0) return { is_valid: true, serviceable: true }
  const message = `We do not deliver to ${address.postcode || address.country_name}`
  return { is_valid: false, serviceable: false, code: 'NOT_SERVICEABLE', message }
}

/** The fields that the gate requires of the cart's shipping address; none without an address. */
export async function readGateFields(db: Db | Tx, { shipping_address }: Cart): Promise<GateField[]> {
  if (!shipping_address) return []
  return (await findAddressRules(db, shipping_address.country_id))?.fields ?? []
}

const incomplete = (message: string): AddressFinding => ({
  is_valid: false,
  serviceable: false,
  code: 'CART_INVALID',
  message,
})
