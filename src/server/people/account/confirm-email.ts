import type { Config } from '#server/platform/config/config.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { isConfirmationToken, mailConfirmation } from '../auth/email-confirmation.ts'
import { removeEarlierAccess } from '../auth/remove-earlier-access.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import { emailConfirmed, emailMissing, invalidEmailLink } from './refusals.ts'

/**
 * Sends the confirmation link of the account's address again.
 * @throws 409 EMAIL_MISSING, EMAIL_CONFIRMED; 429.
 */
export async function requestEmailConfirmation(
  db: Db,
  customerId: number,
  { config, look }: { config: Config; look: MailLook },
): Promise<void> {
  const customer = await db
    .selectFrom('customers')
    .select(['email', 'email_verified_at'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  const { email } = customer
  if (email === null) throw emailMissing()
  if (customer.email_verified_at) throw emailConfirmed()
  await requireToken(db, `email confirmation ${customerId}`, { most: 5, seconds: 3_600 })
  await db.transaction().execute((tx) => mailConfirmation(tx, config, { id: customerId, email, look }))
}

/**
 * Confirms the address the link was mailed to, if the account still has it. The link is not stored: it is
 * signed for this customer and this address, and expires after 24 hours. The first proof of the account
 * removes the access that was added before it (ADR 0040).
 *
 * @returns the session's new token
 * @throws 409 EMAIL_TOKEN_INVALID; 429.
 */
export async function confirmEmail(
  db: Db,
  customerId: number,
  token: string,
  { config, visitor, look }: { config: Config; visitor: Visitor; look: MailLook },
): Promise<NewSession | undefined> {
  await requireToken(db, `email token ${customerId}`, { most: 20, seconds: 3_600 })
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'email', 'email_verified_at', 'phone_verified_at'])
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw signInFirst()
    const { id, email, email_verified_at, phone_verified_at } = customer
    if (email === null || !isConfirmationToken(config, { id, email }, token)) throw invalidEmailLink()
    if (email_verified_at !== null) return undefined
    await tx.updateTable('customers').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
    const { sessionId } = visitor
    if (phone_verified_at === null)
      await removeEarlierAccess(tx, { customerId, contact: 'email', sessionId }, look)
    return renewSession(tx, { customerId, sessionId })
  })
}
