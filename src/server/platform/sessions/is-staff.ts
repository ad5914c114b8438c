import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { sql } from 'kysely'
import type { Db } from '../kernel/context.ts'
import { hashOfToken, isToken } from './session-token.ts'

/** When each session of staff ends, in milliseconds, by the hash of its token. */
export type StaffSessions = ReadonlyMap<string, number>

/** The tag of a change of staff sessions: `StaffSessions` is read again. */
export const staffSessionsTag = 'staff-sessions'

/** The sessions that are alive. A session in use lasts longer, which the next read finds. */
export async function readStaffSessions(db: Db): Promise<StaffSessions> {
  const { rows } = await sql<{ token_hash: string; ends_at: Date }>`
    select s.token_hash, least(s.expires_at, s.last_seen_at + interval '8 hours') as ends_at
    from staff_sessions s join staff t on t.id = s.staff_id
    where t.is_active and s.expires_at > now() and s.last_seen_at > now() - interval '8 hours'`.execute(db)
  return new Map(rows.map(({ token_hash, ends_at }) => [token_hash, ends_at.getTime()]))
}

/**
 * Whether staff sent the request: they see the shop while it is closed. It answers without waiting, since cached pages
 * are sent synchronously.
 */
export function isStaff(
  { headers }: { headers: IncomingHttpHeaders },
  { sessions, isSecure, now = Date.now() }: { sessions: StaffSessions; isSecure: boolean; now?: number },
): boolean {
  if (sessions.size === 0 || !headers.cookie?.includes('admin_sid=')) return false
  // On an https shop other hosts of the domain must not set it.
  const token = parseCookie(headers.cookie)[isSecure ? '__Host-admin_sid' : 'admin_sid']
  return isToken(token) && (sessions.get(hashOfToken(token)) ?? 0) > now
}
