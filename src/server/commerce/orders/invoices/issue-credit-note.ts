import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { type AllowanceFacts, allowanceLines } from './allowance-lines.ts'
import { readDocumentFacts, toTaxDocument } from './document-facts.ts'
import { nextDocumentNumber } from './document-number.ts'
import type { CreditNoteDocument, InvoiceLine } from './invoice-document.ts'
import { billOf, invoicesOf, issueInvoice, issueShipmentInvoice } from './issue-invoice.ts'

type Refunded = { id: number; order_id: number; refund_no: string }

/**
 * Writes the credit note of a refund, once, when the refund is paid. It credits the refund's lines with the
 * taxes that were invoiced, and what the rest loses of its discounts; an allowance its share of each. The order must be locked. ADR 0036.
 * @returns its number, `CN-2026-00003`; undefined when there is one already, and for an allowance on an order without an invoice.
 */
export async function issueCreditNote(
  tx: Tx,
  refund: Refunded,
  now = new Date(),
): Promise<string | undefined> {
  if (await noteOf.first(tx, refund.id)) return undefined
  const target = await targetOf.first(tx, refund.id)
  const allowance = await allowanceOf.first(tx, refund.id)
  // A credit note refers to an invoice; a returned order from before invoices existed gets its invoice now.
  if (!allowance) await issueInvoice(tx, refund.order_id, now)
  const invoice = await invoiceOf.first(tx, refund.order_id, refund.id)
  const facts = await readDocumentFacts(tx, refund.order_id, allowance ? {} : { refundId: refund.id })
  if (!invoice || !facts) return undefined
  const lines = allowance
    ? allowanceLines(facts, allowance)
    : [...facts.lines, ...(await benefitLines.all(tx, refund.id)).map(toBenefitLine)]
  const document = { refund_no: refund.refund_no, ...target, invoice, ...toTaxDocument({ ...facts, lines }) }
  return write(tx, { refundId: refund.id }, document, now)
}

/**
 * Credits the invoice of a parcel that came back, as its pieces get another one when they are sent again. Delivery and fee are credited
 * with the last of the order's invoices. The invoice over a whole order stays: it is for later parcels too. The order must be locked.
 * ADR 0036.
 */
export async function creditShipment(
  tx: Tx,
  { orderId, shipmentId, waybill }: { orderId: number; shipmentId: number; waybill: string },
  now = new Date(),
): Promise<void> {
  await issueShipmentInvoice(tx, { orderId, shipmentId }, now)
  const invoices = await invoicesOf.all(tx, orderId)
  const invoice = invoices.find(({ shipment_id }) => shipment_id === shipmentId)
  const facts = await readDocumentFacts(tx, orderId, { shipmentId })
  if (!invoice || !facts) return
  const { invoice_no, issued_on } = invoice
  const isLast = invoices.every((other) => other.is_credited || other === invoice)
  const bill = billOf(facts, isLast)
  await write(
    tx,
    { shipmentId },
    { refund_no: null, waybill, invoice: { invoice_no, issued_on }, ...bill },
    now,
  )
}

async function write(
  tx: Tx,
  of: { refundId?: number; shipmentId?: number },
  credited: Omit<CreditNoteDocument, 'credit_note_no' | 'issued_on'>,
  now: Date,
): Promise<string> {
  const issued_on = dayIn(now, timeZoneOf(credited.locale))
  const credit_note_no = await nextDocumentNumber(tx, 'credit_note', issued_on)
  const document: CreditNoteDocument = { credit_note_no, issued_on, ...credited }
  await insert.all(tx, of.refundId ?? null, credit_note_no, json(document), of.shipmentId ?? null)
  return credit_note_no
}

const MISSING = 'issue-missing-credit-notes'

/**
 * Issues credit notes for refunds that were paid before credit notes existed. Any number of processes may run
 * it; a failing refund does not stop the others.
 * @returns the number of processed refunds.
 */
export const issueMissingCreditNotes = (context: JobServices & { signal?: AbortSignal }): Promise<number> =>
  workThrough(context, {
    job: MISSING,
    claim: claimWithout,
    work: (refund) =>
      context.db.transaction().execute(async (tx) => {
        await holdOrder.first(tx, refund.order_id)
        await issueCreditNote(tx, refund)
      }),
  })

export const issueMissingCreditNotesJob = defineJob({
  name: MISSING,
  schedule: { every: 60 },
  run: async (_, context) => void (await issueMissingCreditNotes(context)),
})

const claimWithout = claimStatement<Refunded>(
  MISSING,
  `select r.id, r.order_id, r.refund_no from refunds r
  where r.status = 'refunded' and not exists (select from credit_notes n where n.refund_id = r.id)
    and (r.kind = 'return' or exists (select from invoices v where v.order_id = r.order_id))
    and ${isClaimable(MISSING, 'r.id')}
  order by r.id limit $1::integer for update of r skip locked`,
)

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

const allowanceOf = prepared<AllowanceFacts>(
  'allowance of credit note',
  `select amount, reason from refunds where id = $1::bigint and kind = 'allowance'`,
)

/** What items that stay lose of a discount is deducted, at their own tax; what they get more is added. */
const toBenefitLine = ({ name, item, amount, tax, sku, hsn_code, rate }: BenefitLine) => ({
  ...{ name: `Discount “${name}” calculated again: ${item}`, sku, hsn_code, rate, note: null },
  ...{ quantity: 1, unit_price: -amount, discount: 0, tax: -tax, total: -amount },
})

type BenefitLine = { name: string; item: string; amount: number; tax: number } & Pick<
  InvoiceLine,
  'sku' | 'hsn_code' | 'rate'
>

const benefitLines = prepared<BenefitLine>(
  'benefit lines of credit note',
  `select c.name, c.item, c.amount, c.tax, i.sku, i.hsn_code, i.tax_rate as rate
  from refunds r, jsonb_to_recordset(r.benefit_changes) c(item_id bigint, name text, item text, amount bigint, tax bigint)
  join order_items i on i.id = c.item_id
  where r.id = $1::bigint order by i.id, c.name`,
)

const targetOf = prepared<Required<Pick<CreditNoteDocument, 'refund_to'>>>(
  'target of refund',
  'select refund_to from refunds where id = $1::bigint',
)

const noteOf = prepared('credit note is there', 'select true from credit_notes where refund_id = $1::bigint')

/** The first one that billed items of the refund, and is not credited already. */
const invoiceOf = prepared<CreditNoteDocument['invoice']>(
  'invoice that is credited',
  `select v.invoice_no, v.document ->> 'issued_on' as issued_on from invoices v
  where v.order_id = $1::bigint and not exists (select from credit_notes n where n.shipment_id = v.shipment_id)
  order by exists (
    select from shipment_items c join refund_items r on r.order_item_id = c.order_item_id
    where c.shipment_id = v.shipment_id and r.refund_id = $2::bigint
  ) desc, v.invoice_no limit 1`,
)

const insert = prepared(
  'insert credit note',
  `insert into credit_notes (refund_id, credit_note_no, document, shipment_id)
  values ($1::bigint, $2::text, $3::jsonb, $4::bigint)`,
)
