import type { AccessEvent, AccessLog, AccessMethod } from '#contract/account.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { isAlive } from '#server/platform/sessions/session.ts'
import { describeDevice } from './describe-device.ts'

const perPage = 20

/** The newest entries for the account page. Decisions §5. */
export const readNewestLogs = (db: Db, customerId: number, sessionId: number | undefined) =>
  readPart(db, customerId, sessionId, 0)

/** A page of the account's access log, newest first. Decisions §5 (access-logs). */
export async function readAccessLogs(
  db: Db,
  { customerId, sessionId }: { customerId: number; sessionId: number | undefined },
  page: number,
) {
  const { count } = await db
    .selectFrom('access_logs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const data = await readPart(db, customerId, sessionId, (page - 1) * perPage)
  const last_page = Math.max(1, Math.ceil(count / perPage))
  return { data, current_page: page, last_page, per_page: perPage, total: count }
}

async function readPart(
  db: Db,
  customerId: number,
  current: number | undefined,
  offset: number,
): Promise<AccessLog[]> {
  const rows = await accessLogsOf.all(db, customerId, perPage, offset)
  return rows.map(({ user_agent, at, is_active, ...row }) => ({
    ...row,
    device: describeDevice(user_agent),
    location: null,
    at: at.toISOString(),
    current: row.session_id !== null && row.session_id === current,
    active: is_active,
  }))
}

type Row = {
  id: number
  event: AccessEvent
  method: AccessMethod | null
  ip: string
  user_agent: string
  session_id: number | null
  at: Date
  is_active: boolean
}

const accessLogsOf = prepared<Row>(
  'access logs of customer',
  `select l.id, l.event, l.method, l.ip, l.user_agent, l.session_id, l.at,
    l.event = 'login' and exists (
      select from sessions s where s.id = l.session_id and s.customer_id = l.customer_id and ${isAlive}
    ) as is_active
  from access_logs l
  where l.customer_id = $1::bigint
  order by l.id desc
  limit $2::integer offset $3::integer`,
)
