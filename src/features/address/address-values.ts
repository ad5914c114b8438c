import type { Address, Cart } from '#contract/cart.ts'
import type { AddressField } from '#contract/storefront.ts'

/**
 * What stands in the address step's fields, by their names: `contact.phone`, `shipping.postcode`, `billing.state_id` …,
 * and `same_as_shipping`, which is 'yes' or ''.
 */
export type Values = Readonly<Record<string, string>>

export type Part = 'shipping' | 'billing'

export const isSame = (values: Values) => values.same_as_shipping === 'yes'

/** The fields as the cart fills them: somebody who comes back finds everything as it was. Spec §4, address panel. */
export function valuesOf(cart: Cart, defaultCountryId: number): Values {
  return {
    'contact.phone': cart.phone ?? '',
    'contact.email': cart.email ?? '',
    same_as_shipping: cart.billing_same_as_shipping ? 'yes' : '',
    ...partOf('shipping', cart.shipping_address, defaultCountryId),
    ...partOf('billing', cart.billing_same_as_shipping ? null : cart.billing_address, defaultCountryId),
  }
}

const columns = ['first_name', 'last_name', 'postcode', 'address_line_1', 'address_line_2', 'city'] as const

function partOf(part: Part, address: Address | null, defaultCountryId: number): Values {
  const values: Record<string, string> = {
    [`${part}.country_id`]: String(address?.country_id ?? defaultCountryId),
    [`${part}.state_id`]: address?.state_id ? String(address.state_id) : '',
    [`${part}.state_name`]: address?.state_name ?? '',
  }
  for (const column of columns) values[`${part}.${column}`] = address?.[column] ?? ''
  return values
}

/**
 * The fields that are asked for, the postcode before the street so that it can help with the rest. The phone is not among
 * them: nobody is asked for the same number twice, the contact's stands for it.
 */
export function askedFields(fields: readonly AddressField[]): AddressField[] {
  const asked = fields.filter(({ column_name }) => column_name !== 'phone')
  const postcode = asked.find(({ column_name }) => column_name === 'postcode')
  const street = asked.findIndex(({ column_name }) => column_name === 'address_line_1')
  if (!postcode || street < 0 || asked.indexOf(postcode) < street) return asked
  return asked.filter((field) => field !== postcode).toSpliced(street, 0, postcode)
}

/** Whether an order needs a phone number: by the shop's settings, or because the country's addresses have one. */
export const needsPhone = (isSmsMandatory: boolean, fields: readonly AddressField[]) =>
  isSmsMandatory || fields.some(({ column_name, is_required }) => column_name === 'phone' && is_required)

/** A part of the values as `cart/update-address` takes it. */
export function addressInput(values: Values, part: Part) {
  const text = (column: string) => values[`${part}.${column}`]?.trim() ?? ''
  return {
    country_id: Number(text('country_id')),
    state_id: text('state_id') ? Number(text('state_id')) : null,
    state_name: text('state_name'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    postcode: text('postcode'),
    address_line_1: text('address_line_1'),
    address_line_2: text('address_line_2'),
    city: text('city'),
    phone: values['contact.phone']?.trim() ?? '',
  }
}
