import type { Cart } from '#contract/cart.ts'
import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import { invalidPhone, normalisePhone } from '#contract/rules/phone.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { chooseMarketing } from '#server/platform/notify/update-mail-preferences.ts'
import { findAddressRules } from '../addresses/address-rules.ts'
import { type Write, writeCart } from './store/write-cart.ts'

export type Contact = {
  phone?: string | null | undefined
  email?: string | null | undefined
  marketing_opt_in?: boolean | undefined
}

/**
 * Sets phone (stored as national digits of the country of the shipping address, before there is one of the
 * channel's) and e-mail; empty clears, undefined leaves it unchanged. Spec §5 (address step), decisions §4
 * (update-contact).
 * @throws 422 at phone or email. 409 STALE_CART.
 */
export async function updateContact(db: Db, write: Write, contact: Contact): Promise<Cart> {
  return writeCart(db, write, async (tx, cartId) => {
    const changes = await requireValidContact(tx, { cartId, channel: write.scope.channel }, contact)
    if (Object.keys(changes).length === 0) return
    await tx.updateTable('carts').set(changes).where('id', '=', cartId).execute()
    // An unticked box does not withdraw an earlier consent, because most shoppers overlook it.
    const { customerId } = write.scope.owner
    if (customerId !== null && contact.marketing_opt_in) await chooseMarketing(tx, customerId, true)
  })
}

async function requireValidContact(
  tx: Tx,
  { cartId, channel }: { cartId: number; channel: Channel },
  { phone, email, marketing_opt_in }: Contact,
) {
  const delivery = await tx
    .selectFrom('cart_addresses')
    .select('country_id')
    .where('cart_id', '=', cartId)
    .where('address_type', '=', 'Shipping')
    .executeTakeFirst()
  const rules = await findAddressRules(tx, delivery?.country_id ?? channel.country_id)
  const digits = phone && rules ? normalisePhone(phone, rules) : null
  const errors = {
    ...(phone && digits === null ? { phone: [invalidPhone] } : {}),
    ...(email && !isEmail(email) ? { email: [invalidEmail] } : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...(phone === undefined ? {} : { phone: digits }),
    ...(email === undefined ? {} : { email: email || null }),
    ...(marketing_opt_in === undefined ? {} : { is_marketing_opted_in: marketing_opt_in }),
  }
}
