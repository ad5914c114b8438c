import type { OrderDetail } from '#contract/admin/orders.ts'
import type { Money } from '#contract/money.ts'
import { allowanceReasons, cancelReasons, staffCancelReasons } from '#contract/rules/order-reasons.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { sentence } from '../parts/change-wording.ts'
import { valueChanges, type Wording } from '../parts/value-changes.ts'

export type HistoryEntry = {
  at: string
  title: string
  /** Of an action or a note; empty for what the customer or the shop itself did. */
  author: string
  /** Its values, and what happened in the same step: mails, scans, payments. */
  lines: string[]
}
type Format = { money: (amount: Money) => string; wording: Wording }

const titles: Record<string, string> = {
  create: 'Order taken on the phone',
  confirm_payment: 'Payment confirmed',
  pack: 'Packed',
  ship: 'Shipped',
  book: 'Courier asked',
  booked: 'Parcel booked',
  booking_failed: 'Parcel not booked',
  booking_cancelled: 'Booking cancelled',
  correct_waybill: 'Waybill corrected',
  scan: 'Scan added',
  deliver: 'Marked as delivered',
  came_back: 'Parcel came back',
  cancel: 'Items cancelled',
  refund_approve: 'Return approved',
  refund_reject: 'Return declined',
  refund_returned: 'Returned items received',
  refund_paid: 'Refund started',
  start_return: 'Return started',
  give_back: 'Money given back',
  mark_reviewed: 'Reviewed',
  refund_retry: 'Refund tried again',
  refund_by_hand: 'Refund to be paid by hand',
  pay_back: 'Refund paid back',
  payout_details: 'Bank details entered',
  change: 'Change entered',
  exchange: 'Exchange started',
  create_exchange: 'Ordered as an exchange',
  withdraw_change: 'Change withdrawn',
  change_address: 'Address changed',
  resend_message: 'Message sent again',
  tag: 'Tags changed',
  assign: 'Assigned',
  see_mentions: 'Note seen',
}
const reasons: Record<string, string> = { ...cancelReasons, ...staffCancelReasons, ...allowanceReasons }
const owedReasons = {
  cancelled: 'cancelled items',
  returned: 'returned items',
  surplus: 'paid too much',
  allowance: 'money given back',
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Fields of the log that have another entry here, or are compared by their texts only. */
const unshown = new Set([
  'status',
  'items',
  'shipments',
  'refunds',
  'owed',
  'owed_id',
  'changes',
  'order_no',
  'note_id',
])

/** The gateway as the customer chose it; of a payment of another way its own name. */
export const methodOf = (
  { payment_method }: OrderDetail,
  { gateway, value_label }: Pick<OrderDetail['payments'][number], 'gateway' | 'value_label'>,
) => value_label ?? (gateway === payment_method.code ? payment_method.name : sentence(gateway))

const entryOf = (at: string, title: string, lines: string[] = [], author = ''): HistoryEntry => ({
  at,
  title,
  lines,
  author,
})

/**
 * All that happened to an order, newest first. What one transaction wrote has one time, so an action, its mails and its scan are
 * one entry.
 */
export function historyOf(order: OrderDetail, format: Format): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  // The first of a time is its title: what has an author comes first.
  const all = [
    ...order.notes.map(({ at, author, text }) => entryOf(at, 'Note', [text], author)),
    ...order.log
      .filter(({ action }) => action !== 'order.add_note')
      .map((entry) => ofAction(order, entry, format)),
    ...order.timeline.map(({ at, label }) => entryOf(at, label)),
    ...order.owed_refunds.map(({ at, amount, reason }) =>
      entryOf(at, `Refund to pay: ${format.money(amount)}, ${owedReasons[reason]}`),
    ),
    ...order.payments.map(({ at, amount, refunded, status, ...payment }) =>
      entryOf(
        at,
        `Payment by ${methodOf(order, payment)}: ${format.money(amount)}, ${sentence(status)}`,
        refunded.amount > 0 ? [`${format.money(refunded)} refunded`] : [],
      ),
    ),
    ...order.shipments.flatMap(({ courier, waybill, scans }) =>
      scans.map(({ at, label, location, remark }) => {
        const where = [location, remark].filter(Boolean).join(', ')
        return entryOf(actionAt(order, at), label, [`Parcel ${courier} ${waybill}${where && `: ${where}`}`])
      }),
    ),
    ...order.messages.map(({ at, kind, channel, recipient, failed_at }) => {
      const way = channel === 'sms' ? 'SMS' : 'E-mail'
      const title = `${way} to ${recipient}: ${sentence(kind.replace(/:.*/, ''))}`
      return entryOf(at, title, failed_at ? ['Could not be sent'] : [])
    }),
  ]
  const byTime = new Map<string, HistoryEntry>()
  for (const entry of all) {
    const known = byTime.get(entry.at)
    if (!known) {
      byTime.set(entry.at, entry)
      entries.push(entry)
    } else known.lines.push(...(known.title === entry.title ? [] : [entry.title]), ...entry.lines)
  }
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** A scan has the time of the courier's clock, so that of an action is up to a second earlier. */
const actionAt = ({ log }: OrderDetail, at: string): string => {
  const passed = (entry: { at: string }) => Date.parse(at) - Date.parse(entry.at)
  return log.find((entry) => passed(entry) >= 0 && passed(entry) < 1_000)?.at ?? at
}

function ofAction(
  order: OrderDetail,
  { at, actor, action, before, after }: OrderDetail['log'][number],
  { money, wording }: Format,
): HistoryEntry {
  const name = action.replace(/^order\./, '')
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter(
    (field) => !unshown.has(field) && !(isEmpty(before?.[field]) && isEmpty(after?.[field])),
  )
  const owed = order.owed_refunds.find(({ id }) => id === Number(after?.owed_id))
  const lines = fields.flatMap((field) => {
    const value = after?.[field]
    if (field === 'refund_to')
      return [`To: ${value === 'store_credit' ? 'store credit' : 'the way it was paid'}`]
    if (field === 'reason') return [`Reason: ${ownValue(reasons, String(value)) ?? value}`]
    return valueChanges(wording.labelOf(field), before?.[field], value, wording, field).map(
      ({ label, before: former, after: next }) =>
        `${label}: ${[former, next].filter((text) => text !== undefined && text !== '').join(' → ')}`,
    )
  })
  return {
    at,
    author: actor.startsWith('cli:') ? `command line (${actor.slice(4)})` : actor,
    title: ownValue(titles, name) ?? sentence(name),
    lines: [...(owed ? [money(owed.amount)] : []), ...lines],
  }
}
