import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { hashOfToken } from '#server/platform/sessions/session-token.ts'
import { hashPassword } from './hash-password.ts'
import { noteAccess } from './note-access.ts'
import { notifyChange } from './notify-change.ts'
import { requireConfirmed, requireUncommonPassword } from './password-rules.ts'
import { invalidResetLink } from './refusals.ts'

export type ResetRef = { email: string; token: string }

/**
 * Checks that the reset link is still valid; reads only. Spec §7 (validate-reset), security §6.
 * @throws 409 RESET_TOKEN_INVALID, 429.
 */
export async function validateReset(db: Db, ip: string, ref: ResetRef): Promise<void> {
  await requireAllowance(db, 'validate', ip)
  await requireReset(db, ref)
}

/**
 * Sets a new password through the mailed link, which works once; it ends all sessions, removes all passkeys, does not
 * log in, and notifies the owner. Another person may have registered with this address before its owner proved it, so
 * no older way to log in survives: an unverified address also costs the phone its verification. Security §6.
 *
 * @throws 409 RESET_TOKEN_INVALID, 422 at password or password_confirmation, 429, 503.
 */
export async function completeReset(
  db: Db,
  { password, password_confirmation, ...ref }: ResetRef & { password: string; password_confirmation: string },
  { config, visitor, look }: { config: Config; visitor: Visitor; look: MailLook },
): Promise<void> {
  requireConfirmed(password, password_confirmation)
  await requireAllowance(db, 'complete', visitor.ip)
  await requireReset(db, ref)
  requireUncommonPassword(config, password, { email: ref.email, storeName: look.store_name })
  const hash = await hashPassword(password, config)

  await db.transaction().execute(async (tx) => {
    const customerId = await consumeReset(tx, ref)
    await tx
      .updateTable('customers')
      .set((eb) => ({
        password_hash: hash,
        password_version: eb('password_version', '+', 1),
        email_verified_at: sql`coalesce(email_verified_at, now())`,
        phone_verified_at: sql`case when email_verified_at is not null then phone_verified_at end`,
      }))
      .where('id', '=', customerId)
      .execute()
    await tx.deleteFrom('sessions').where('customer_id', '=', customerId).execute()
    const passkeys = await tx
      .deleteFrom('passkeys')
      .where('customer_id', '=', customerId)
      .returning('id')
      .execute()
    await noteAccess(tx, visitor, { event: 'reset_used', customerId, sessionId: undefined })
    const { length: removedPasskeys } = passkeys
    await notifyChange(tx, ref.email, 'password_changed', look, { removedPasskeys, loggedOut: 'all' })
  })
}

const requireAllowance = (db: Db, what: string, ip: string) =>
  requireToken(db, `reset ${what} ip ${addressKey(ip)}`, { most: 20, seconds: 3_600 })

async function requireReset(db: Db, { email, token }: ResetRef) {
  const reset = await validReset.first(db, hashOfToken(token), email)
  if (!reset) throw invalidResetLink()
}

/** Deletes the token, so that only one of two simultaneous uses succeeds. */
async function consumeReset(tx: Tx, { email, token }: ResetRef): Promise<number> {
  const used = await deleteReset.first(tx, hashOfToken(token), email)
  if (!used) throw invalidResetLink()
  return used.customer_id
}

const isValidReset = `r.token_hash = $1 and r.expires_at > now() and c.id = r.customer_id and c.email = $2
  and c.password_version = r.password_version`

const validReset = prepared<{ customer_id: number }>(
  'good password reset',
  `select r.customer_id from password_resets r, customers c where ${isValidReset}`,
)

const deleteReset = prepared<{ customer_id: number }>(
  'take password reset',
  `delete from password_resets r using customers c where ${isValidReset} returning r.customer_id`,
)
