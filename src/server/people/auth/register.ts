import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { requireLegacyMode, requireRegistration } from './auth-mode.ts'
import { claimOrder, type OrderRef } from './claim-order.ts'
import { emailErrors, phoneErrors } from './contact-errors.ts'
import { mailConfirmation } from './email-confirmation.ts'
import { hashPassword } from './hash-password.ts'
import { requireUncommonPassword } from './password-rules.ts'
import { requirePhone } from './phone-rule.ts'
import { type LoginOptions, type SignedIn, signIn, signInTransaction } from './sign-in.ts'

export type Registration = OrderRef & {
  first_name: string
  last_name: string
  phone: string
  email: string
  password: string
}

/**
 * Creates an account with email and password, logs in and mails the link that confirms the address. The phone stays
 * unverified. Spec §5 (legacy register), decisions §4.
 *
 * @throws 409 AUTH_MODE_OFF or REGISTRATION_OFF; 422 at phone, email (also when they have an account) or
 * password; 429, 503.
 */
export async function register(
  db: Db,
  given: Registration,
  options: LoginOptions & { look: MailLook },
): Promise<SignedIn> {
  const { config, settings, look, channel, visitor, plugins, cart } = options
  requireLegacyMode(settings)
  requireRegistration(settings)
  const { first_name, last_name, email, password } = given
  const { mobile_code, phone } = await requirePhone(db, channel, given.phone, 'phone')
  requireUncommonPassword(config, password, { email, storeName: settings.store_name })
  await requireToken(db, `register ip ${addressKey(visitor.ip)}`, { most: 5, seconds: 3_600 })
  const password_hash = await hashPassword(password, config)

  return signInTransaction(db, async (tx) => {
    await requireFree(tx, { email, mobile_code, phone })
    const { id } = await tx
      .insertInto('customers')
      .values({ first_name, last_name, email, mobile_code, phone, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    await mailConfirmation(tx, config, { id, email, look })
    await plugins.runHooks(tx, 'customer.registered', { customer_id: id })
    const claimedOrderId = await claimOrder(tx, { config, visitor }, id, given)
    return signIn(tx, options, {
      customerId: id,
      method: 'register',
      isRemembered: true,
      cart,
      claimedOrderId,
    })
  })
}

async function requireFree(tx: Tx, contact: { email: string; mobile_code: string; phone: string }) {
  const errors = {
    ...(await emailErrors(tx, contact.email)),
    ...(await phoneErrors(tx, contact)),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
