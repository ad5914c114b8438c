import { randomUUID } from 'node:crypto'
import { isDelivered } from '#contract/rules/product-kind.ts'
import type { CartLineRow, CartRow } from '#server/commerce/cart/model/cart-row.ts'
import { onlyInOwnOrder, productNotAvailable } from '#server/commerce/cart/model/refusals.ts'
import { readCartRow } from '#server/commerce/cart/store/read-cart.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** `unit_price`: of pieces that the order has already; others have the present one. */
export type CartLine = { variation_id: number; quantity: number; unit_price?: number }

type Filled = {
  lines: readonly CartLine[]
  coupon_code: string | null
  address: { country_id: number; state_id: number | null; postcode: string }
}

/**
 * What a cart with these lines would be: prices, taxes, stock, coupon and deliveries, read by the statement of carts from one that is
 * gone when this returns. Its rows are in the order of `lines`. ADR 0036.
 * @throws 404 for a variation that is not sold; 422 at items for a new one without delivery
 */
export async function readChangeCart(
  tx: Tx,
  channel: Channel,
  { lines, coupon_code, address }: Filled,
): Promise<CartRow> {
  const rows = lines.map((line, at) => ({ ...line, at }))
  const { country_id, state_id, postcode } = address
  const session = `change-${randomUUID()}`
  const cart = await fill.first(
    tx,
    session,
    channel.id,
    coupon_code,
    json(rows),
    country_id,
    state_id,
    postcode,
  )
  if (!cart) throw new Error('The cart of a change was not written')
  const row = await readCartRow(tx, channel, cart.id)
  await drop.all(tx, cart.id)
  if (row.lines.length !== lines.length) throw productNotAvailable()
  return { ...row, lines: row.lines.map((line, at) => agreed(line, lines[at])) }
}

/** Pieces of the order keep their price; of the others only what can be bought is sold. */
function agreed(line: CartLineRow, given: CartLine | undefined): CartLineRow {
  if (given?.unit_price !== undefined) return { ...line, selling_price: given.unit_price }
  if (!line.is_buyable) throw productNotAvailable()
  if (!isDelivered(line)) throw onlyInOwnOrder()
  return line
}

const fill = prepared<{ id: number }>(
  'fill cart of change',
  `with cart as (
    insert into carts (session_id, channel_id, coupon_code, expires_at)
    values ($1::text, $2::integer, $3::text, now() + interval '1 day') returning id
  ),
  lines as (
    insert into cart_items (cart_id, variation_id, quantity, unit_price, customisation_key)
    select cart.id, v.id, line.quantity, coalesce(line.unit_price, 0), line.at::text
    from cart, json_to_recordset($4::json) line(at integer, variation_id integer, quantity integer, unit_price bigint)
    join variations v on v.id = line.variation_id
    order by line.at
  ),
  address as (
    insert into cart_addresses (cart_id, address_type, country_id, state_id, postcode)
    select id, 'Shipping', $5::integer, $6::integer, $7::text from cart
  )
  select id from cart`,
)

const drop = prepared('drop cart of change', 'delete from carts where id = $1::bigint')
