import { emailErrors, phoneErrors } from '../auth/free-contact.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { requirePhone } from '../auth/phone-rule.ts'
import { inSignIn } from '../auth/sign-in.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import type { CallContext, Db, Tx } from '../http/context.ts'
import { invalid, signInFirst } from '../http/errors.ts'
import { requireToken } from '../http/rate-limit.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { mailConfirmation } from './confirm-email.ts'
import { requireProof } from './reauthenticate.ts'

export type Profile = {
  first_name: string
  last_name: string
  /** Empty: none. Not given: as it is. */
  email?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Changes name, e-mail and phone. A changed one is not verified any more (spec §4), the session gets a new token (decisions §1.5),
 * the old address a notice and the new one a link to confirm it. Nobody can lock themselves out: the last way into the account stays.
 * Whose address leads to a new password, theirs is the account: so it is changed only by who has just proved to be the customer.
 *
 * @returns the session's new token, when there is one
 * @throws 422 at email or phone, 409 REAUTHENTICATE, 429.
 */
export async function updateProfile(
  call: CallContext,
  customerId: number,
  { first_name, last_name, ...given }: Profile,
): Promise<NewSession | undefined> {
  const { db, visitor, config } = call
  const look = await rememberedMailLook(call)
  const wish = await wishedContact(call, given)
  const contact = await readContact(db, customerId)
  const { email: changedEmail, phone: changedPhone } = changesOf(contact, wish)
  if (changedEmail && contact.email !== null && (contact.has_password || contact.phone_verified_at))
    await requireProof(db, visitor, customerId)
  // the refusals tell who has an account, so they are few
  if (changedEmail || changedPhone)
    await requireToken(db, `contact change ${customerId}`, { most: 10, seconds: 3_600 })

  return inSignIn(db, async (tx) => {
    const old = await readContact(tx, customerId, 'and hold it')
    const { email, phone } = changesOf(old, wish)
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
      // Who logs in by code gets in by another phone now.
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

type Wish = {
  email: string | null | undefined
  phone: { phone: string | null; mobile_code: string } | undefined
}

async function wishedContact({ db, channel }: CallContext, given: Pick<Profile, 'email' | 'phone'>) {
  const wish: Wish = { email: given.email === undefined ? undefined : given.email || null, phone: undefined }
  if (given.phone === undefined) return wish
  if (!given.phone) return { ...wish, phone: { phone: null, mobile_code: '' } }
  const { phone, mobile_code } = await requirePhone(db, channel, given.phone, 'phone')
  return { ...wish, phone: { phone, mobile_code } }
}

/** The columns that change, verification included. */
function changesOf(old: Contact, { email, phone }: Wish) {
  const isNewPhone = phone && (phone.phone !== old.phone || phone.mobile_code !== old.mobile_code)
  return {
    email: email === undefined || email === old.email ? undefined : { email, email_verified_at: null },
    phone: isNewPhone ? { ...phone, phone_verified_at: null } : undefined,
  }
}

/** @throws 422 at email or phone, when somebody else has it or the customer could not log in any more. */
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
