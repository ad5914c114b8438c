import type { Account } from '#contract/account.ts'
import type { Address, Cart } from '#contract/cart.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import type { AddressField } from '#contract/storefront.ts'
import { addressInput, type Part, partOf, type Values } from '#features/address/address-values.ts'
import { offeredFor, preselected } from './address-panel.ts'

/** The customer's known data at the start of the address step, so that it is not requested again. */
export type Known = {
  saved: readonly Address[]
  /** That of the last order, of a customer without saved addresses. */
  last: Address | null
  account: Pick<Account, 'phone' | 'email'> | null
}

/** Shipping and billing are the same address. In the values: `same_as_shipping`, 'yes' or ''. */
export const isSame = (values: Values) => values.same_as_shipping === 'yes'

/**
 * The address step's values from the cart, so that a returning shopper finds their input. Missing ones are
 * the customer's default address and contact. Spec §4, address panel.
 */
export function valuesOf(cart: Cart, defaultCountryId: number, { saved, last, account }: Known): Values {
  const shipping = cart.shipping_address ?? preselected(offeredFor('shipping', saved), null) ?? last
  const ownBilling = cart.billing_same_as_shipping ? null : cart.billing_address
  const billing = ownBilling ?? preselected(offeredFor('billing', saved), null) ?? null
  return {
    'contact.phone': cart.phone ?? account?.phone ?? shipping?.phone ?? '',
    'contact.email': cart.email ?? account?.email ?? '',
    same_as_shipping: cart.billing_same_as_shipping || isWithoutDelivery(cart) ? 'yes' : '',
    // A customer's first address is saved unless they say otherwise: the next order does not ask for it again.
    save_address: account && saved.length === 0 ? 'yes' : '',
    ...partOf('shipping', shipping, defaultCountryId),
    ...partOf('billing', billing, defaultCountryId),
  }
}

/** Whether an order needs a phone number: by the shop's settings, or because the country's addresses have one. */
export const needsPhone = (isSmsMandatory: boolean, fields: readonly AddressField[]) =>
  isSmsMandatory || fields.some(({ column_name, is_required }) => column_name === 'phone' && is_required)

/** A part of the values as the input of `cart/update-address`: the contact's phone is the address's. */
export function cartAddressInput(values: Values, part: Part) {
  const id = Number(values[`${part}.address_id`])
  return {
    ...addressInput(values, part),
    phone: values['contact.phone']?.trim() ?? '',
    ...(id > 0 ? { address_id: id } : {}),
    ...(values.save_address === 'yes' && part === 'shipping' ? { save_address: true } : {}),
  }
}
