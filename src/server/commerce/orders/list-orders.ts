import * as limits from '#contract/limits.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { containing } from '#server/platform/kernel/list-page.ts'
import { readOrders } from './read-order.ts'

/** A page of a customer's orders, newest first: all, or those whose number or items match the query. Spec §7 Orders. */
export async function listOrders(
  db: Db,
  customerId: number,
  {
    page,
    search = '',
    per_page = limits.perPage.orders,
  }: { page: number; search?: string | undefined; per_page?: number | undefined },
) {
  const pattern = containing(search)
  const found = await ordersOfCustomer.all(db, customerId, pattern, per_page, (page - 1) * per_page)
  const { total } = (await countOfCustomer.first(db, customerId, pattern)) ?? { total: 0 }
  return {
    data: await readOrders(
      db,
      found.map(({ id }) => id),
    ),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
}

/** Excludes orders that were abandoned before payment. */
const ofCustomer = `from orders o
  where o.customer_id = $1::bigint
    and (o.status <> 'cancelled' or exists (
      select from order_events e where e.order_id = o.id and e.status = 'placed'
    ))
    and ($2::text = '%%' or o.order_no ilike $2 or exists (
      select from order_items i where i.order_id = o.id and (i.name ilike $2 or i.sku ilike $2 or i.brand ilike $2)
    ))`

const ordersOfCustomer = prepared<{ id: number }>(
  'orders of customer',
  `select o.id ${ofCustomer} order by o.placed_at desc, o.id desc limit $3::integer offset $4::integer`,
)

const countOfCustomer = prepared<{ total: number }>(
  'count orders of customer',
  `select count(*)::integer as total ${ofCustomer}`,
)
