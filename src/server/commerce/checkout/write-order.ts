import { HOLD_MINUTES } from '#server/catalog/stock/hold-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { OrderDraft } from '../orders/model/order-draft.ts'
import { newAccessKey, type OrderAccess } from '../orders/model/order-token.ts'

export type WrittenOrder = OrderAccess & { order_no: string; placed_at: Date }

/**
 * Initial state of an order: placed, or waiting for its payment. `cart_version`: the version of the cart that
 * it was made from.
 */
export type OrderStart = {
  status: 'placed' | 'pending_payment'
  payment_status: 'pending' | 'paid'
  cart_version: number
}

/**
 * Writes order, lines and first event in one statement; rows are passed as JSON. The number comes from a
 * sequence and may leave gaps (decisions §6, order number).
 */
export async function writeOrder(
  tx: Tx,
  { order, items }: OrderDraft,
  start: OrderStart,
): Promise<WrittenOrder> {
  const written = await insertOrder.first(
    tx,
    json({ ...order, ...start, access_key: newAccessKey() }),
    json(items),
  )
  if (!written) throw new Error('The order was not written')
  return written
}

const insertOrder = prepared<WrittenOrder>(
  'insert order',
  `with placed as (
    insert into orders (order_no, status, payment_status, held_until, cart_id, cart_version, channel_id, customer_id, payment_method,
      payment_method_name, shipping_method, shipping_method_name, eta_min_days, eta_max_days, currency, subtotal,
      discount_total, shipping_total, payment_fee, tax_total, is_tax_included, grand_total, coupon_code, email, phone,
      shipping_address, billing_address, instruction, accepted_tnc_at, access_key, charges_tax_rate, shipping_tax, payment_fee_tax,
      delivery_adjustments, source, promotion_terms)
    select 'SF-' || nextval('order_numbers'), status, payment_status,
      case when status = 'pending_payment' then now() + interval '${HOLD_MINUTES} minutes' end,
      cart_id, cart_version, channel_id, customer_id, payment_method,
      payment_method_name, shipping_method, shipping_method_name, eta_min_days, eta_max_days, currency, subtotal,
      discount_total, shipping_total, payment_fee, tax_total, is_tax_included, grand_total, coupon_code, email, phone,
      shipping_address, billing_address, instruction, accepted_tnc_at, access_key, charges_tax_rate, shipping_tax, payment_fee_tax,
      delivery_adjustments, source, promotion_terms
    from json_populate_record(null::orders, $1::json)
    returning id, access_key, order_no, placed_at, status
  ),
  items as (
    insert into order_items (order_id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
      discount, adjustments, tax, total, customisation, status, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code,
      promotion_keys)
    select placed.id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
      discount, adjustments, tax, total, customisation, placed.status, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code,
      promotion_keys
    from placed, json_populate_recordset(null::order_items, $2::json) item
  ),
  event as (
    insert into order_events (order_id, status) select id, status from placed
  )
  select id, access_key, order_no, placed_at from placed`,
)

type Closing = {
  cartId: number
  messages: readonly object[]
  idempotency: { key: string; bodyHash: string; reply: object }
}

/**
 * Closes the cart, queues mail and SMS, and stores the reply for the same key: the last statement of an
 * order.
 * @returns false when the key was used for another cart concurrently.
 */
export async function closeOrder(tx: Tx, { cartId, messages, idempotency }: Closing): Promise<boolean> {
  const { key, bodyHash, reply } = idempotency
  const finished = await finishOrder.first(tx, cartId, json(messages), key, bodyHash, json(reply))
  return finished !== undefined
}

const finishOrder = prepared<{ key: string }>(
  'finish order',
  `with ended as (
    update carts set status = 'ordered', updated_at = now() where id = $1::bigint
  ),
  queued as (
    insert into outbox (channel, kind, order_id, recipient, subject, text, html)
    select channel, kind, order_id, recipient, coalesce(subject, ''), text, html
    from json_populate_recordset(null::outbox, $2::json)
  )
  insert into idempotency_keys (scope, key, body_hash, status, reply)
  values ('place-order', $3, $4, 200, $5::jsonb)
  on conflict do nothing
  returning key`,
)

type UnpaidOrder = Closing & { orderId: number }

/**
 * The same for an order that waits for its payment: the cart stays open and refers to it, the messages wait
 * with it. ADR 0034.
 * @returns false when the key was used for another cart concurrently.
 */
export async function storeUnpaidOrder(tx: Tx, { orderId, ...closing }: UnpaidOrder): Promise<boolean> {
  const { cartId, messages, idempotency } = closing
  const { key, bodyHash, reply } = idempotency
  const finished = await waitForPayment.first(tx, cartId, json(messages), key, bodyHash, json(reply), orderId)
  return finished !== undefined
}

const waitForPayment = prepared<{ key: string }>(
  'keep order waiting',
  `with known as (
    update carts set unpaid_order_id = $6::bigint where id = $1::bigint
  ),
  queued as (
    update orders set messages_when_paid = $2::jsonb where id = $6::bigint
  )
  insert into idempotency_keys (scope, key, body_hash, status, reply)
  values ('place-order', $3, $4, 200, $5::jsonb)
  on conflict do nothing
  returning key`,
)

/**
 * Stores the reply for a key whose order exists already.
 * @returns false when the key was used for another cart concurrently.
 */
export const storeReply = async (
  tx: Tx,
  { key, bodyHash, reply }: Closing['idempotency'],
): Promise<boolean> => (await insertReply.first(tx, key, bodyHash, json(reply))) !== undefined

const insertReply = prepared<{ key: string }>(
  'keep order reply',
  `insert into idempotency_keys (scope, key, body_hash, status, reply)
  values ('place-order', $1, $2, 200, $3::jsonb)
  on conflict do nothing
  returning key`,
)
