import type { CallContext, CartOwner, Tx } from '../http/context.ts'
import { invalid } from '../http/errors.ts'
import { addressKey, requireToken } from '../http/rate-limit.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { requireLegacyMode, requireRegistration } from './auth-mode.ts'
import { claimOrder, type OrderRef } from './claim-order.ts'
import { emailErrors, phoneErrors } from './free-contact.ts'
import { hashPassword } from './hash-password.ts'
import { requireUncommonPassword } from './password-rules.ts'
import { requirePhone } from './phone-rule.ts'
import { inSignIn, type SignedIn, signIn } from './sign-in.ts'

export type Registration = OrderRef & {
  first_name: string
  last_name: string
  phone: string
  email: string
  password: string
}

/**
 * Opens an account with e-mail and password and logs in. The phone is written down unverified. Spec §5 (legacy register),
 * decisions §4.
 *
 * @throws 409 AUTH_MODE_OFF or REGISTRATION_OFF; 422 at phone, email (also when they have an account) or password; 429, 503.
 */
export async function register(call: CallContext, given: Registration, cart: CartOwner): Promise<SignedIn> {
  const { db, config, channel, visitor } = call
  const settings = await rememberedSettings(call)
  requireLegacyMode(settings)
  requireRegistration(settings)
  const { first_name, last_name, email, password } = given
  const { mobile_code, phone } = await requirePhone(db, channel, given.phone, 'phone')
  requireUncommonPassword(config, password, { email, storeName: settings.store_name })
  await requireToken(db, `register ip ${addressKey(visitor.ip)}`, { most: 5, seconds: 3_600 })
  const password_hash = await hashPassword(password, config)

  return inSignIn(db, async (tx) => {
    await requireFree(tx, { email, mobile_code, phone })
    const { id } = await tx
      .insertInto('customers')
      .values({ first_name, last_name, email, mobile_code, phone, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    await claimOrder(tx, call, id, given)
    return signIn(tx, call, { customerId: id, method: 'register', isRemembered: true, cart })
  })
}

async function requireFree(tx: Tx, contact: { email: string; mobile_code: string; phone: string }) {
  const errors = {
    ...(await emailErrors(tx, contact.email)),
    ...(await phoneErrors(tx, contact)),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
