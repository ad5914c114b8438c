import type { Order } from '#contract/checkout.ts'
import { formatMoney, money } from '#contract/money.ts'
import type { Refund } from '#contract/refund.ts'
import { refundReasons } from '#contract/rules/order-reasons.ts'
import { type OrderState, orderStates, orderStatusLabel } from '#contract/rules/order-status.ts'
import { awaitsTransfer } from '#contract/rules/payment-methods.ts'
import { findOrder } from '../server/commerce/orders/read-order.ts'
import { notFound, rejected } from '../server/platform/kernel/errors.ts'
import type { OrderServices } from './order.ts'
import { readReviewNote, reviewNote } from './review-note.ts'

const SHOWN = 50

/** Prints the newest orders, one per line; only those in one state, if one is given. */
export async function listOrders({ db, print }: OrderServices, status: string | undefined) {
  const state = orderStates.find((one) => one === status)
  if (status !== undefined && state === undefined)
    throw rejected('ORDER_STATE', `--status must be one of ${orderStates.join(', ')}`)
  const orders = await db
    .selectFrom('orders')
    .select([
      'order_no',
      'status',
      'payment_status',
      'payment_method',
      'grand_total',
      'currency',
      'placed_at',
      'review_reason',
    ])
    .select('shipping_address')
    .$if(state !== undefined, (query) => query.where('status', '=', state ?? null))
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  for (const order of orders) {
    const { city = '' } = order.shipping_address as { city?: string }
    print(
      [
        order.order_no.padEnd(10),
        order.placed_at.toISOString().slice(0, 16).replace('T', ' '),
        orderStatusLabel(order.status).padEnd(20),
        `${order.payment_method}, ${order.payment_status}`.padEnd(24),
        formatMoney(money(order.grand_total, order.currency), 'en-IN').padStart(12),
        city,
        awaitsTransfer(order) ? 'UNPAID' : '',
        reviewNote(order.review_reason),
      ]
        .join('  ')
        .trimEnd(),
    )
  }
  if (orders.length === 0) print('No orders found')
}

/** Prints one order: items to pack, address, parcels and return requests. @throws 404 */
export async function showOrder({ db, config, print }: OrderServices, order_no: string) {
  const row = await db.selectFrom('orders').select('id').where('order_no', '=', order_no).executeTakeFirst()
  const order = row && (await findOrder(db, row.id))
  if (!order) throw notFound(`Order ${order_no} not found`)
  const to = order.shipping_address
  print(`${order.order_no}  ${order.status_label}  ${order.payment_method.name}, ${order.payment_status}`)
  print(
    `Placed ${order.placed_at}, ${formatMoney(order.grand_total, 'en-IN')}, ${order.shipping_method.name}`,
  )
  const note = await readReviewNote(db, order.id)
  if (note) print(note)
  print('\nItems')
  for (const { id, quantity, name, sku, additonal_data, status } of order.productchannel) {
    const text = additonal_data?.custom_text ? `  text: ${additonal_data.custom_text}` : ''
    print(
      `  ${id}  ${quantity} x ${name} (${sku})${text}${status === order.status ? '' : `  ${lineState(status)}`}`,
    )
  }
  print('\nTo')
  for (const line of [
    `${to.first_name} ${to.last_name}`,
    to.address_line_1,
    to.address_line_2,
    `${to.city} ${to.postcode}`,
    to.state_name,
    to.phone,
    order.email ?? '',
  ])
    if (line.trim()) print(`  ${line}`)
  if (order.instruction) print(`\nNote: ${order.instruction}`)
  for (const { courier, waybill, status_label, expected_at, scans } of order.shipments) {
    print(`\nParcel ${waybill}  ${courier}  ${status_label}${expected_at ? `  expected ${expected_at}` : ''}`)
    for (const { at, label, location } of scans) print(`  ${at}  ${label}${location ? `  ${location}` : ''}`)
  }
  for (const refund of order.refunds) printRefund({ config, print }, refund, order.productchannel)
}

/** Prints a return request: its items, the reason, the shopper's comment and photos. */
function printRefund(
  { config, print }: Pick<OrderServices, 'config' | 'print'>,
  { refund_no, status_label, amount, items, note, credit_note_no }: Refund,
  lines: Order['productchannel'],
) {
  const creditNote = credit_note_no ? `  ${credit_note_no}` : ''
  print(`\nRefund ${refund_no}  ${status_label}  ${formatMoney(amount, 'en-IN')}${creditNote}`)
  for (const { item_id, quantity, reason, comment, images } of items) {
    const name = lines.find(({ id }) => id === item_id)?.name ?? item_id
    print(`  ${quantity} x ${name}: ${refundReasons[reason]}${comment ? `. "${comment}"` : ''}`)
    for (const image of images) print(`    ${config.storeUrl}${image}`)
  }
  if (note) print(`  Note to the customer: ${note}`)
}

const lineState = (status: string) => (isState(status) ? orderStatusLabel(status).toLowerCase() : status)

const isState = (text: string): text is OrderState => orderStates.some((one) => one === text)
