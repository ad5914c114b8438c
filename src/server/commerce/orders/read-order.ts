import type { Address } from '#contract/cart.ts'
import type { Order } from '#contract/checkout.ts'
import { money } from '#contract/money.ts'
import type { OwedRefund } from '#contract/refund.ts'
import { ageFields } from '#contract/rules/confirmed-age.ts'
import { type OrderState, orderLabel, orderStatusLabel } from '#contract/rules/order-status.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { noDelivery } from '#contract/rules/product-kind.ts'
import { type NamedDiscount, namedDiscounts, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { aheadField } from '#server/catalog/stock/sold-ahead.ts'
import { type Customised, recipientFields } from '#server/commerce/cart/model/customisation.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type ImageRow, toImage } from '#server/platform/media/to-image.ts'
import type { PaymentFailure } from '../gateways/model/gateway.ts'
import { creditSql } from './exchange-credit.ts'
import { awaitsReturn, type Exchange } from './model/exchange.ts'
import { CAME_BACK, isUnpaid } from './model/order-states.ts'
import { type ShipmentRow, shipmentsSql, toShipment } from './model/to-shipments.ts'
import { type Rights, rightsOf, rightsSql } from './order-rights.ts'
import { type RefundRow, refundsSql, toRefund } from './to-refund.ts'

/**
 * An order with its lines, events, latest payment, shipments and refunds, in one statement; undefined when
 * there is none. Callers check access. Decisions §2, $Order.
 */
export const findOrder = async (db: Db | Tx, id: number): Promise<Order | undefined> =>
  (await readOrders(db, [id]))[0]

/** Several orders, sorted by id. */
export async function readOrders(db: Db | Tx, ids: readonly number[]): Promise<Order[]> {
  const orders = new Map((await ordersById.all(db, ids)).map((row) => [row.id, toOrder(row)]))
  return ids.flatMap((id) => orders.get(id) ?? [])
}

export type OrderRow = {
  id: number
  order_no: string
  customer_id: number | null
  status: OrderState
  is_partly_shipped: boolean
  payment_status: Order['payment_status']
  payment_method: string
  payment_method_name: string
  shipping_method: string
  pickup: Order['pickup']
  shipping_method_name: string
  eta_min_days: number | null
  eta_max_days: number | null
  currency: string
  subtotal: number
  discount_total: number
  shipping_total: number
  payment_fee: number
  tax_total: number
  is_tax_included: boolean
  grand_total: number
  coupon_code: string | null
  delivery_adjustments: NamedDiscount[] | null
  email: string | null
  phone: string | null
  shipping_address: Address
  billing_address: Address
  instruction: string | null
  tracked_flags: string[]
  placed_at: Date
  pay_by: Date | null
  is_quote: boolean
  payment_instructions: string
  payment: { payment_id: string; status: keyof typeof wireStatus; failure: PaymentFailure | null } | null
  refunded: number
  experience_rating: number | null
  shipments: ShipmentRow[]
  locale: string
  refunds: RefundRow[]
  owed_refunds: (Omit<OwedRefund, 'amount'> & { amount: number })[]
  payout_details: { kind: 'bank' | 'upi'; hint: string } | null
  rights: Rights
  invoices: {
    invoice_no: string
    waybill: string | null
    total: number
    credit_note_no: string | null
  }[]
  cancellations: { at: string; is_whole: boolean }[]
  changes: { status: keyof typeof changeLabels; at: string }[]
  change: {
    id: number
    gateway: string | null
    difference: number
    new_total: number
    answer_by: string
    is_overdue: boolean
    taken_out: string[]
    put_in: string[]
  } | null
  exchange: (Pick<Exchange, 'former_no' | 'mode' | 'status'> & { credit: number }) | null
  stored_value: { label: string; amount: number; held: number }[] | null
  items: OrderItemRow[]
  /** `is_back`: a parcel came back. */
  events: { status: OrderState; at: string; is_back: boolean }[]
}

type OrderItemRow = {
  id: number
  variation_id: number | null
  name: string
  /** Of the variation as it is now; null once it is deleted. */
  title: string | null
  slug: string
  sku: string
  brand: string
  category: string
  image: ImageRow | null
  quantity: number
  quantity_shipped: number
  unit_price: number
  discount: number
  adjustments: NamedDiscount[] | null
  tax: number
  total: number
  customisation: Customised | null
  sold_ahead: { text: string } | null
  status: string
  return_days: number
  min_age: number | null
}

const ordersById = prepared<OrderRow>(
  'orders by id',
  `select o.id, o.order_no, o.customer_id, o.status, o.is_partly_shipped, o.payment_status, o.payment_method, o.payment_method_name, o.shipping_method,
    o.shipping_method_name, o.eta_min_days, o.eta_max_days, o.currency, o.subtotal, o.discount_total, o.shipping_total,
    o.payment_fee, o.tax_total, o.is_tax_included, o.grand_total, o.coupon_code, o.delivery_adjustments, o.email, o.phone, o.shipping_address,
    o.billing_address, o.instruction, o.placed_at, o.pay_by, o.is_quote,
    array(
      select t.flag from tracked_purchases t where t.order_id = o.id and t.flag is not null
    ) as tracked_flags,
    (
      select json_agg(item order by coalesce(item.split_from, item.id), item.id) from (
        select i.*, v.title, (
            select coalesce(sum(c.quantity), 0) from shipment_items c where c.order_item_id = i.id
          ) as quantity_shipped,
          case when i.image_path is not null then json_build_object('path', i.image_path, 'alt', coalesce(im.alt, ''),
            'width', im.width, 'height', im.height, 'placeholder', im.placeholder,
              'focal_x', im.focal_x, 'focal_y', im.focal_y) end as image
        from order_items i left join images im on im.path = i.image_path left join variations v on v.id = i.variation_id
        where i.order_id = o.id
      ) item
    ) as items,
    (
      select json_agg(json_build_object('status', e.status, 'at', e.at, 'is_back', e.note = '${CAME_BACK}') order by e.id) from order_events e
      where e.order_id = o.id
    ) as events,
    coalesce((
      select m.instructions from payment_methods m where m.channel_id = o.channel_id and m.code = o.payment_method
    ), '') as payment_instructions,
    (
      select json_build_object('payment_id', p.id, 'status', p.status, 'failure', p.failure) from payments p
      where p.order_id = o.id and p.gateway <> 'exchange' and case when w.gateway is null then p.change_id is null else p.change_id = w.id end
      order by p.status = 'paid' desc, p.created_at desc limit 1
    ) as payment,
    (
      select coalesce(sum(p.refunded_amount), 0)::bigint from payments p
      where p.order_id = o.id and (p.status = 'paid' or (o.payment_status = 'refunded' and not exists (
        select from payments paid where paid.order_id = o.id and paid.status = 'paid'
      )))
    ) - (
      select coalesce(sum(c.captured_amount), 0)::bigint from payments c join payments s on s.id = c.source_id
      where s.order_id = o.id and c.status = 'paid'
    ) + (
      select coalesce(sum(w.amount), 0)::bigint from owed_refunds w
      where w.order_id = o.id and w.paid_at is not null and w.payment_refund_id is null
    ) as refunded,
    coalesce((
      select json_agg(json_build_object('id', w.id, 'amount', w.amount, 'reason', w.reason, 'at', w.created_at,
        'is_earlier', w.is_earlier, 'paid_on', w.paid_on, 'reference', w.reference) order by w.id)
      from owed_refunds w where w.order_id = o.id
    ), '[]') as owed_refunds,
    (
      select json_build_object('kind', d.kind, 'hint', d.hint)
      from payout_details d where d.order_id = o.id
    ) as payout_details,
    (
      select json_build_object('name', p.name, 'address', p.address, 'opening_hours', p.opening_hours, 'ready_at', k.ready_at, 'code', k.code)
      from order_pickups k join stock_locations p on p.id = k.location_id where k.order_id = o.id
    ) as pickup,
    ${shipmentsSql('o.id')} as shipments,
    (select c.locale from channels c where c.id = o.channel_id) as locale,
    ${refundsSql('o.id')} as refunds,
    ${rightsSql('o')} as rights,
    (
      select coalesce(json_agg(json_build_object('invoice_no', n.invoice_no, 'waybill', s.waybill,
        'total', (n.document ->> 'total')::bigint, 'credit_note_no', (
          select credited.credit_note_no from credit_notes credited where credited.shipment_id = n.shipment_id
        )) order by n.invoice_no), '[]')
      from invoices n left join shipments s on s.id = n.shipment_id where n.order_id = o.id
    ) as invoices,
    (
      select coalesce(json_agg(json_build_object('at', k.at, 'is_whole', k.is_whole) order by k.id), '[]')
      from order_cancellations k where k.order_id = o.id and k.change_id is null
    ) as cancellations,
    (
      select coalesce(json_agg(json_build_object('status', c.status, 'at', c.decided_at) order by c.id), '[]') from order_changes c
      where c.order_id = o.id and c.status <> 'waiting'
    ) as changes,
    case when w.id is not null then json_build_object('id', w.id, 'gateway', w.gateway, 'difference', w.difference,
      'new_total', w.plan -> 'order' -> 'grand_total', 'answer_by', w.answer_by, 'is_overdue', w.answer_by <= now(),
      'taken_out', w.plan -> 'taken_out', 'put_in', w.plan -> 'put_in') end as change,
    (
      select json_build_object('former_no', f.order_no, 'mode', r.exchange_mode, 'status', r.status, 'credit', ${creditSql('o.id')})
      from refunds r join orders f on f.id = r.order_id where r.exchange_order_id = o.id
    ) as exchange,
    (
      select json_agg(json_build_object('label', a.label, 'amount', p.amount, 'held', p.amount - p.refunded_amount) order by p.created_at, p.id)
      from payments p join value_accounts a on a.id = p.value_account_id
      where p.order_id = o.id and (p.status = 'paid' or o.status = 'payment_failed' and p.status = 'expired')
    ) as stored_value,
    (select r.rating from order_ratings r where r.order_id = o.id) as experience_rating
  from orders o left join order_changes w on w.order_id = o.id and w.status = 'waiting'
  where o.id = any($1::bigint[])`,
)

const pickupOf = ({ pickup }: OrderRow): Order['pickup'] =>
  pickup && { ...pickup, ready_at: pickup.ready_at && new Date(pickup.ready_at).toISOString() }

function toOrder(row: OrderRow): Order {
  const of = (amount: number) => money(amount, row.currency)
  const today = dayIn(new Date(), timeZoneOf(row.locale))
  const rights = rightsOf(row, row.rights)
  return {
    ...{ id: row.id, order_id: row.id, order_no: row.order_no, token: null },
    status: row.status,
    status_label: labelOf(row),
    is_partly_shipped: row.is_partly_shipped,
    payment_status: row.payment_status,
    payment_method: { code: row.payment_method, name: row.payment_method_name },
    payment_instructions: row.payment_status === 'pending' ? row.payment_instructions : '',
    payment: row.payment && { ...row.payment, status: wireStatus[row.payment.status] },
    shipping_method: {
      code: row.shipping_method,
      name: row.shipping_method_name,
      eta_days:
        row.eta_min_days === null || row.eta_max_days === null
          ? null
          : { min: row.eta_min_days, max: row.eta_max_days },
    },
    pickup: pickupOf(row),
    placed_at: row.placed_at.toISOString(),
    pay_by: canPayChange(row) ? answerBy(row.change) : (row.pay_by?.toISOString() ?? null),
    ...(row.is_quote && { is_quote: true as const }),
    change: row.change && {
      id: row.change.id,
      is_paid_online: row.change.gateway !== null,
      difference: of(row.change.difference),
      new_total: of(row.change.new_total),
      answer_by: answerBy(row.change),
      taken_out: row.change.taken_out,
      put_in: row.change.put_in,
    },
    exchange: row.exchange && exchangeOf(row.exchange, row),
    grand_total: of(row.grand_total),
    ...storedValueOf(row, of),
    totals: {
      subtotal: of(row.subtotal),
      discount: of(row.discount_total),
      shipping: of(row.shipping_total),
      payment_fee: of(row.payment_fee),
      tax: of(row.tax_total),
      grand_total: of(row.grand_total),
      refunded: of(row.refunded),
    },
    tax_included: row.is_tax_included,
    coupon: row.coupon_code,
    ...adjustmentsOf(row, of),
    productchannel: row.items.map((item) => ({
      ...toOrderItem(item, of),
      ...rights.ofItem(item),
      status: statusOfItem(item, row),
    })),
    shipping_address: row.shipping_address,
    billing_address: row.billing_address,
    email: row.email,
    phone: row.phone,
    instruction: row.instruction,
    shipments: row.shipments.map((shipment) => toShipment(shipment, today)),
    refunds: row.refunds.map((refund) => toRefund(refund, of)),
    owed_refunds: row.owed_refunds.map((owed) => ({
      ...owed,
      amount: of(owed.amount),
      at: new Date(owed.at).toISOString(),
    })),
    payout: payoutOf(row),
    can_cancel: rights.canCancel,
    can_refund: row.items.some((item) => rights.ofItem(item).can_refund),
    can_pay: (isUnpaid(row.status) && !(row.exchange && awaitsReturn(row.exchange))) || canPayChange(row),
    can_download_invoice: row.rights.has_invoice,
    invoices: row.invoices.map((invoice) => ({ ...invoice, total: of(invoice.total) })),
    experience_rating: row.experience_rating,
    timeline: timelineOf(row),
    google_gtag_event_tracked: row.tracked_flags.includes('google_gtag_event_tracked'),
    google_gtm_event_tracked: row.tracked_flags.includes('google_gtm_event_tracked'),
    facebook_pixel_event_tracked: row.tracked_flags.includes('facebook_pixel_event_tracked'),
  }
}

type ToMoney = (amount: number) => { amount: number; currency: string }

const toWire = ({ name, code, amount }: NamedDiscount, of: ToMoney) => ({ name, code, amount: of(amount) })

/** Of the lines that are not cancelled. */
function adjustmentsOf({ items, delivery_adjustments }: OrderRow, of: ToMoney): Pick<Order, 'adjustments'> {
  const live = items.filter(({ status }) => status !== 'cancelled')
  const ofGoods = sumByName(
    live.flatMap(({ discount, adjustments }) => namedDiscounts(discount, adjustments)),
  )
  const adjustments = [
    ...ofGoods.map((named) => ({ ...toWire(named, of), is_of_delivery: false })),
    ...(delivery_adjustments ?? []).map((named) => ({ ...toWire(named, of), is_of_delivery: true })),
  ]
  return adjustments.length > 0 ? { adjustments } : {}
}

function labelOf(row: OrderRow): string {
  if (row.status === 'pending_payment' && row.exchange && awaitsReturn(row.exchange))
    return 'Waiting for the return'
  return orderLabel({ ...row, owes: row.owed_refunds.some(({ paid_on }) => paid_on === null) })
}

/** What the value of a return pays of an order, and what is due beyond it. */
function exchangeOf(
  exchange: NonNullable<OrderRow['exchange']>,
  { currency, grand_total, payment_status, status }: OrderRow,
): Order['exchange'] {
  const isPaid = payment_status !== 'pending' && payment_status !== 'failed'
  const due = isPaid || status === 'cancelled' ? 0 : Math.max(0, grand_total - exchange.credit)
  return {
    former_no: exchange.former_no,
    credit: money(exchange.credit, currency),
    due: money(due, currency),
    awaits_return: status === 'pending_payment' && awaitsReturn(exchange),
  }
}

/** What stored value pays of an order. An unpaid order takes it again when it is paid. */
function storedValueOf(
  { stored_value, status, payment_status, grand_total }: OrderRow,
  of: ToMoney,
): Pick<Order, 'stored_value'> {
  if (!stored_value) return {}
  const isPaid = payment_status !== 'pending' && payment_status !== 'failed'
  const parts = stored_value
    .map(({ label, amount, held }) => ({ label, amount: isPaid ? amount : held }))
    .filter(({ amount }) => amount > 0)
  const due =
    isPaid || status === 'cancelled' ? 0 : parts.reduce((sum, { amount }) => sum - amount, grand_total)
  return {
    stored_value: {
      parts: parts.map((part) => ({ ...part, amount: of(part.amount) })),
      due: of(Math.max(0, due)),
    },
  }
}

type PayableChange = OrderRow & { change: NonNullable<OrderRow['change']> }

/** The difference of a change can be paid online. */
const canPayChange = (row: OrderRow): row is PayableChange =>
  row.change !== null && row.change.gateway !== null && !row.change.is_overdue

const answerBy = ({ answer_by }: NonNullable<OrderRow['change']>) => new Date(answer_by).toISOString()

/** Where money goes that is to be paid back by hand, or that a return in progress will lead to; null without. */
function payoutOf({
  owed_refunds,
  refunds,
  payment,
  payment_method,
  payout_details,
  stored_value,
  grand_total,
}: OrderRow): Order['payout'] {
  const isOwed = owed_refunds.some(({ paid_on }) => paid_on === null)
  const isStored = (stored_value ?? []).reduce((sum, { amount }) => sum + amount, 0) >= grand_total
  const isByHand = !isPaidFirst(payment_method) && payment?.status !== 'paid' && !(stored_value && isStored)
  const isReturning = refunds.some(({ status }) =>
    ['refund_requested', 'refund_approved', 'returned'].includes(status),
  )
  if (!isOwed && !(isByHand && isReturning)) return null
  if (!payout_details) return { is_known: false, label: '' }
  return { is_known: true, label: payoutLabel(payout_details) }
}

/** An account as pages and messages show it. */
export const payoutLabel = ({ kind, hint }: { kind: 'bank' | 'upi'; hint: string }) =>
  kind === 'bank' ? `Bank account ending in ${hint}` : `UPI ID ${hint}`

/** A line without a shipped piece is packed while the order is partly shipped. */
const statusOfItem = (item: OrderItemRow, order: OrderRow) =>
  order.is_partly_shipped && item.status === order.status && item.quantity_shipped === 0
    ? 'packed'
    : item.status

/** A partial cancellation and a change are events, not states. A shipment of a part comes before the one that completes the order. Without a delivery there are no steps of parcels. */
const timelineOf = ({
  events,
  cancellations,
  changes,
  is_partly_shipped,
  shipping_method,
}: OrderRow): Order['timeline'] =>
  [
    ...events.flatMap(({ status, at, is_back }, place) => {
      if (shipping_method === noDelivery.code && ofParcels.has(status)) return []
      const next = events.slice(place + 1).find((later) => later.status === 'shipped' || later.is_back)
      const isPart = status === 'shipped' && (is_back || (next ? !next.is_back : is_partly_shipped))
      return [
        ...(is_back ? [{ status: 'came_back', label: 'Parcel came back', at }] : []),
        { status, label: orderStatusLabel(isPart ? 'partly_shipped' : status), at },
      ]
    }),
    ...cancellations
      .filter(({ is_whole }) => !is_whole)
      .map(({ at }) => ({ status: 'items_cancelled', label: 'Some items cancelled', at })),
    ...changes.map(({ status, at }) => ({ status: `change_${status}`, label: changeLabels[status], at })),
  ]
    .map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

const ofParcels: ReadonlySet<OrderState> = new Set(['packed', 'shipped', 'out_for_delivery'])

const changeLabels = {
  applied: 'Order changed',
  declined: 'Change declined',
  withdrawn: 'Change withdrawn',
  expired: 'Change not confirmed in time',
} as const

/** A payment that was stored and not yet started can be continued like a started one. */
const wireStatus = {
  created: 'requires_action',
  requires_action: 'requires_action',
  processing: 'processing',
  paid: 'paid',
  failed: 'failed',
  expired: 'expired',
  surplus: 'refunded',
} as const

const toOrderItem = (item: OrderItemRow, of: ToMoney) => ({
  id: item.id,
  product_id: item.variation_id,
  name: item.name,
  variant: item.title && item.name.endsWith(` - ${item.title}`) ? item.title : '',
  slug: item.slug,
  sku: item.sku,
  brand: item.brand,
  category: item.category,
  image: item.image && toImage(item.image),
  quantity: item.quantity,
  quantity_in_display_unit: item.quantity,
  quantity_shipped: item.quantity_shipped,
  price: of(item.unit_price),
  discount: of(item.discount),
  ...(item.adjustments?.some((named) => named.is_gift) && { is_gift: true as const }),
  ...(item.adjustments && {
    adjustments: namedDiscounts(item.discount, item.adjustments).map((named) => toWire(named, of)),
  }),
  tax: of(item.tax),
  total: of(item.total),
  additonal_data: item.customisation,
  ...fieldsOf(item),
  ...(item.min_age !== null && { min_age: item.min_age }),
  status: item.status,
  can_review: false,
})

function fieldsOf({ sold_ahead, min_age, customisation }: OrderItemRow) {
  const fields = [
    ...recipientFields(customisation),
    ...(sold_ahead ? [aheadField(sold_ahead.text)] : []),
    ...ageFields(min_age),
  ]
  return fields.length > 0 ? { fields } : {}
}
