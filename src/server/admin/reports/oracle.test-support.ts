import { expect } from 'vitest'
import type { ReportName } from '#contract/admin/report-names.ts'
import type { Figures } from '#contract/admin/reports.ts'
import { dayIn } from '#contract/rules/time-zone.ts'
import type { TaxDocument } from '#server/commerce/orders/invoices/invoice-document.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { totalOf } from './read-report.ts'

/** `isOfOneReport`: the same again for a promotion or of a document, in no other report. */
type Fact = {
  isOfOneReport?: true
  day: string
  keys: Partial<Record<ReportName, string>>
} & Partial<Figures>

type Change = { item_id: number; amount: number; tax: number }

/** Every row that matters, read whole, and counted order by order in plain code: nothing of the reports' SQL. */
export async function readFacts(db: Db, channelId: number, timeZone: string): Promise<Fact[]> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute()
  const items = await db.selectFrom('order_items').selectAll().execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('status', '=', 'refunded').execute()
  const returned = await db.selectFrom('refund_items').selectAll().execute()
  const replacements = await db.selectFrom('order_discounts').selectAll().execute()
  const uses = await db.selectFrom('promotion_uses').selectAll().execute()
  const invoices = await db.selectFrom('invoices').selectAll().execute()
  const notes = await db
    .selectFrom('credit_notes')
    .innerJoin('refunds', 'refunds.id', 'refund_id')
    .select(['order_id', 'issued_at', 'document'])
    .execute()
  const facts: Fact[] = []
  for (const order of orders) {
    const before = facts.length
    const isCounted = !['pending_payment', 'payment_failed', 'cancelled'].includes(order.status)
    const address = order.shipping_address as Record<string, string | undefined>
    const ofOrder = {
      payment: order.payment_method,
      coupon: order.coupon_code ?? '',
      source: order.source,
      town: (address.city ?? '').trim().toLowerCase(),
      state: address.state_name ?? '',
      pincode: (address.postcode ?? '').replaceAll(' ', '').toUpperCase(),
    }
    const isReplacement = replacements.some(
      (one) => one.order_id === order.id && one.replaces_order_id !== null,
    )
    const dayOf = (at: Date) => dayIn(at, timeZone)
    const customerPays = (line: { total: number; tax: number }) =>
      order.is_tax_included ? line.total : line.total + line.tax
    const withoutTax = (line: { total: number; tax: number }) =>
      order.is_tax_included ? line.total - line.tax : line.total
    const keysOf = (line: (typeof items)[number]) => ({
      ...ofOrder,
      product: line.slug,
      variation: line.sku,
      category: line.category,
      tax: String(line.tax_rate),
    })
    if (isCounted) {
      const day = dayOf(order.placed_at)
      const charges = order.shipping_total + order.payment_fee
      let rest = order.grand_total
      let restTax = order.tax_total
      for (const line of items.filter((one) => one.order_id === order.id && one.status !== 'cancelled')) {
        rest -= customerPays(line)
        restTax -= line.tax
        facts.push({
          day,
          keys: keysOf(line),
          items: isReplacement ? 0 : line.quantity,
          gross: line.unit_price * line.quantity - (isReplacement ? line.discount : 0),
          discount: isReplacement ? 0 : line.discount,
          tax: line.tax,
          sales: customerPays(line),
          cost: line.cost === null ? 0 : line.cost * line.quantity,
          costed: line.cost === null ? 0 : withoutTax(line),
        })
      }
      const keys = { ...ofOrder, product: ' charges', variation: ' charges', category: ' charges' }
      facts.push({
        day,
        keys: { ...keys, tax: String(order.charges_tax_rate) },
        orders: isReplacement ? 0 : 1,
        ...{ charges, sales: rest, tax: restTax },
      })
    }
    let left = isCounted ? order.grand_total : 0
    const ofRefunds = refunds.filter((one) => one.order_id === order.id)
    for (const refund of ofRefunds.toSorted(
      (a, b) => Number(a.refunded_at) - Number(b.refunded_at) || a.id - b.id,
    )) {
      const counted = Math.min(left, refund.amount)
      left -= counted
      const day = dayOf(refund.refunded_at as Date)
      let rest = counted
      for (const { order_item_id, restocked_quantity, reason } of returned.filter(
        (one) => one.refund_id === refund.id,
      )) {
        const line = items.find(({ id }) => id === order_item_id)
        if (!line) throw new Error('A returned line is gone')
        rest -= customerPays(line)
        facts.push({
          day,
          keys: { ...keysOf(line), returns: `return:${reason}` },
          ...{ refunds: customerPays(line), returned: line.quantity, returned_tax: line.tax },
          cost: line.cost === null ? 0 : -line.cost * restocked_quantity,
          costed: line.cost === null ? 0 : -withoutTax(line),
        })
      }
      // What items that stay lose of a discount is paid for them; in the report of returns it is no reason.
      const changes: Change[] = JSON.parse(JSON.stringify(refund.benefit_changes ?? []))
      for (const change of changes) {
        const line = items.find(({ id }) => id === change.item_id)
        if (!line) throw new Error('A line with a benefit is gone')
        const paid = customerPays({ total: change.amount, tax: change.tax })
        rest += paid
        facts.push({
          day,
          keys: { ...keysOf(line), returns: ' refunds' },
          ...{ refunds: -paid, returned_tax: -change.tax },
          costed: line.cost === null ? 0 : paid - change.tax,
        })
      }
      const keys = { product: ' refunds', variation: ' refunds', category: ' refunds', tax: ' refunds' }
      const returns = refund.kind === 'allowance' ? `allowance:${refund.reason}` : ' refunds'
      facts.push({ day, keys: { ...ofOrder, ...keys, returns }, refunds: rest })
    }
    const ofThis = facts.slice(before)
    for (const document of [...invoices, ...notes])
      if (document.order_id === order.id)
        facts.push(...documentFacts(document, dayIn(document.issued_at, timeZone)))
    const own = uses.filter((use) => use.order_id === order.id)
    for (const fact of ofThis) {
      if (own.length === 0) facts.push({ ...fact, isOfOneReport: true, keys: { promotion: '' } })
      for (const { promotion_id, amount } of own) {
        // The charges of an order are one fact.
        const discount = fact.charges === undefined || isReplacement ? 0 : amount
        facts.push({ ...fact, discount, isOfOneReport: true, keys: { promotion: String(promotion_id) } })
      }
    }
  }
  return facts
}

type Issued = { document: unknown }

/** Its lines by rate, which must add up to the taxes that the document states; the rest of its total has no rate. */
function documentFacts({ document }: Issued, day: string): Fact[] {
  const { lines, total, taxes, ...issued }: TaxDocument = JSON.parse(JSON.stringify(document))
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  expect(sum(lines.map(({ tax }) => tax))).toBe(sum(taxes.map(({ amount }) => amount)))
  const rest = { rate: 0, tax: 0, total: total - sum(lines.map((line) => line.total)) }
  return [...lines, rest].map((line) => ({
    day,
    isOfOneReport: true as const,
    keys: { tax_country: `IN ${line.rate}` },
    ...('invoice_no' in issued
      ? { sales: line.total, tax: line.tax }
      : { refunds: line.total, returned_tax: line.tax }),
  }))
}

/** The figures of a report in a period, by key. Those of an order alone have no items, returned pieces and costs. */
export function expectedSums(
  facts: readonly Fact[],
  report: ReportName,
  { from, to }: { from: string; to: string },
) {
  const sums = new Map<string, Figures>()
  for (const { day, keys, isOfOneReport, ...amounts } of facts) {
    if (day < from || day > to) continue
    const key = report === 'days' ? (isOfOneReport ? undefined : day) : keys[report]
    if (key === undefined) continue
    const figures = { ...totalOf([]), ...amounts }
    const isOfOrders = ['payment', 'coupon', 'promotion', 'source', 'town', 'state', 'pincode'].includes(
      report,
    )
    if (isOfOrders) Object.assign(figures, { items: 0, returned: 0, returned_tax: 0, cost: 0, costed: 0 })
    const before = sums.get(key)
    sums.set(key, totalOf(before ? [{ figures: before }, { figures }] : [{ figures }]))
  }
  return new Map([...sums].filter(([, figures]) => Object.values(figures).some((value) => value !== 0)))
}
