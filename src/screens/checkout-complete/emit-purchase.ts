import { toEventItem, toMajorUnits } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import { sessionRecord } from '#client/session-record.ts'
import type { Order } from '#contract/checkout.ts'

const emitted = sessionRecord<string[]>('purchases')

/** Once for an order: its page may be reloaded and come back to. */
export function emitPurchase(
  { order_id, order_no, status, totals, coupon, productchannel }: Order,
  token: string,
) {
  const known = emitted.read() ?? []
  if (status === 'cancelled' || known.includes(order_no)) return
  emitted.write([...known, order_no])
  emit({
    name: 'purchase',
    transaction_id: order_no,
    order_id,
    token,
    currency: totals.grand_total.currency,
    value: toMajorUnits(totals.grand_total),
    shipping: toMajorUnits(totals.shipping),
    tax: toMajorUnits(totals.tax),
    ...(coupon ? { coupon } : {}),
    items: productchannel.map(({ sku, name, variant, brand, price, quantity }, index) =>
      toEventItem({ sku, name, variant, brand, price, quantity }, index),
    ),
  })
}
