import { sql } from 'kysely'
import type { z } from 'zod'
import { money } from '#contract/money.ts'
import { isSale } from '#server/commerce/buyers/order-sql.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { startingWith } from '#server/platform/kernel/list-page.ts'
import { defineAdminGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { type AbandonedCartRow, abandonedCartAdminEndpoints, type CartResults } from './admin-contract.ts'
import { abandonedCartAdminRoutes } from './routes.ts'

type Query = z.output<typeof abandonedCartAdminEndpoints.list.input>

type Row = Pick<AbandonedCartRow, 'id' | 'email' | 'channel' | 'pieces' | 'state' | 'mails' | 'customer'> & {
  currency: string
  amount: number
  abandoned_at: Date
  last_mail_at: Date | null
  next_mail_at: Date | null
  opened_at: Date | null
  order_id: number | null
  order_no: string
  order_total: number
  order_currency: string
}

/** A page of the carts. */
async function listCarts(db: Db, { page, per_page, sort, order, q = '', state }: Query) {
  const offset = (page - 1) * per_page
  const conditions = [
    ...(q === '' ? [] : [sql`a.email like ${startingWith(q.toLowerCase())}`]),
    ...(state === undefined ? [] : [sql`a.state = ${state}`]),
  ]
  const found = sql`from abandoned_carts a ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}`
  const inOrder = sql`order by ${sql.ref(`a.${sort}`)} ${sql.raw(order)}, a.id ${sql.raw(order)}`
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged
      ? { rows: [] }
      : sql<Row>`
        select a.id, a.email, a.pieces, a.state, a.mails, a.amount, a.abandoned_at, a.last_mail_at, a.next_mail_at, a.opened_at,
          ch.name as channel, ch.currency, a.order_id, coalesce(o.order_no, '') as order_no,
          coalesce(o.grand_total, 0)::bigint as order_total, coalesce(o.currency, '') as order_currency,
          (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from customers u where u.id = a.customer_id) as customer
        from abandoned_carts a join channels ch on ch.id = a.channel_id left join orders o on o.id = a.order_id
        where a.id in (select id from (select a.id ${found} ${inOrder} limit ${per_page} offset ${offset}) page)
        ${inOrder}`.execute(db),
    countAbout(db, 'abandoned_carts', sql`select ${found}`),
  ])
  return {
    data: rows.map(toRow),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

const toRow = ({
  currency,
  order_id,
  order_no,
  order_total,
  order_currency,
  amount,
  abandoned_at,
  last_mail_at,
  next_mail_at,
  opened_at,
  ...row
}: Row): AbandonedCartRow => ({
  ...row,
  amount: money(amount, currency),
  abandoned_at: abandoned_at.toISOString(),
  last_mail_at: last_mail_at?.toISOString() ?? null,
  next_mail_at: next_mail_at?.toISOString() ?? null,
  opened_at: opened_at?.toISOString() ?? null,
  order: order_id === null ? null : { id: order_id, order_no, total: money(order_total, order_currency) },
})

const RECENT = sql`a.abandoned_at > now() - interval '30 days'`

async function readResults(db: Db): Promise<CartResults> {
  const [{ rows: counts }, { rows: recovered }] = await Promise.all([
    sql<Omit<CartResults, 'recovered'>>`
      select count(*)::integer as carts, count(*) filter (where a.mails > 0)::integer as mailed,
        coalesce(sum(a.mails), 0)::integer as mails, count(a.opened_at)::integer as opened
      from abandoned_carts a where ${RECENT}`.execute(db),
    sql<{ orders: number; total: number; currency: string }>`
      select count(*)::integer as orders, sum(o.grand_total)::bigint as total, o.currency
      from abandoned_carts a join orders o on o.id = a.order_id where ${RECENT} and ${isSale}
      group by o.currency order by 2 desc`.execute(db),
  ])
  return {
    ...{ carts: 0, mailed: 0, mails: 0, opened: 0, ...counts[0] },
    recovered: recovered.map(({ orders, total, currency }) => ({ orders, total: money(total, currency) })),
  }
}

const handlers: Handlers<typeof abandonedCartAdminEndpoints> = {
  list: (query, { db }) => listCarts(db, query),
  results: (_, { db }) => readResults(db),
}

export const adminAbandonedCartGroup = defineAdminGroup({
  name: 'adminAbandonedCarts',
  routes: abandonedCartAdminRoutes,
  endpoints: abandonedCartAdminEndpoints,
  handlers,
})
