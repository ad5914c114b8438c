import { type RawBuilder, sql } from 'kysely'
import type { CustomerDuplicate } from '#contract/admin/customers/customers.ts'
import { isOrderOf } from '#server/commerce/buyers/order-sql.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { toTsQuery } from '#server/platform/kernel/word-search.ts'
import { customerNotFound } from '../refusals.ts'
import { guestWords, words } from './customer-search.ts'
import { readCustomerRows } from './list-customers.ts'

/** Customers of one name that are compared by their pincodes. */
const mostOfName = 200
const mostShown = 10

/**
 * Customers who may be the same person: with the same e-mail address, the same phone, or the same name and a delivery to
 * the same pincode. Two accounts are none, because they cannot be merged.
 * @throws 404
 */
export async function findDuplicates(db: Db, id: number): Promise<CustomerDuplicate[]> {
  const me = await db
    .selectFrom('customers')
    .select(['is_guest', 'mobile_code', 'first_name', 'last_name'])
    .select((eb) => [
      eb.fn.coalesce('email', 'guest_email').as('email'),
      eb.fn.coalesce('phone', 'guest_phone').as('phone'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!me) throw customerNotFound()
  const name = `${me.first_name} ${me.last_name}`.trim().toLowerCase()
  const query = toTsQuery(name) ?? ''
  const postcodes = (of: RawBuilder<unknown>) => sql`
    select upper(replace(o.shipping_address ->> 'postcode', ' ', '')) from orders o where ${isOrderOf('o', of)}`
  const { rows } = await sql<{ id: number; why: CustomerDuplicate['why'] }>`
    select id, min(why) as why from (
      select id, 'email' as why from customers where email = ${me.email} or guest_email = ${me.email}
      union all select id, 'phone' from customers where mobile_code = ${me.mobile_code} and (phone = ${me.phone} or guest_phone = ${me.phone})
      union all select id, 'place' from (
        (select id, first_name, last_name from customers where ${words} @@ to_tsquery('simple', ${query}) limit ${mostOfName})
        union (select id, first_name, last_name from customers where is_guest and ${guestWords} @@ to_tsquery('simple', ${query}) limit ${mostOfName})
      ) named where ${name} <> '' and lower(trim(first_name || ' ' || last_name)) = ${name}
        and exists (${postcodes(sql`named.id`)} intersect ${postcodes(sql`${id}`)})
    ) found
    where id <> ${id} and (${me.is_guest} or (select is_guest from customers c where c.id = found.id))
    group by id order by 2, 1 limit ${mostShown}`.execute(db)
  const why = new Map(rows.map((row) => [row.id, row.why]))
  const found = await readCustomerRows(db, [...why.keys()])
  return found.flatMap(({ id, name, email, phone, is_guest, orders }) => {
    const reason = why.get(id)
    return reason === undefined ? [] : [{ id, name, email, phone, is_guest, orders, why: reason }]
  })
}
