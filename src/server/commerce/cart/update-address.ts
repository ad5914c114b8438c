import type { Cart } from '#contract/cart.ts'
import { addressTexts } from '#contract/rules/address.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { saveCheckoutAddress } from '../addresses/save-checkout-address.ts'
import {
  type GivenAddress,
  requireValidAddress,
  requireWholeAddress,
  type ValidAddress,
} from '../addresses/valid-address.ts'
import { cheapest } from './model/shipping-options.ts'
import { readCartById } from './store/read-cart.ts'
import { type Write, writeCart } from './store/write-cart.ts'

export type NewAddress = GivenAddress & {
  address_type: 'Shipping' | 'Billing'
  /** The customer's saved address that this is. */
  address_id?: number | null | undefined
  same_as_shipping?: boolean | undefined
  /** Saves it in the address book too; ignored for a guest, who has none. */
  save_address?: boolean | undefined
}

/**
 * Sets the shipping or billing address; missing fields are cleared. While billing is the same as shipping,
 * both are updated, and the first deliverable address selects the cheapest delivery. With `save_address` it
 * is stored in the address book in the same transaction: as a new address, or replacing the one that
 * `address_id` names. Spec §5 (address step), decisions §4 (update-address).
 * @throws 422 by field for wrong formats and unknown locations, and for missing required fields when the
 * address is saved; otherwise the checkout gate checks those. 404 for an `address_id` that is not the
 * customer's. 409 STALE_CART, ADDRESS_BOOK_FULL.
 */
export async function updateAddress(db: Db, write: Write, given: NewAddress): Promise<Cart> {
  const { customerId } = write.scope.owner
  const isSaved = given.save_address === true && customerId !== null
  const valid = await (isSaved ? requireWholeAddress(db, given) : requireValidAddress(db, given))
  return writeCart(db, write, async (tx, cartId) => {
    const address_id = await saveCheckoutAddress(tx, customerId, { ...given, ...valid, isSaved })
    const address = { ...valid, address_id }
    const isBillingSame = await keepAlike(tx, cartId, given)
    if (given.address_type === 'Billing' && isBillingSame) await copyShippingToBilling(tx, cartId)
    else await putAddress(tx, cartId, { ...address, address_type: given.address_type })
    if (given.address_type === 'Shipping' && isBillingSame)
      await putAddress(tx, cartId, { ...address, address_type: 'Billing' })
    await chooseDelivery(tx, cartId, write.scope.channel)
  })
}

type CartAddress = ValidAddress & { address_id: number | null }

/**
 * Whether billing follows shipping from now on. A separate billing address ends it, unless the request says
 * otherwise.
 */
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
    .onConflict((conflict) => conflict.columns(['cart_id', 'address_type']).doUpdateSet(address))
    .execute()
}

async function copyShippingToBilling(tx: Tx, cartId: number) {
  const shipping = await tx
    .selectFrom('cart_addresses')
    .select(['address_id', 'country_id', 'state_id', ...addressTexts])
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
