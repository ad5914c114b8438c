import type { ChangeQuote, OrderChange } from '#contract/admin/orders.ts'
import { money } from '#contract/money.ts'
import type { ChangeableLine } from '#server/commerce/orders/changes/changeable-order.ts'
import { unshippedOf } from '#server/commerce/orders/changes/match-pieces.ts'
import { quoteChange } from '#server/commerce/payments/change-order.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readFacts, versionOf } from './order-version.ts'

/**
 * An order as a change would leave it, for staff to look at before anything is saved.
 * @throws as `quoteChange`
 */
export async function readChangeQuote(db: Db, id: number, change: OrderChange): Promise<ChangeQuote> {
  const version = versionOf(await readFacts(db, id))
  const { order, lines, plan, difference, shipping_methods, settlement, kept, isEmpty } = await quoteChange(
    db,
    id,
    change,
  )
  const of = (amount: number) => money(amount, order.currency)
  const totals = plan.order
  return {
    version,
    lines: [...Map.groupBy(lines, ({ origin }) => origin).values()].flatMap((group) => toLine(group, of)),
    added: plan.added.map(({ name, quantity, unit_price, total }) => ({
      ...{ name, quantity, price: of(unit_price), total: of(total) },
    })),
    totals: {
      subtotal: of(totals.subtotal),
      discount: of(totals.discount_total),
      shipping: of(totals.shipping_total),
      payment_fee: of(order.payment_fee),
      tax: of(totals.tax_total),
      grand_total: of(totals.grand_total),
    },
    difference: of(difference),
    settlement,
    kept: {
      discounts: kept.named.map(({ name, amount }) => ({ name, amount: of(amount) })),
      gifts: kept.gifts,
    },
    shipping_method: totals.shipping_method,
    shipping_methods,
    is_different: !isEmpty,
  }
}

/** The pieces of one line of the order, wherever they are now. */
function toLine(
  group: readonly ChangeableLine[],
  of: (amount: number) => ChangeQuote['lines'][number]['price'],
): ChangeQuote['lines'] {
  const [line] = group
  if (!line) return []
  const open = unshippedOf(group).reduce((sum, { amounts }) => sum + amounts.quantity, 0)
  const { id: item_id, name, sku, image_path: picture, unit_price } = line
  const shipped = group.reduce((sum, one) => sum + one.shipped.quantity, 0)
  return [{ item_id, name, sku, picture, price: of(unit_price), quantity: open, shipped }]
}
