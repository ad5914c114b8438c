import type { OrderFilter } from '#contract/admin/orders.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { listOrders } from './list-orders.ts'

const LIMIT = 10_000
const PAGE = 500

/** The orders of a filter as CSV, newest first. `timeZone`: of its days. */
export async function exportOrders(db: Db, filter: OrderFilter, timeZone: string): Promise<Buffer> {
  const rows: Record<string, string>[] = []
  for (let page = 1; page <= LIMIT / PAGE; page++) {
    const query = { ...filter, page, per_page: PAGE, sort: 'placed_at', order: 'desc' } as const
    const found = await listOrders(db, query, timeZone)
    for (const order of found.data)
      rows.push({
        order: order.order_no,
        placed: order.placed_at,
        state: order.status_label,
        payment: order.payment_status,
        method: order.payment_method,
        customer: order.customer,
        city: order.city,
        items: String(order.units),
        total: decimalAmount(order.grand_total),
        refund_to_pay: order.owed ? decimalAmount(order.owed) : '',
        refund_note: order.is_owed_earlier ? 'from before this version: check whether it was paid' : '',
        currency: order.grand_total.currency,
      })
    if (page >= found.last_page) break
  }
  return csvFile(rows)
}
