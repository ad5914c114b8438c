import { permissionsOf } from '#contract/admin/permissions.ts'
import { prepared } from '../db/prepared.ts'
import type { CookieToSet, Db, StaffVisitor, Visitor } from '../kernel/context.ts'
import { signInFirst } from '../kernel/errors.ts'
import { hashOfToken } from './session-token.ts'

/** A session ends after 8 idle hours, and always at `expires_at`. Back office, "Access". */
export const STAFF_SESSION_DAYS = 7

/**
 * The signed-in member of staff; undefined when the session has ended or they were blocked. Role and permissions are
 * read on every call, so that a change takes effect at once.
 */
export async function findStaffSession(db: Db, token: string): Promise<StaffVisitor | undefined> {
  const row = await staffByToken.first(db, hashOfToken(token))
  if (!row) return undefined
  if (row.is_unseen) await touch.all(db, row.session_id)
  const { id, email, name, role, session_id, proved_at, second_factor_due } = row
  const permissions = permissionsOf(role, row.permissions)
  const secondFactorDue = second_factor_due
  return { id, email, name, role, permissions, sessionId: session_id, provedAt: proved_at, secondFactorDue }
}

/** The session's cookie, for this browser session only; null deletes it. */
export const staffSessionCookie = (token: string | null): CookieToSet => ({
  name: 'admin_sid',
  value: token ?? '',
  isHttpOnly: true,
  isHostOnly: true,
  ...(token === null && { maxAgeSeconds: 0 }),
})

/** The member of staff of an authenticated call. The pipeline already refuses others; this narrows the type. */
export function staffOf({ visitor }: { visitor: Visitor }): StaffVisitor {
  if (!visitor.staff) throw signInFirst()
  return visitor.staff
}

const staffByToken = prepared<{
  session_id: number
  proved_at: Date
  id: number
  email: string
  name: string
  role: string
  permissions: string[]
  is_unseen: boolean
  second_factor_due: Date | null
}>(
  'find staff session by token',
  `select s.id as session_id, s.proved_at, t.id, t.email, t.name, t.role, r.permissions,
    s.last_seen_at < now() - interval '1 minute' as is_unseen,
    case when t.role = 'owner' and t.totp_secret is null
      and not exists (select from staff_passkeys k where k.staff_id = t.id)
      then coalesce(t.second_factor_due, t.created_at) end as second_factor_due
  from staff_sessions s join staff t on t.id = s.staff_id join staff_roles r on r.code = t.role
  where s.token_hash = $1 and t.is_active and s.expires_at > now() and s.last_seen_at > now() - interval '8 hours'`,
)

/** At most once a minute, so that reads rarely write. */
const touch = prepared(
  'touch staff session',
  `update staff_sessions set last_seen_at = now() where id = $1::bigint and last_seen_at < now() - interval '1 minute'`,
)

/**
 * Tells client code that the visitor may be staff, so that it asks for the link to the back office. It proves nothing; set it together
 * with the cookie of a staff session, and delete it with null.
 */
export const staffHintCookie = (isStaff: true | null): CookieToSet => ({
  name: 'staff',
  value: isStaff ? '1' : '',
  isHostOnly: true,
  ...(!isStaff && { maxAgeSeconds: 0 }),
})
