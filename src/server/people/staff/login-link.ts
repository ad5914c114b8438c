import { sql } from 'kysely'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { hashOfToken, isToken, newToken } from '#server/platform/sessions/session-token.ts'
import { linkInvalid } from './refusals.ts'
import { type StaffCall, startStaffSession } from './start-staff-session.ts'

const LINK_MINUTES = 5
const attempts = { most: 20, seconds: 15 * 60 }

/** For reading a mail in time; only for a member of staff who has never signed in. ADR 0042. */
const INVITATION_MINUTES = 48 * 60

type LoginLink = { url: string; expires_at: string }

/** A link that signs a member of staff in once, within 5 minutes. Only the token's hash is stored. ADR 0042. */
export const createLoginLink = (
  tx: Tx | Db,
  config: Pick<Config, 'storeUrl'>,
  staffId: number,
): Promise<LoginLink> => linkFor(tx, config, { staffId })

/** A link for the first sign-in, within 48 hours. Earlier ones are void. */
export async function createInvitation(
  tx: Tx,
  config: Pick<Config, 'storeUrl'>,
  staffId: number,
): Promise<LoginLink> {
  await tx
    .deleteFrom('staff_login_links')
    .where('staff_id', '=', staffId)
    .where('session_id', 'is', null)
    .execute()
  return linkFor(tx, config, { staffId, minutes: INVITATION_MINUTES })
}

async function linkFor(
  tx: Tx | Db,
  { storeUrl }: Pick<Config, 'storeUrl'>,
  link: { staffId: number; minutes?: number },
): Promise<LoginLink> {
  const { token, expires_at } = await insertLoginLink(tx, link)
  return {
    url: `${storeUrl.replace(/\/$/, '')}/admin/login?token=${token}`,
    expires_at: expires_at.toISOString(),
  }
}

/**
 * @param sessionId the session that shows the link in its own pages: then the link opens the back office with this session.
 */
export async function insertLoginLink(
  tx: Tx | Db,
  {
    staffId,
    sessionId = null,
    minutes = LINK_MINUTES,
  }: { staffId: number; sessionId?: number | null; minutes?: number },
): Promise<{ token: string; expires_at: Date }> {
  const token = newToken()
  const { expires_at } = await tx
    .insertInto('staff_login_links')
    .values({
      token_hash: hashOfToken(token),
      staff_id: staffId,
      session_id: sessionId,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/**
 * Exchanges a link's token for a session. Deleting the row is what makes the link single-use, also for two requests at
 * once.
 * @throws 401 LINK_INVALID for an unknown, used or expired token; 429.
 */
export async function signInByLink(call: StaffCall, token: string): Promise<{ role: string }> {
  const { db, visitor } = call
  await requireToken(db, `staff link ip ${addressKey(visitor.ip)}`, attempts)
  const signedIn = isToken(token)
    ? await db.transaction().execute(async (tx) => {
        const staff = await useLink.first(tx, hashOfToken(token))
        if (!staff) return undefined
        // A session's own link must not prolong it, renew its proof, or open another browser.
        if (staff.session_id !== null)
          return staff.session_id === visitor.staff?.sessionId ? { role: staff.role } : undefined
        await startStaffSession(tx, call, staff.id)
        await writeAudit(
          tx,
          { staffId: staff.id, name: staff.email, ip: visitor.ip },
          signIn(staff.id, 'link'),
        )
        return { role: staff.role }
      })
    : undefined
  if (signedIn) return signedIn
  await call.refusals.note({
    ...{ visitor, call: 'adminSession.byLink', code: 'LINK_INVALID' },
    audit: { action: 'session.link_refused', record: { type: 'session', id: '' } },
  })
  throw linkInvalid()
}

export const signIn = (staffId: number, method: 'link' | 'password' | 'passkey') => ({
  action: 'session.sign_in',
  record: { type: 'staff', id: String(staffId) },
  after: { method },
})

const useLink = prepared<{ id: number; email: string; role: string; session_id: number | null }>(
  'use staff login link',
  `with used as (
    delete from staff_login_links where token_hash = $1::text and expires_at > now() returning staff_id, session_id
  )
  select t.id, t.email, t.role, used.session_id from used join staff t on t.id = used.staff_id where t.is_active`,
)
