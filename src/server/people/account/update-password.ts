import type { Config } from '#server/platform/config/config.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { checkPassword, hashPassword } from '../auth/hash-password.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { requireConfirmed, requireUncommonPassword } from '../auth/password-rules.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import { wrongCurrentPassword } from './refusals.ts'

export type PasswordChange = {
  current_password?: string | undefined
  password: string
  password_confirmation: string
}

export type ChangedPassword = {
  session: NewSession | undefined
  customer: { id: number; password_version: number }
  revoked: number
}

/**
 * Changes the password, or sets the first one of an OTP account. All other sessions end, this one gets a new
 * token, reset links and known devices become invalid. Spec §2 (security page), decisions §1.5, security §3
 * and §4.
 *
 * @throws 401 INVALID_CREDENTIALS, 422 at password or password_confirmation, 429, 503.
 */
export async function updatePassword(
  db: Db,
  customerId: number,
  change: PasswordChange,
  { config, visitor, look }: { config: Config; visitor: Visitor; look: MailLook },
): Promise<ChangedPassword> {
  requireConfirmed(change.password, change.password_confirmation)
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'email', 'password_hash', 'password_version'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  requireUncommonPassword(config, change.password, { email: customer.email, storeName: look.store_name })
  await requireToken(db, `password change ${customerId}`, { most: 10, seconds: 900 })
  if (customer.password_hash !== null) {
    const { isRight } = await checkPassword(change.current_password ?? '', customer.password_hash, config)
    if (!isRight) throw wrongCurrentPassword()
  }
  const password_hash = await hashPassword(change.password, config)

  return db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('customers')
      .set((eb) => ({ password_hash, password_version: eb('password_version', '+', 1) }))
      .where('id', '=', customerId)
      .where('password_version', '=', customer.password_version)
      .returning(['id', 'password_version'])
      .executeTakeFirst()
    // The password changed during the comparison.
    if (!changed) throw wrongCurrentPassword()
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('customer_id', '=', customerId)
      .where('id', '<>', visitor.sessionId ?? 0)
      .executeTakeFirst()
    const session = await renewSession(tx, { customerId, sessionId: visitor.sessionId })
    await tx.deleteFrom('password_resets').where('customer_id', '=', customerId).execute()
    await noteAccess(tx, visitor, { event: 'password_changed', customerId })
    await notifyChange(tx, customer.email, 'password_changed', look)
    return { session, customer: changed, revoked: Number(numDeletedRows) }
  })
}
