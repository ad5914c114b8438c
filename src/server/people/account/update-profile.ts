import type { Config } from '#server/platform/config/config.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { invalid, signInFirst } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { emailErrors, phoneErrors } from '../auth/contact-errors.ts'
import { mailConfirmation } from '../auth/email-confirmation.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { requirePhone } from '../auth/phone-rule.ts'
import { signInTransaction } from '../auth/sign-in.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import { requireReauthentication } from './reauthenticate.ts'

export type Profile = {
  first_name: string
  last_name: string
  /** Empty removes it; undefined keeps it. */
  email?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Changes name, email and phone. A changed contact is unverified (spec §4), the session gets a new token
 * (decisions §1.5), the old address a notice and the new one a confirmation link.
 * A change must leave at least one login method. Changing the email requires a recent proof, because a
 * password reset through it takes over the account.
 *
 * @returns the session's new token, if there is a session
 * @throws 422 at email or phone, 409 REAUTHENTICATE, 429.
 */
export async function updateProfile(
  db: Db,
  customerId: number,
  { first_name, last_name, ...given }: Profile,
  { config, visitor, channel, look }: { config: Config; visitor: Visitor; channel: Channel; look: MailLook },
): Promise<NewSession | undefined> {
  const requested = await requestedContact(db, channel, given)
  const contact = await readContact(db, customerId)
  const { email: changedEmail, phone: changedPhone } = changesOf(contact, requested)
  if (changedEmail && contact.email !== null && (contact.has_password || contact.phone_verified_at))
    await requireReauthentication(db, visitor, customerId)
  // Refusals reveal which contacts have an account, so attempts are limited.
  if (changedEmail || changedPhone)
    await requireToken(db, `contact change ${customerId}`, { most: 10, seconds: 3_600 })

  return signInTransaction(db, async (tx) => {
    const old = await readContact(tx, customerId, 'and hold it')
    const { email, phone } = changesOf(old, requested)
    await requireGoodContact(tx, customerId, old, { email, phone })
    await tx
      .updateTable('customers')
      .set({ first_name, last_name, ...email, ...phone })
      .where('id', '=', customerId)
      .execute()
    if (email) {
      await noteAccess(tx, visitor, { event: 'email_changed', customerId })
      await tx.deleteFrom('password_resets').where('customer_id', '=', customerId).execute()
      await notifyChange(tx, old.email, 'email_changed', look)
      if (email.email) await mailConfirmation(tx, config, { id: customerId, email: email.email, look })
    }
    if (phone) {
      await noteAccess(tx, visitor, { event: 'phone_changed', customerId })
      // OTP logins use the new phone from now on.
      if (old.phone_verified_at) await notifyChange(tx, old.email, 'phone_changed', look)
    }
    return email || phone ? renewSession(tx, { customerId, sessionId: visitor.sessionId }) : undefined
  })
}

type Contact = {
  email: string | null
  phone: string | null
  mobile_code: string
  phone_verified_at: Date | null
  has_password: boolean
}

type ContactRequest = {
  email: string | null | undefined
  phone: { phone: string | null; mobile_code: string } | undefined
}

async function requestedContact(db: Db, channel: Channel, given: Pick<Profile, 'email' | 'phone'>) {
  const requested: ContactRequest = {
    email: given.email === undefined ? undefined : given.email || null,
    phone: undefined,
  }
  if (given.phone === undefined) return requested
  if (!given.phone) return { ...requested, phone: { phone: null, mobile_code: '' } }
  const { phone, mobile_code } = await requirePhone(db, channel, given.phone, 'phone')
  return { ...requested, phone: { phone, mobile_code } }
}

/** The changed columns, including the verification. */
function changesOf(old: Contact, { email, phone }: ContactRequest) {
  const isNewPhone = phone && (phone.phone !== old.phone || phone.mobile_code !== old.mobile_code)
  return {
    email: email === undefined || email === old.email ? undefined : { email, email_verified_at: null },
    phone: isNewPhone ? { ...phone, phone_verified_at: null } : undefined,
  }
}

/** @throws 422 at email or phone, when another account has it or no login method would remain. */
async function requireGoodContact(
  tx: Tx,
  customerId: number,
  old: Contact,
  { email, phone }: ReturnType<typeof changesOf>,
) {
  const byPassword = old.has_password && old.email !== null
  const errors: Record<string, string[]> = {}
  if (email?.email) Object.assign(errors, await emailErrors(tx, email.email, customerId))
  else if (email && byPassword) errors.email = ['You log in with this email address, so it cannot be empty']
  if (phone && old.phone_verified_at && !byPassword)
    errors.phone = ['You log in with this number. Please verify the new one first']
  else if (phone?.phone)
    Object.assign(
      errors,
      await phoneErrors(tx, { phone: phone.phone, mobile_code: phone.mobile_code }, customerId),
    )
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function readContact(db: Db | Tx, id: number, hold?: 'and hold it'): Promise<Contact> {
  const customer = await db
    .selectFrom('customers')
    .select((eb) => [
      'email',
      'phone',
      'mobile_code',
      'phone_verified_at',
      eb('password_hash', 'is not', null).as('has_password'),
    ])
    .where('id', '=', id)
    .$if(hold !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  return { ...customer, has_password: Boolean(customer.has_password) }
}
