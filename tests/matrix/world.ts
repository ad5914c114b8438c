import { sql } from 'kysely'
import { register } from '#harness/customers.ts'
import type { Shop } from '#harness/open-shop.ts'
import { buy } from '#harness/orders.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** An address as forms submit it. */
export const addressInput = {
  first_name: 'Somebody',
  last_name: 'Else',
  phone: '9000000009',
  address_line_1: '12 Lake Road',
  address_line_2: '',
  city: 'Bengaluru',
  postcode: '560001',
  country_id: 101,
  state_id: 17,
  address_type: 'Shipping' as const,
}

/** A customer with one record of every kind, which others must not see, change or detect. */
export type Person = Awaited<ReturnType<typeof makePerson>>

let made = 0

export async function makePerson({ db, guest }: Shop) {
  made += 1
  const visitor = guest()
  // A mark that occurs only in this person's data.
  const mark = `Canary${made}q`
  const person = await register(visitor, { first_name: mark, last_name: `${mark}last` })
  const bought = await buy(db, visitor, person)
  const { token: track_token } = ok(await visitor.api.checkout.complete({ ...bought, type: 'cod' }))
  const { product_id } = await makeProduct(db)
  const { items, cart_session } = ok(await visitor.api.cart.addItem({ product_id }))
  const address = ok(await visitor.api.address.add({ ...addressInput, first_name: mark }))
  const passkey = await db
    .insertInto('passkeys')
    .values({
      customer_id: person.id,
      credential_id: `${mark}-credential`,
      public_key: '',
      counter: 0,
      transports: [],
      name: mark,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [session] = ok(await visitor.api.account.sessions())
  return {
    ...person,
    visitor,
    mark,
    order: bought,
    product_id,
    item_id: items[0]?.id ?? 0,
    cart: { api_cart: true, cart_session },
    session_id: session?.id ?? 0,
    track_token: track_token ?? '',
    address_id: address.id,
    passkey_id: passkey.id,
    /** Texts that no other visitor may receive. */
    secrets: [mark, person.email, person.phone, bought.order_no, bought.token, String(cart_session)],
  }
}

/** Builds the request of a call as the browser sends it, with the input in path, query or body. */
export function requestOf(route: string, input: Record<string, unknown>) {
  const [method = 'GET', template = ''] = route.split(' ')
  const rest = { ...input }
  const path = template.replace(/\/:(\w+)\??/g, (_, parameter: string) => {
    const value = rest[parameter]
    delete rest[parameter]
    return value === undefined ? '' : `/${encodeURIComponent(String(value))}`
  })
  const isRead = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))
  return {
    method: method as 'GET',
    url: isRead && query.size > 0 ? `${path}?${query}` : path,
    ...(isRead ? {} : { payload: JSON.stringify(rest), headers: { 'content-type': 'application/json' } }),
  }
}

/** A hash over all data of a customer: their rows, and the rows of their carts and orders. */
export async function fingerprintOf(db: Db, customerId: number): Promise<string> {
  const { rows } = await sql<{ print: string }>`${sql.raw(await fingerprintSql(db, customerId))}`.execute(db)
  return rows[0]?.print ?? ''
}

const parents = {
  customers: (id: number) => `select ${id}::bigint`,
  carts: (id: number) => `select id from carts where customer_id = ${id}`,
  orders: (id: number) => `select id from orders where customer_id = ${id}`,
}

let links: { child: string; key: string; parent: keyof typeof parents }[] | undefined

async function fingerprintSql(db: Db, customerId: number): Promise<string> {
  links ??= (
    await sql<{ child: string; key: string; parent: keyof typeof parents }>`
      select c.conrelid::regclass::text as child, a.attname as key, c.confrelid::regclass::text as parent
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text in ('customers', 'carts', 'orders')
        and c.conrelid::regclass::text <> 'access_logs'`.execute(db)
  ).rows
  const rowsOf = (table: string, key: string, ids: string) =>
    // `last_seen_at` changes with every request.
    `select '${table}' || (to_jsonb(t) - 'last_seen_at')::text as line from ${table} t where ${key} in (${ids})`
  const parts = [
    rowsOf('customers', 'id', parents.customers(customerId)),
    ...links.map(({ child, key, parent }) => rowsOf(child, key, parents[parent](customerId))),
  ]
  return `select md5(coalesce(string_agg(line, '' order by line), '')) as print from (${parts.join(' union all ')}) all_rows`
}
