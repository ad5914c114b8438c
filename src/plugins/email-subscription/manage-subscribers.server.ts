import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { csvLines } from '#server/kernel/csv-lines.ts'
import { ShopError } from '#server/kernel/errors.ts'
import { refuseMarketingIn } from '#server/notify/refuse-marketing.ts'
import { type Actor, writeAudit } from '#server/staff/audit-log.ts'
import type { Subscriber, subscriberAdminEndpoints } from './admin-contract.ts'
import { unknownSubscriber } from './refusals.server.ts'

type Query = z.output<typeof subscriberAdminEndpoints.list.input>

/** Counting exactly beyond this takes longer than anyone waits for. */
const MOST_COUNTED = 10_000

/** A subscription `s` with the refusal `f` of its address. */
const state = sql`case when f.email is not null then 'unsubscribed'
  when s.confirmed_at is null then 'unconfirmed' else 'subscribed' end`
const all = sql`email_subscriptions s left join mail_refusals f on f.email = s.email`

/** A page of the subscriptions. */
export async function listSubscribers(db: Db, { page, per_page, order, q = '', state: asked }: Query) {
  const beginning = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const isFound = sql`(${q} = '' or s.email like ${beginning}) and (${asked ?? null}::text is null or ${state} = ${asked ?? null})`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select s.id, s.email, ${state} as state, s.source, s.requested_at, s.confirmed_at,
        f.refused_at as unsubscribed_at
      from ${all} where ${isFound} order by s.id ${sql.raw(order)}
      limit ${per_page} offset ${(page - 1) * per_page}`.execute(db),
    countAbout(db, isFound),
  ])
  return {
    data: rows.map(
      ({ requested_at, confirmed_at, unsubscribed_at, ...row }): Subscriber => ({
        ...row,
        requested_at: requested_at.toISOString(),
        confirmed_at: confirmed_at?.toISOString() ?? null,
        unsubscribed_at: unsubscribed_at?.toISOString() ?? null,
      }),
    ),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
}

type Row = Pick<Subscriber, 'id' | 'email' | 'state' | 'source'> & {
  requested_at: Date
  confirmed_at: Date | null
  unsubscribed_at: Date | null
}

/** Exact up to `MOST_COUNTED`, then the planner's estimate of the table. ADR 0077. */
async function countAbout(db: Db, isFound: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number; estimate: number }>`
    select (select count(*)::integer from
        (select from ${all} where ${isFound} limit ${MOST_COUNTED + 1}) found) as count,
      greatest(reltuples, 0)::integer as estimate
    from pg_class where oid = 'email_subscriptions'::regclass`.execute(db)
  const { count = 0, estimate = 0 } = rows[0] ?? {}
  return count <= MOST_COUNTED ? count : Math.max(count, estimate)
}

export type UnsubscribeResult = { id: number; code: string | null; message: string }

/** Ends subscriptions, each in its own transaction with its entry in the audit log, which names no address. */
export async function unsubscribe(
  db: Db,
  ids: readonly number[],
  actor: Actor,
): Promise<UnsubscribeResult[]> {
  const results: UnsubscribeResult[] = []
  for (const id of new Set(ids)) {
    try {
      await unsubscribeOne(db, id, actor)
      results.push({ id, code: null, message: 'Unsubscribed' })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      results.push({ id, code: error.code, message: error.message })
    }
  }
  return results
}

const unsubscribeOne = (db: Db, id: number, actor: Actor) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Pick<Subscriber, 'email' | 'state'>>`
      select s.email, ${state} as state from ${all} where s.id = ${id} for update of s`.execute(tx)
    const [subscriber] = rows
    if (!subscriber) throw unknownSubscriber()
    await refuseMarketingIn(tx, subscriber.email)
    await writeAudit(tx, actor, {
      action: 'subscriber.unsubscribe',
      record: { type: 'subscriber', id: String(id) },
      before: { state: subscriber.state },
      after: { state: 'unsubscribed' },
    })
  })

/** Confirmed addresses that have not unsubscribed, with the record of their consent. */
export async function readSubscribers(db: Db) {
  const { rows } = await sql<Record<string, string>>`select s.email, s.source, s.wording, s.wording_version,
      to_char(s.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as requested_at,
      to_char(s.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as confirmed_at
    from ${all} where ${state} = 'subscribed' order by s.confirmed_at, s.email`.execute(db)
  return rows
}

/** The rows of `vitrine plugin export` as a file. Who took the addresses is in the audit log. */
export async function exportSubscribers(db: Db, actor: Actor): Promise<Buffer> {
  const rows = await readSubscribers(db)
  await writeAudit(db, actor, {
    action: 'subscriber.export',
    record: { type: 'subscriber', id: 'all' },
    after: { rows: rows.length },
  })
  return Buffer.from(`\ufeff${csvLines(rows).join('\r\n')}\r\n`)
}
