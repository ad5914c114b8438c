import type { Cart } from '#contract/cart.ts'
import { type AddressInput, addressTexts, checkAddress } from '#contract/rules/address.ts'
import type { Db, Tx } from '../http/context.ts'
import { invalid, notFound } from '../http/errors.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { findAddressRules } from './address-rules.ts'
import { readCartById } from './read-cart.ts'
import { cheapest } from './shipping-options.ts'
import { type Write, writeCart } from './write-cart.ts'

export type NewAddress = Partial<Omit<AddressInput, 'state_id'>> & {
  address_type: 'Shipping' | 'Billing'
  country_id: number
  state_id?: number | null | undefined
  address_id?: number | null | undefined
  same_as_shipping?: boolean | undefined
}

/**
 * Sets the shipping or billing address; what is not given is empty. While billing is the same as shipping, both are kept
 * alike. The first deliverable address chooses the cheapest delivery. Spec §5 (address step), decisions §4 (update-address).
 *
 * @throws 422 by field for wrong formats and unknown places; missing required fields are the gate's matter. 409 STALE_CART.
 */
export async function updateAddress(db: Db, write: Write, given: NewAddress): Promise<Cart> {
  // saved addresses come with the customer's address book; until then no id is anybody's
  if (given.address_id) throw notFound('This address is not in your address book')
  const address = await requireValidAddress(db, given)
  return writeCart(db, write, async (tx, cartId) => {
    const isBillingSame = await keepAlike(tx, cartId, given)
    if (given.address_type === 'Billing' && isBillingSame) await copyShippingToBilling(tx, cartId)
    else await putAddress(tx, cartId, { ...address, address_type: given.address_type })
    if (given.address_type === 'Shipping' && isBillingSame)
      await putAddress(tx, cartId, { ...address, address_type: 'Billing' })
    await chooseDelivery(tx, cartId, write.scope.channel)
  })
}

type CartAddress = AddressInput & { country_id: number }

async function requireValidAddress(db: Db, given: NewAddress): Promise<CartAddress> {
  const rules = await findAddressRules(db, given.country_id)
  if (!rules) throw invalid({ country_id: ['This field is not valid'] })
  const texts = Object.fromEntries(addressTexts.map((column) => [column, given[column] ?? '']))
  const typed = { ...texts, state_id: given.state_id ?? null } as AddressInput
  const { address, errors } = checkAddress(typed, rules, rules.fields)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { ...address, country_id: given.country_id }
}

/** Whether billing follows shipping from now on. A billing address of its own ends it, unless the shopper says otherwise. */
async function keepAlike(tx: Tx, cartId: number, given: NewAddress): Promise<boolean> {
  const wanted = given.same_as_shipping ?? (given.address_type === 'Billing' ? false : undefined)
  const cart = await tx
    .updateTable('carts')
    .set((eb) => ({ is_billing_same: wanted ?? eb.ref('is_billing_same') }))
    .where('id', '=', cartId)
    .returning('is_billing_same')
    .executeTakeFirstOrThrow()
  return cart.is_billing_same
}

async function putAddress(
  tx: Tx,
  cartId: number,
  address: CartAddress & { address_type: 'Shipping' | 'Billing' },
) {
  await tx
    .insertInto('cart_addresses')
    .values({ ...address, cart_id: cartId })
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'address_type']).doUpdateSet({ ...address, address_id: null }),
    )
    .execute()
}

async function copyShippingToBilling(tx: Tx, cartId: number) {
  const shipping = await tx
    .selectFrom('cart_addresses')
    .select(['country_id', 'state_id', ...addressTexts])
    .where('cart_id', '=', cartId)
    .where('address_type', '=', 'Shipping')
    .executeTakeFirst()
  if (!shipping) throw invalid({ same_as_shipping: ['There is no shipping address yet'] })
  await putAddress(tx, cartId, { ...shipping, address_type: 'Billing' })
}

async function chooseDelivery(tx: Tx, cartId: number, channel: Channel) {
  const cart = await readCartById(tx, channel, cartId)
  if (!cart.shipping_address || cart.shipping_method) return
  const method = cheapest(cart.shipping_methods)
  if (!method) return
  await tx.updateTable('carts').set({ shipping_method: method.code }).where('id', '=', cartId).execute()
}
