import { checkPassword, hashPassword } from '../auth/hash-password.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { requireConfirmed, requireUncommonPassword } from '../auth/password-rules.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import type { CallContext } from '../http/context.ts'
import { ShopError, signInFirst } from '../http/errors.ts'
import { requireToken } from '../http/rate-limit.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'

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
 * Changes the password, or sets the first one of a customer who logs in by code. All other sessions end, this one gets a new
 * token, reset links and known devices are void. Spec §2 (security page), decisions §1.5, security §3 and §4.
 *
 * @throws 401 INVALID_CREDENTIALS, 422 at password or password_confirmation, 429, 503.
 */
export async function updatePassword(
  call: CallContext,
  customerId: number,
  change: PasswordChange,
): Promise<ChangedPassword> {
  const { db, config, visitor } = call
  requireConfirmed(change.password, change.password_confirmation)
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'email', 'password_hash', 'password_version'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  const look = await rememberedMailLook(call)
  requireUncommonPassword(config, change.password, { email: customer.email, storeName: look.store_name })
  await requireToken(db, `password change ${customerId}`, { most: 10, seconds: 900 })
  if (customer.password_hash !== null) {
    const { isRight } = await checkPassword(change.current_password ?? '', customer.password_hash, config)
    if (!isRight) throw wrongPassword()
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
    // somebody else changed it while it was compared
    if (!changed) throw wrongPassword()
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

const wrongPassword = () => new ShopError(401, 'INVALID_CREDENTIALS', 'The current password is incorrect')
