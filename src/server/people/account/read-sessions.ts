import type { AccountSession } from '#contract/account.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { isAlive } from '#server/platform/sessions/session.ts'
import { describeDevice } from '../customers/describe-device.ts'

/**
 * The customer's sessions, last seen first. Device and address are those of the login, from the access log.
 * @param current the session of the request
 */
export async function readSessions(
  db: Db,
  customerId: number,
  current: number | undefined,
): Promise<AccountSession[]> {
  const rows = await sessionsOf.all(db, customerId)
  return rows.map(({ id, ip, user_agent, created_at, last_seen_at }) => ({
    id,
    device: describeDevice(user_agent ?? ''),
    ip: ip ?? '',
    location: null,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    current: id === current,
  }))
}

type Row = {
  id: number
  ip: string | null
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
}

const sessionsOf = prepared<Row>(
  'sessions of customer',
  `select s.id, s.created_at, s.last_seen_at, l.ip, l.user_agent
  from sessions s
  left join lateral (
    select ip, user_agent from access_logs l
    where l.customer_id = s.customer_id and l.session_id = s.id and l.event = 'login'
    order by l.id limit 1
  ) l on true
  where s.customer_id = $1::bigint and ${isAlive}
  order by s.last_seen_at desc, s.id desc`,
)
