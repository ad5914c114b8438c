import { type LineAmounts, piecesOf, type ShippedPart, unshippedPart } from '#contract/rules/split-amounts.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { markPartlyShipped } from '../model/follow-parcels.ts'
import { readDocumentFacts, toTaxDocument } from './document-facts.ts'
import { nextDocumentNumber } from './document-number.ts'
import type { CreditNoteDocument, InvoiceDocument, TaxDocument } from './invoice-document.ts'

/**
 * Writes the one invoice of an order that has none and whose shipments stored no shares of it: one from before there were
 * invoices. Lines cancelled earlier are not on it. ADR 0036.
 */
export async function issueInvoice(tx: Tx, orderId: number, now = new Date()): Promise<void> {
  if (await invoiceOf.first(tx, orderId)) return
  await issue(tx, { orderId, now })
}

/**
 * Writes the invoice of a shipment, once, when it leaves: its pieces can no longer be cancelled. Delivery and fee are on the
 * order's first one that is not credited. An order whose first invoice billed all of it gets no other. ADR 0036.
 */
export async function issueShipmentInvoice(
  tx: Tx,
  { orderId, shipmentId }: { orderId: number; shipmentId: number },
  now = new Date(),
): Promise<void> {
  await storeShares(tx, shipmentId)
  const others = await invoicesOf.all(tx, orderId)
  if (others.some(({ shipment_id }) => shipment_id === null || shipment_id === shipmentId)) return
  await issue(tx, { orderId, shipmentId, isFirst: others.every(({ is_credited }) => is_credited), now })
}

type Issue = { orderId: number; shipmentId?: number; isFirst?: boolean; now: Date }

async function issue(tx: Tx, { orderId, shipmentId, isFirst = true, now }: Issue) {
  const facts = await readDocumentFacts(tx, orderId, shipmentId === undefined ? {} : { shipmentId })
  if (!facts) return
  const issued_on = dayIn(now, timeZoneOf(facts.locale))
  const invoice_no = await nextDocumentNumber(tx, 'invoice', issued_on)
  const document: InvoiceDocument = { invoice_no, issued_on, ...billOf(facts, isFirst) }
  await insert.all(tx, orderId, invoice_no, json(document), shipmentId ?? null)
}

/** Stores the shares of discount, tax and total of the pieces of a shipment: with those before it they add up to the lines. */
async function storeShares(tx: Tx, shipmentId: number) {
  for (const { id, taken, before, ...line } of await itemsOfShipment.all(tx, shipmentId)) {
    const { discount, tax, total } = piecesOf(unshippedPart(line, before), taken)
    await storeShare.all(tx, shipmentId, id, discount, tax, total)
  }
}

const itemsOfShipment = prepared<LineAmounts & { id: number; taken: number; before: ShippedPart }>(
  'items of shipment to bill',
  `select i.id, i.quantity, i.unit_price, i.discount, i.tax, i.total, n.quantity as taken, (
      select json_build_object('quantity', coalesce(sum(c.quantity), 0), 'billed',
        case when bool_and(c.total is not null) then json_build_object('discount', sum(c.discount), 'tax', sum(c.tax),
          'total', sum(c.total)) end)
      from shipment_items c where c.order_item_id = i.id and c.shipment_id < n.shipment_id
    ) as before
  from shipment_items n join order_items i on i.id = n.order_item_id
  where n.shipment_id = $1::bigint and n.total is null order by i.id`,
)

const storeShare = prepared(
  'store share of shipment',
  `update shipment_items set discount = $3::bigint, tax = $4::bigint, total = $5::bigint
  where shipment_id = $1::bigint and order_item_id = $2::bigint`,
)

const MISSING = 'issue-missing-invoices'
const OF_SHIPMENTS = 'issue-missing-shipment-invoices'

/**
 * Issues invoices for orders that were shipped before invoices existed, and for shipments that the release before added to
 * an order with an invoice of its first one; marks orders that it shipped in part. Any number of processes may run it; a
 * failing order does not stop the others.
 * @returns the number of issued invoices.
 */
export async function issueMissingInvoices(context: JobServices & { signal?: AbortSignal }): Promise<number> {
  await markPartlyShipped.all(context.db)
  const orders = await workThrough(context, {
    job: MISSING,
    claim: claimWithout,
    // Each claim passes over the orders that have their invoice.
    batch: 500,
    work: ({ id }) =>
      context.db.transaction().execute(async (tx) => {
        await holdOrder.first(tx, id)
        await issueInvoice(tx, id)
      }),
  })
  const shipments = await workThrough(context, {
    job: OF_SHIPMENTS,
    claim: claimShipments,
    work: ({ id, order_id }) =>
      context.db.transaction().execute(async (tx) => {
        await holdOrder.first(tx, order_id)
        await issueShipmentInvoice(tx, { orderId: order_id, shipmentId: id })
      }),
  })
  return orders + shipments
}

export const issueMissingInvoicesJob = defineJob({
  name: MISSING,
  schedule: { every: 60 },
  run: async (_, context) => void (await issueMissingInvoices(context)),
})

const sent = `('shipped', 'out_for_delivery', 'delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')`

const claimWithout = claimStatement<{ id: number }>(
  MISSING,
  `select o.id from orders o
  where o.status in ${sent} and not exists (select from invoices v where v.order_id = o.id) and ${isClaimable(MISSING, 'o.id')}
  order by o.id limit $1::integer for update of o skip locked`,
)

const claimShipments = claimStatement<{ id: number; order_id: number }>(
  OF_SHIPMENTS,
  `select s.id, s.order_id from shipments s
  where s.shipped_at > now() - interval '30 days'
    and exists (select from invoices v where v.order_id = s.order_id and v.shipment_id is not null)
    and not exists (
      select from invoices v where v.order_id = s.order_id and (v.shipment_id is null or v.shipment_id = s.id)
    ) and ${isClaimable(OF_SHIPMENTS, 's.id')}
  order by s.id limit $1::integer for update of s skip locked`,
)

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

const invoiceOf = prepared('invoice is there', 'select true from invoices where order_id = $1::bigint')

/** `is_credited`: its parcel came back. */
export const invoicesOf = prepared<
  CreditNoteDocument['invoice'] & { shipment_id: number | null; is_credited: boolean }
>(
  'invoices of order by shipment',
  `select shipment_id, invoice_no, document ->> 'issued_on' as issued_on,
    exists (select from credit_notes n where n.shipment_id = v.shipment_id) as is_credited
  from invoices v where order_id = $1::bigint order by invoice_no`,
)

const insert = prepared(
  'insert invoice',
  `insert into invoices (order_id, invoice_no, document, shipment_id)
  values ($1::bigint, $2::text, $3::jsonb, $4::bigint)`,
)

/**
 * Delivery and fee of the order are listed with the goods, because they are paid with them: as lines where they are
 * taxed (ADR 0038), else below the taxes.
 */
export function billOf(facts: Parameters<typeof toTaxDocument>[0], hasCharges: boolean): TaxDocument {
  const charges = [
    { name: facts.shipping_method_name, amount: facts.shipping_total, tax: facts.shipping_tax },
    { name: facts.payment_method_name, amount: facts.payment_fee, tax: facts.payment_fee_tax },
  ].filter(({ amount }) => hasCharges && amount > 0)
  const taxed = charges
    .filter(({ tax }) => tax > 0)
    .map(({ name, amount, tax }) => ({
      ...{ name, sku: '', quantity: 1, discount: 0, rate: facts.charges_tax_rate, tax },
      ...{ unit_price: amount, total: amount },
    }))
  const untaxed = charges.filter(({ tax }) => tax === 0).map(({ name, amount }) => ({ label: name, amount }))
  const document = toTaxDocument({ ...facts, lines: [...facts.lines, ...taxed] })
  const total = untaxed.reduce((sum, { amount }) => sum + amount, document.total)
  return { ...document, sums: [...document.sums, ...untaxed], total }
}
