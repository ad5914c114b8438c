import { sql } from 'kysely'
import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { isOrderOf } from '#server/commerce/buyers/order-sql.ts'
import { describeDevice } from '#server/people/customers/describe-device.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** Entries that are read, the newest of each kind. */
const newest = 50

type Entry = CustomerDetail['timeline'][number]
type Row = Omit<Entry, 'at'> & { at: string }

/** What happened with a customer, newest first: orders, their messages, logins, consent, notes and what staff did. */
export async function readTimeline(db: Db | Tx, id: number): Promise<Entry[]> {
  const ofCustomer = sql`select o.id, o.order_no, o.placed_at from orders o where ${isOrderOf('o', id)}
    order by o.placed_at desc limit ${newest}`
  const { rows } = await sql<{ entry: Row }>`
    with placed as materialized (${ofCustomer})
    select json_build_object('at', at, 'kind', kind, 'what', what, 'text', text, 'author', author, 'order_id', order_id) as entry
    from (
      select placed_at as at, 'order' as kind, '' as what, order_no as text, '' as author, id as order_id from placed
      union all select m.created_at, 'message', m.kind, m.recipient, '', m.order_id
        from outbox m join placed on placed.id = m.order_id where m.kind <> 'otp'
      union all (select at, 'access', event, user_agent, '', null from access_logs
        where customer_id = ${id} order by access_logs.id desc limit ${newest})
      union all (select at, 'note', '', text, author, null from customer_notes
        where customer_id = ${id} order by customer_notes.id desc limit ${newest})
      union all (select at, 'staff', action, coalesce((
          select string_agg(value, ', ') from jsonb_each_text(after::jsonb) where value <> ''
        ), ''), actor, null
        from audit_log where record_type = 'customer' and record_id = ${String(id)} and action <> 'customer.add_note'
        order by audit_log.id desc limit ${newest})
      union all select marketing_chosen_at, 'consent', case when is_marketing_opted_in then 'given' else 'declined' end, '', '', null
        from customers where customers.id = ${id} and marketing_chosen_at is not null
      union all select created_at, 'created', case when is_guest then 'guest' else 'account' end, '', '', null
        from customers where customers.id = ${id} and not is_by_hand
    ) happened
    order by at desc limit 100`.execute(db)
  return rows.map(({ entry: { at, text, ...entry } }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    text: entry.kind === 'access' ? describeDevice(text) : text,
  }))
}
