import { sql } from 'kysely'
import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { money } from '#contract/money.ts'
import { orderStatusLabel } from '#contract/rules/order-status.ts'
import { isOrderOf, ordersOf } from '#server/commerce/buyers/order-sql.ts'
import { describeDevice } from '#server/people/customers/describe-device.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { versionOf } from '../record-version.ts'
import { customerNotFound } from '../refusals.ts'
import { readOrganized } from './organize-customers.ts'
import { readTimeline } from './read-timeline.ts'

const newestOrders = 20

/** A customer with all that staff see. @throws 404 */
export async function readCustomer(db: Db | Tx, id: number): Promise<CustomerDetail> {
  const customer = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!customer) throw customerNotFound()
  const currency = await readCurrency(db)
  const { bought } = await db.selectNoFrom(ordersOf(id).as('bought')).executeTakeFirstOrThrow()
  const { count, sum } = bought
  const { first_name, last_name, is_blocked, is_guest, is_marketing_opted_in } = customer
  const { email, phone } = is_guest ? { email: customer.guest_email, phone: customer.guest_phone } : customer
  const [organized] = await readOrganized(db, [id])
  return {
    version: versionOf([first_name, last_name, email, phone, customer.mobile_code]),
    tags: organized?.tags ?? [],
    groups: organized?.groups ?? [],
    timeline: await readTimeline(db, id),
    ...{ id, first_name, last_name, email, phone, is_blocked, is_guest },
    email_verified_at: customer.email_verified_at?.toISOString() ?? null,
    phone_verified_at: customer.phone_verified_at?.toISOString() ?? null,
    has_password: customer.password_hash !== null,
    created_at: customer.created_at.toISOString(),
    total: money(sum, currency),
    order_count: count,
    orders: await readOrders(db, id),
    addresses: await readAddresses(db, id),
    marketing:
      is_marketing_opted_in === null
        ? null
        : { is_given: is_marketing_opted_in, at: customer.marketing_chosen_at?.toISOString() ?? null },
    sessions: await readSessions(db, id),
    notes: await readNotes(db, id),
  }
}

export async function readCurrency(db: Db | Tx): Promise<string> {
  const { currency } = await db
    .selectFrom('channels')
    .select('currency')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return currency
}

async function readOrders(db: Db | Tx, customerId: number) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_no', 'status', 'currency', 'grand_total', 'placed_at'])
    .where(isOrderOf('orders', customerId))
    .orderBy('id', 'desc')
    .limit(newestOrders)
    .execute()
  return rows.map(({ currency, grand_total, placed_at, ...row }) => ({
    ...row,
    status_label: orderStatusLabel(row.status),
    grand_total: money(grand_total, currency),
    placed_at: placed_at.toISOString(),
  }))
}

async function readAddresses(db: Db | Tx, customerId: number) {
  const rows = await db
    .selectFrom('addresses')
    .innerJoin('countries', 'countries.id', 'addresses.country_id')
    .select(['addresses.id', 'is_default', 'first_name', 'last_name', 'address_line_1', 'address_line_2'])
    .select(['city', 'postcode', 'state_name', 'countries.name as country', 'phone', 'tax_no'])
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('addresses.id')
    .execute()
  return rows.map(({ id, is_default, first_name, last_name, city, postcode, ...row }) => ({
    id,
    is_default,
    lines: [
      `${first_name} ${last_name}`,
      row.address_line_1,
      row.address_line_2,
      `${city} ${postcode}`,
      [row.state_name, row.country].filter(Boolean).join(', '),
      row.phone,
      row.tax_no,
    ]
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))
}

async function readSessions(db: Db | Tx, customerId: number) {
  const rows = await db
    .selectFrom('sessions')
    .select([
      'id',
      'created_at',
      'last_seen_at',
      sql<string | null>`(select user_agent from access_logs l
        where l.session_id = sessions.id and l.event = 'login' order by l.id desc limit 1)`.as('user_agent'),
    ])
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map(({ id, created_at, last_seen_at, user_agent }) => ({
    id,
    device: describeDevice(user_agent ?? ''),
    started_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }))
}

async function readNotes(db: Db | Tx, customerId: number) {
  const rows = await db
    .selectFrom('customer_notes')
    .select(['id', 'at', 'author', 'text'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
