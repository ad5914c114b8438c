import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/platform/kernel/schema.ts'

type Db = Kysely<Database>

/** A guest's cart that is there already. */
export type PreparedCart = { id: number; session: string; variationIds: number[] }

export const newSession = () => randomBytes(32).toString('base64url')

/**
 * Returns variations that any visitor may order in any quantity without customisation, and sets a stock that no round exhausts.
 */
export async function stockUp(db: Db, stock: number): Promise<number[]> {
  const rows = await db
    .updateTable('variations')
    .set({ stock, tracks_stock: true })
    .from('products')
    .whereRef('products.id', '=', 'variations.product_id')
    .where('variations.is_published', '=', true)
    .where('products.is_published', '=', true)
    .where('products.customisation', 'is', null)
    .where('products.min_quantity', '=', 1)
    .where('products.quantity_step', '=', 1)
    .returning('variations.id')
    .execute()
  if (rows.length < 8) throw new Error('The shop under test has too few products to order')
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Creates an unlimited coupon of five percent for all customers and products. @returns its code */
export async function issueCoupon(db: Db): Promise<string> {
  const code = 'BENCH5'
  await sql`
    insert into coupons (channel_id, code, title, type, value, usage_limit, starts_at, ends_at)
    select id, ${code}, '5% off', 'percentage', 5, 1000000, now() - interval '1 day', now() + interval '1 day'
    from channels where is_default and not exists (select from coupons where code = ${code})`.execute(db)
  return code
}

/**
 * Makes carts as they are after `variations` (one list a cart) have been put in, and with all that an order needs. One statement
 * a table: what is measured comes later.
 */
export async function prepareCarts(
  db: Db,
  contents: readonly number[][],
  coupon: string | null = null,
): Promise<PreparedCart[]> {
  const carts = contents.map((variationIds) => ({ session: newSession(), variationIds }))
  const { rows } = await sql<{ id: number; session_id: string }>`
    insert into carts (session_id, channel_id, phone, email, shipping_method, payment_method, coupon_code, expires_at)
    select session, channel.id, '9876543210', 'guest@example.com',
      (select code from shipping_methods m where m.channel_id = channel.id and is_active order by sort_order, id limit 1),
      'cod', ${coupon}, now() + interval '1 day'
    from unnest(${sql.val(carts.map(({ session }) => session))}::text[]) session, channels channel
    where channel.is_default
    returning id, session_id`.execute(db)
  const ids = new Map(rows.map(({ id, session_id }) => [session_id, id]))
  const prepared = carts.map((cart) => ({ ...cart, id: ids.get(cart.session) as number }))
  await putLines(db, prepared)
  await putAddresses(db, prepared)
  return prepared
}

async function putLines(db: Db, carts: readonly PreparedCart[]) {
  const lines = carts.flatMap(({ id, variationIds }) => variationIds.map((variation) => ({ id, variation })))
  await sql`
    insert into cart_items (cart_id, variation_id, quantity, unit_price)
    select cart_id, line.variation_id, 1, price.selling_price
    from unnest(${sql.val(lines.map(({ id }) => id))}::bigint[], ${sql.val(lines.map(({ variation }) => variation))}::integer[])
      as line (cart_id, variation_id)
    join carts on carts.id = line.cart_id
    join prices price on price.variation_id = line.variation_id and price.channel_id = carts.channel_id`.execute(
    db,
  )
}

async function putAddresses(db: Db, carts: readonly PreparedCart[]) {
  await sql`
    insert into cart_addresses (cart_id, address_type, country_id, state_id, first_name, last_name, phone, address_line_1, city, postcode)
    select cart_id, kind, state.country_id, state.id, 'Asha', 'Rao', '9876543210', '12 MG Road', 'Bengaluru', '560001'
    from unnest(${sql.val(carts.map(({ id }) => id))}::bigint[]) cart_id, unnest(array['Shipping', 'Billing']) kind,
      (select id, country_id from states where name = 'Karnataka') state`.execute(db)
}
