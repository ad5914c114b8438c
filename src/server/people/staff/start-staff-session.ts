import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CookieToSet, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { notWithKey } from '#server/platform/kernel/errors.ts'
import { staffSessionsTag } from '#server/platform/sessions/is-staff.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'
import {
  STAFF_SESSION_DAYS,
  staffHintCookie,
  staffOf,
  staffSessionCookie,
} from '#server/platform/sessions/staff-session.ts'
import { staffDeviceCookie } from '../auth/known-device.ts'
import { proofRequired } from './refusals.ts'

/** What signing in and changing credentials need of a call. */
export type StaffCall = Pick<Services, 'db' | 'config' | 'refusals'> & {
  channel: Pick<Channel, 'id'>
  visitor: Visitor
  setCookie: (cookie: CookieToSet) => void
}

const PROOF_MINUTES = 30

/** Starts a session under a new token, and ends the browser's previous one: a token from before the sign-in is worthless. */
export async function startStaffSession(
  tx: Tx,
  { visitor, setCookie, config }: Pick<StaffCall, 'visitor' | 'setCookie' | 'config'>,
  staffId: number,
): Promise<void> {
  if (visitor.staff) await tx.deleteFrom('staff_sessions').where('id', '=', visitor.staff.sessionId).execute()
  const token = newToken()
  await tx
    .insertInto('staff_sessions')
    .values({
      token_hash: hashOfToken(token),
      staff_id: staffId,
      expires_at: sql`now() + make_interval(days => ${STAFF_SESSION_DAYS})`,
    })
    .execute()
  const staff = await tx
    .updateTable('staff')
    .set({ last_signed_in_at: sql`now()` })
    .where('id', '=', staffId)
    .returning(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  await noteChange(tx, [staffSessionsTag])
  setCookie(staffSessionCookie(token))
  setCookie(staffHintCookie(true))
  setCookie(staffDeviceCookie(config, staff))
}

/**
 * Changes of staff and of credentials need a proof from the last 30 minutes: an unlocked computer is not enough.
 * @throws 401 PROOF_REQUIRED; 403 for an API key, which can prove nothing.
 */
export function requireRecentProof(call: Pick<StaffCall, 'visitor'>): void {
  if (staffOf(call).apiKey) throw notWithKey()
  if (Date.now() - staffOf(call).provedAt.getTime() < PROOF_MINUTES * 60_000) return
  throw proofRequired()
}

/**
 * Files with the data of many people need the same proof of a person. An API key may have them: it was given its permissions with a
 * proof, reads the same records page by page, and has no screen that is left open. ADR 0042.
 * @throws 401 PROOF_REQUIRED.
 */
export function requireProofForExport(call: Pick<StaffCall, 'visitor'>): void {
  if (!staffOf(call).apiKey) requireRecentProof(call)
}
