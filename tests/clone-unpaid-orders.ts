import type { Pool } from 'pg'

/**
 * Copies an order `count` times as overdue unpaid orders, each with its items, its stock hold and (with `withPayments`) an open
 * test gateway payment. `spread` assigns different variations in turn.
 * @returns their ids, ordered by due time.
 */
export async function cloneUnpaidOrders(
  pool: Pool,
  {
    orderId,
    count,
    withPayments = false,
    spread = false,
  }: { orderId: number; count: number; withPayments?: boolean; spread?: boolean },
): Promise<number[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0`)
    await client.query(
      `create temp table copies on commit drop as
      select (jsonb_populate_record(o, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('orders', 'id')), 'order_no', 'COPY-' || nextval('order_numbers'),
        'cart_id', null, 'status', 'pending_payment', 'payment_status', 'pending',
        'held_until', now() - interval '1 hour' + make_interval(secs => n * 0.001)))).*
      from orders o, generate_series(1, $2::integer) n where o.id = $1::bigint`,
      [orderId, count],
    )
    await client.query('insert into orders overriding system value select * from copies')
    await client.query(
      `insert into order_items (order_id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
        discount, tax, total, customisation, status, return_days, tax_rate)
      select c.id, i.variation_id, i.name, i.slug, i.sku, i.brand, i.category, i.image_path, i.quantity, i.unit_price,
        i.discount, i.tax, i.total, i.customisation, i.status, i.return_days, i.tax_rate
      from copies c, order_items i where i.order_id = $1::bigint`,
      [orderId],
    )
    await client.query(
      `insert into stock_holds (order_id, variation_id, quantity)
      select c.id, case when $2::boolean then v.ids[1 + c.id % cardinality(v.ids)] else i.variation_id end, i.quantity
      from copies c, (select * from order_items where order_id = $1::bigint and variation_id is not null limit 1) i,
        (select array_agg(id order by id) as ids from variations) v`,
      [orderId, spread],
    )
    if (withPayments) {
      await client.query(
        `insert into payments (id, order_id, gateway, gateway_payment_id, status, amount, currency, ask_again_at)
        select 'copy-' || id, id, 'test_gateway', 'copy-' || id, 'requires_action', grand_total, currency, now() from copies`,
      )
      await client.query(
        `insert into test_gateway_payments (id, reference, order_no, amount, currency, return_path, cancel_path)
        select 'copy-' || id, 'copy-' || id, order_no, grand_total, currency, '/', '/' from copies`,
      )
    }
    const { rows } = await client.query<{ id: number }>('select id from copies order by held_until')
    await client.query('commit')
    return rows.map(({ id }) => Number(id))
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
