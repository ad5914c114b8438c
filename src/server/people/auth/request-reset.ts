import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Settings } from '#contract/storefront.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { addressKey, takeToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'
import { resetMail } from './auth-mails.ts'
import { requireLegacyMode } from './auth-mode.ts'
import { noteAccess } from './note-access.ts'

/**
 * Longer than the work takes, shorter than a shopper notices. `npm run bench -- login` measures the
 * difference.
 */
const MINIMUM_REPLY_MS = 100

/**
 * Mails a link to set a new password if the address has an account. Reply, duration and rate limiting are the
 * same either way, and an unverified address of an OTP account gets no link. Spec §4 (forgot password),
 * security §6.
 *
 * @throws 409 AUTH_MODE_OFF
 */
export const requestReset = (db: Db, email: string, options: ResetOptions): Promise<void> =>
  withMinimumDuration(MINIMUM_REPLY_MS, () => mailLink(db, email, options))

type ResetOptions = { settings: Settings; look: MailLook; visitor: Visitor }

async function mailLink(db: Db, email: string, { settings, look, visitor }: ResetOptions): Promise<void> {
  requireLegacyMode(settings)
  const hour = 3_600
  const isOver =
    (await takeToken(db, `reset account ${email}`, { most: 3, seconds: hour })) ??
    (await takeToken(db, `reset ip ${addressKey(visitor.ip)}`, { most: 10, seconds: hour }))
  if (isOver !== undefined) return

  const token = newToken()
  const link = `${look.storeUrl}/account/reset-password/${encodeURIComponent(email)}/${token}`
  const mail = resetMail(look, link)
  await db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'email_verified_at', 'password_hash', 'password_version'])
      .where('email', '=', email)
      .executeTakeFirst()
    await noteAccess(tx, visitor, { event: 'reset_requested', customerId: customer?.id ?? null })
    if (!customer?.email_verified_at && !customer?.password_hash) return
    const reset = {
      token_hash: hashOfToken(token),
      password_version: customer.password_version,
      created_at: new Date(),
      expires_at: sql<Date>`now() + interval '60 minutes'`,
    }
    await tx
      .insertInto('password_resets')
      .values({ customer_id: customer.id, ...reset })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(reset))
      .execute()
    await tx
      .insertInto('outbox')
      .values({ channel: 'mail', kind: 'reset_link', recipient: email, ...mail })
      .execute()
  })
}

/**
 * Delays the result to a minimum duration, so that response times do not reveal the branch taken. The wait
 * holds a timer only, no database connection.
 */
export async function withMinimumDuration<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
