import { sql } from 'kysely'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { encryptFor } from '#server/platform/config/encrypt-for.ts'
import { requireToken, returnToken } from '#server/platform/limits/rate-limit.ts'
import { staffSessionsTag } from '#server/platform/sessions/is-staff.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { readSettings } from '#server/shop/settings/read-settings.ts'
import { checkPassword, hashPassword } from '../auth/hash-password.ts'
import { staffDeviceCookie } from '../auth/known-device.ts'
import { requirePasswordAllowance } from '../auth/password-allowance.ts'
import { requireUncommonPassword } from '../auth/password-rules.ts'
import { wrongCode, wrongPassword } from './refusals.ts'
import { codeBucket, codeLimit, useCode } from './sign-in-by-password.ts'
import { requireRecentProof, type StaffCall } from './start-staff-session.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/**
 * Renews the proof of this session by the password, if there is one, and a code.
 * @throws 401 INVALID_CREDENTIALS, CODE_INVALID; 429.
 */
export async function proveAgain(
  call: StaffCall,
  { password = '', code }: { password?: string | undefined; code: string },
): Promise<void> {
  const { id, email, sessionId } = staffOf(call)
  await requirePassword(call, { id, email, password })
  const codes = codeBucket(id, bySession(sessionId))
  await requireToken(call.db, codes, codeLimit)
  if (!(await useCode(call.db, call, id, code))) throw wrongCode()
  await returnToken(call.db, codes)
  await call.db
    .updateTable('staff_sessions')
    .set({ proved_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute()
}

/** A session counts by itself, as a known device does: attempts from elsewhere do not lock it. */
const bySession = (id: number) => `session ${id}`

async function requirePassword(
  { db, config, visitor }: StaffCall,
  { id, email, password }: { id: number; email: string; password: string },
) {
  const { password_hash } = await db
    .selectFrom('staff')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (password_hash === null) return
  const device = bySession(staffOf({ visitor }).sessionId)
  const returnAllowance = await requirePasswordAllowance(db, {
    of: 'staff login',
    email,
    ip: visitor.ip,
    device,
  })
  const { isRight } = await checkPassword(password, password_hash, config)
  if (!isRight) throw wrongPassword()
  await returnAllowance()
}

/** A new secret, which replaces the present one after its first code. @throws 401 PROOF_REQUIRED. */
export async function startTotp(call: StaffCall): Promise<{ secret: string; uri: string }> {
  requireRecentProof(call)
  const { id, email } = staffOf(call)
  const secret = newTotpSecret()
  await call.db
    .updateTable('staff')
    .set({ totp_pending: encryptFor(call.config, 'staff authenticator', secret) })
    .where('id', '=', id)
    .execute()
  const { store_name } = await readSettings(call.db, call)
  return { secret, uri: totpUri(secret, { issuer: store_name, account: email }) }
}

/** Switches the authenticator app on. @throws 401 CODE_INVALID, PROOF_REQUIRED; 429. */
export async function confirmTotp(call: StaffCall, code: string): Promise<void> {
  requireRecentProof(call)
  const { id, sessionId } = staffOf(call)
  const codes = codeBucket(id, bySession(sessionId))
  await requireToken(call.db, codes, codeLimit)
  const isOn = await call.db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, call, id, code, 'totp_pending'))) return false
    const { totp_secret: former } = await tx
      .selectFrom('staff')
      .select('totp_secret')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('staff')
      .set({ totp_secret: sql`totp_pending`, totp_pending: null })
      .where('id', '=', id)
      .execute()
    await writeAudit(tx, actorOf(call.visitor), {
      action: 'staff.set_authenticator',
      record: { type: 'staff', id: String(id) },
      before: { has_authenticator: former !== null },
      after: { has_authenticator: true },
    })
    return true
  })
  if (!isOn) throw wrongCode()
  await returnToken(call.db, codes)
}

/** Sets the own password and ends all other sessions of this member of staff. @throws 401 PROOF_REQUIRED; 422 at password. */
export async function setOwnPassword(call: StaffCall, password: string): Promise<void> {
  requireRecentProof(call)
  const { id, email, sessionId } = staffOf(call)
  const { store_name } = await readSettings(call.db, call)
  requireUncommonPassword(call.config, password, { email, storeName: store_name })
  const password_hash = await hashPassword(password, call.config)
  await call.db.transaction().execute(async (tx) => {
    await tx.updateTable('staff').set({ password_hash }).where('id', '=', id).execute()
    await tx.deleteFrom('staff_sessions').where('staff_id', '=', id).where('id', '<>', sessionId).execute()
    await noteChange(tx, [staffSessionsTag])
    await writeAudit(tx, actorOf(call.visitor), {
      action: 'staff.set_password',
      record: { type: 'staff', id: String(id) },
      before: { password: null },
      after: { password: 'changed' },
    })
  })
  call.setCookie(staffDeviceCookie(call.config, { id, password_hash }))
}
