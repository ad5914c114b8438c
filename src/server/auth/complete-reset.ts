import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { CallContext, Db, Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { addressKey, requireToken } from '../http/rate-limit.ts'
import { hashOfToken } from '../http/session-token.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { hashPassword } from './hash-password.ts'
import { noteAccess } from './note-access.ts'
import { notifyChange } from './notify-change.ts'
import { requireConfirmed, requireUncommonPassword } from './password-rules.ts'

export type ResetRef = { email: string; token: string }

/**
 * Is the link still good? Reads only. Spec §7 (validate-reset), security §6.
 * @throws 409 RESET_TOKEN_INVALID, 429.
 */
export async function validateReset({ db, visitor }: CallContext, ref: ResetRef): Promise<void> {
  await requireAllowance(db, 'validate', visitor.ip)
  await requireReset(db, ref)
}

/**
 * Sets a new password by the link of the mail, once. It ends all sessions, logs nobody in, and tells the owner. Who has the mail
 * has the address: it counts as verified. If it did not before, then a phone that somebody else may have verified in this
 * account does not any more. Security §6.
 *
 * @throws 409 RESET_TOKEN_INVALID, 422 at password or password_confirmation, 429, 503.
 */
export async function completeReset(
  call: CallContext,
  { password, password_confirmation, ...ref }: ResetRef & { password: string; password_confirmation: string },
): Promise<void> {
  const { db, config, visitor } = call
  requireConfirmed(password, password_confirmation)
  await requireAllowance(db, 'complete', visitor.ip)
  await requireReset(db, ref)
  const look = await rememberedMailLook(call)
  requireUncommonPassword(config, password, { email: ref.email, storeName: look.store_name })
  const hash = await hashPassword(password, config)

  await db.transaction().execute(async (tx) => {
    const customerId = await useReset(tx, ref)
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
    await noteAccess(tx, visitor, { event: 'reset_used', customerId, sessionId: undefined })
    await notifyChange(tx, ref.email, 'password_changed', look)
  })
}

const requireAllowance = (db: Db, what: string, ip: string) =>
  requireToken(db, `reset ${what} ip ${addressKey(ip)}`, { most: 20, seconds: 3_600 })

async function requireReset(db: Db, { email, token }: ResetRef) {
  const reset = await goodReset.first(db, hashOfToken(token), email)
  if (!reset) throw invalidReset()
}

/** Deletes it: of two simultaneous uses one finds it. */
async function useReset(tx: Tx, { email, token }: ResetRef): Promise<number> {
  const used = await takeReset.first(tx, hashOfToken(token), email)
  if (!used) throw invalidReset()
  return used.customer_id
}

const invalidReset = () => rejected('RESET_TOKEN_INVALID', 'This reset link is invalid or has expired')

const isGood = `r.token_hash = $1 and r.expires_at > now() and c.id = r.customer_id and c.email = $2
  and c.password_version = r.password_version`

const goodReset = prepared<{ customer_id: number }>(
  'good password reset',
  `select r.customer_id from password_resets r, customers c where ${isGood}`,
)

const takeReset = prepared<{ customer_id: number }>(
  'take password reset',
  `delete from password_resets r using customers c where ${isGood} returning r.customer_id`,
)
