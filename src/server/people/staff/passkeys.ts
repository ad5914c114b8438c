import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { StaffPasskey } from '#contract/admin/session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { readSettings } from '#server/shop/settings/read-settings.ts'
import { describeDevice } from '../customers/describe-device.ts'
import { registrationOptions, relyingParty, verifyLogin, verifyRegistration } from '../passkeys/ceremony.ts'
import { consumePasskeyChallenge, storePasskeyChallenge } from '../passkeys/passkey-challenge.ts'
import { invalidPasskey, passkeyRemoved, tooManyPasskeys, wrongPasskey } from '../passkeys/refusals.ts'
import { signIn } from './login-link.ts'
import { requireRecentProof, type StaffCall, startStaffSession } from './start-staff-session.ts'

const MAX_PASSKEYS = 10
const limits = {
  ask: { most: 120, seconds: 900 },
  signIn: { most: 30, seconds: 900 },
}

/** The passkeys of a member of staff, oldest first. */
export async function readStaffPasskeys(db: Db, staffId: number): Promise<StaffPasskey[]> {
  const rows = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/** What to ask the browser's authenticator for. @throws 401 PROOF_REQUIRED; 409 PASSKEY_LIMIT. */
export async function startStaffPasskey(call: StaffCall) {
  requireRecentProof(call)
  const { id, email, name } = staffOf(call)
  const known = await call.db
    .selectFrom('staff_passkeys')
    .select(['credential_id as id', 'transports'])
    .where('staff_id', '=', id)
    .execute()
  if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS)
  const { store_name } = await readSettings(call.db, call)
  const options = await registrationOptions(call.config, {
    userId: `staff:${id}`,
    name: email,
    displayName: name,
    shopName: `${store_name}, back office`,
    known,
  })
  call.setCookie(await storePasskeyChallenge(call.db, `staff register:${id}`, options.challenge))
  return { ...options }
}

/** Adds the passkey that the authenticator made. @throws 401 PROOF_REQUIRED, INVALID_CREDENTIALS; 409 PASSKEY_INVALID. */
export async function addStaffPasskey(call: StaffCall, response: Record<string, unknown>): Promise<void> {
  requireRecentProof(call)
  const { id } = staffOf(call)
  const { visitor, config, db } = call
  const challenge = await consumePasskeyChallenge(db, visitor.cookies.passkey, `staff register:${id}`)
  const credential = await verifyRegistration(config, response, challenge)
  if (!credential) throw invalidPasskey()
  await db.transaction().execute(async (tx) => {
    const name = describeDevice(visitor.userAgent)
    const added = await tx
      .insertInto('staff_passkeys')
      .values({ staff_id: id, ...credential, name })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (!added.numInsertedOrUpdatedRows) throw invalidPasskey()
    await writeAudit(tx, actorOf(visitor), {
      action: 'staff.add_passkey',
      record: { type: 'staff', id: String(id) },
      after: { passkey: name },
    })
  })
}

/** @throws 401 PROOF_REQUIRED; 404 for a passkey of another member of staff. */
export async function removeStaffPasskey(call: StaffCall, passkeyId: number): Promise<void> {
  requireRecentProof(call)
  const { id } = staffOf(call)
  await call.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('staff_passkeys')
      .where('id', '=', passkeyId)
      .where('staff_id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw passkeyRemoved()
    await writeAudit(tx, actorOf(call.visitor), {
      action: 'staff.remove_passkey',
      record: { type: 'staff', id: String(id) },
      before: { passkey: removed.name },
    })
  })
}

/** What to ask an authenticator for to sign in; it names no member of staff. @throws 429 */
export async function startPasskeySignIn(call: StaffCall) {
  await requireToken(call.db, `staff passkey ask ip ${addressKey(call.visitor.ip)}`, limits.ask)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(call.config).rpID,
    userVerification: 'required',
  })
  call.setCookie(await storePasskeyChallenge(call.db, 'staff login', options.challenge))
  return { ...options }
}

/**
 * Signs in by an authenticator's signature, which needs the device and its owner's finger or PIN: both factors.
 * @throws 401 INVALID_CREDENTIALS for any failed check and for blocked staff; 429.
 */
export async function signInByPasskey(
  call: StaffCall,
  response: Record<string, unknown>,
): Promise<{ role: string }> {
  const { db, config, visitor } = call
  await requireToken(db, `staff passkey ip ${addressKey(visitor.ip)}`, limits.signIn)
  const challenge = await consumePasskeyChallenge(db, visitor.cookies.passkey, 'staff login')
  const passkey = await db
    .selectFrom('staff_passkeys as k')
    .innerJoin('staff as s', 's.id', 'k.staff_id')
    .select(['k.id', 'k.credential_id', 'k.public_key', 'k.counter', 'k.transports'])
    .select(['s.id as staff_id', 's.email', 's.role'])
    .where('k.credential_id', '=', typeof response.id === 'string' ? response.id : '')
    .where('s.is_active', '=', true)
    .executeTakeFirst()
  const counter = passkey && (await verifyLogin(config, passkey, response, challenge))
  if (!passkey || counter === undefined) {
    await call.refusals.note({
      ...{ visitor, call: 'adminSession.byPasskey', code: 'INVALID_CREDENTIALS' },
      audit: {
        ...(passkey && { actor: passkey.email }),
        action: 'session.sign_in_failed',
        record: { type: 'session', id: '' },
        after: { method: 'passkey' },
      },
    })
    throw wrongPasskey()
  }
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('staff_passkeys')
      .set({ counter, last_used_at: new Date() })
      .where('id', '=', passkey.id)
      .executeTakeFirst()
    // The passkey was removed during the sign-in.
    if (used.numUpdatedRows === 0n) throw wrongPasskey()
    const { staff_id, email, role } = passkey
    await startStaffSession(tx, call, staff_id)
    await writeAudit(tx, { staffId: staff_id, name: email, ip: visitor.ip }, signIn(staff_id, 'passkey'))
    return { role }
  })
}
