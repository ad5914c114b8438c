import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { emailsOfSegment } from '#server/commerce/buyers/customer-rules.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import { notFound, ShopError } from '#server/platform/kernel/errors.ts'
import { startingWith } from '#server/platform/kernel/list-page.ts'
import type { Person, PluginPersonalData } from '#server/platform/kernel/plugin.ts'
import { refuseMarketingIn } from '#server/platform/notify/refuse-marketing.ts'
import { unsubscribeUrl } from '#server/platform/notify/unsubscribe-link.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import type { Subscriber, subscriberAdminEndpoints } from './admin-contract.ts'

type Query = z.output<typeof subscriberAdminEndpoints.list.input>

/** A subscription `s` with the refusal `f` of its address. */
const state = sql`case when f.email is not null then 'unsubscribed'
  when s.confirmed_at is null then 'unconfirmed' else 'subscribed' end`
const all = sql`email_subscriptions s left join mail_refusals f on f.email = s.email`

const isRefused = sql`exists (select from mail_refusals f where f.email = s.email)`
/** The same as `state`, so that the rare states are read from their indexes. */
const isInState = {
  unsubscribed: isRefused,
  unconfirmed: sql`s.confirmed_at is null and not ${isRefused}`,
  subscribed: sql`s.confirmed_at is not null and not ${isRefused}`,
}

/** A page of the subscriptions. */
export async function listSubscribers(db: Db, { page, per_page, order, q = '', state: requested }: Query) {
  const offset = (page - 1) * per_page
  const conditions = [
    ...(q === '' ? [] : [sql`s.email like ${startingWith(q.toLowerCase())}`]),
    ...(requested === undefined ? [] : [isInState[requested]]),
  ]
  const found = sql`from email_subscriptions s ${
    conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  }`
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged
      ? { rows: [] }
      : sql<Row>`select s.id, s.email, ${state} as state, s.source, s.requested_at, s.confirmed_at,
          f.refused_at as unsubscribed_at
        from ${all} where s.id in (
          select id from (select s.id ${found} order by s.id ${sql.raw(order)} limit ${per_page} offset ${offset}) page
        ) order by s.id ${sql.raw(order)}`.execute(db),
    countAbout(db, 'email_subscriptions', sql`select ${found}`),
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
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

type Row = Pick<Subscriber, 'id' | 'email' | 'state' | 'source'> & {
  requested_at: Date
  confirmed_at: Date | null
  unsubscribed_at: Date | null
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

/**
 * Confirmed addresses that have not unsubscribed, with the record of their consent and the link that ends the subscription, which
 * every newsletter needs.
 * @param emails SQL: the addresses that may be in it
 */
export async function readSubscribers(
  { db, config }: Pick<Services, 'db' | 'config'>,
  emails?: RawBuilder<unknown>,
) {
  const { rows } = await sql<
    { email: string } & Record<string, string>
  >`select s.email, s.source, s.wording, s.wording_version,
      to_char(s.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as requested_at,
      to_char(s.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as confirmed_at
    from ${all} where ${state} = 'subscribed' ${emails ? sql`and s.email in ${emails}` : sql``} order by s.confirmed_at, s.email`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, unsubscribe_url: unsubscribeUrl(config, row.email) }))
}

/** The rows of `vitrine plugin export`, or those of a segment of customers, as a file. Who took the addresses is in the audit log. */
export async function exportSubscribers(
  services: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  { segment, timeZone }: { segment: number | undefined; timeZone: string },
): Promise<AsyncIterable<string>> {
  const emails = segment === undefined ? undefined : await emailsOfSegment(services.db, segment, timeZone)
  const rows = await readSubscribers(services, emails)
  await writeAudit(services.db, actor, {
    action: 'subscriber.export',
    record: { type: 'subscriber', id: 'all' },
    after: { rows: rows.length, segment },
  })
  return csvFile([rows])
}

export const subscriptionPersonalData: PluginPersonalData = {
  tables: ['email_subscriptions'],
  read: async (db, person) => ({ newsletter: await readSubscription(db, person) }),
  erase: (tx, { email }) => sql`delete from email_subscriptions where email = lower(${email})`.execute(tx),
}

async function readSubscription(db: Db, { email }: Person) {
  const { rows } = await sql`select source, wording, wording_version, requested_at, confirmed_at
    from email_subscriptions where email = lower(${email})`.execute(db)
  return rows
}

export const unknownSubscriber = () => notFound('This subscription could not be found')
