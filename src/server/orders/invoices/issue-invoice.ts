import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/jobs/job.ts'
import type { Tx } from '#server/kernel/context.ts'
import { json } from '#server/kernel/schema.ts'
import { readDocumentFacts, toTaxDocument } from './document-facts.ts'
import { nextDocumentNumber } from './document-number.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/**
 * Writes an order's invoice, once, when it ships: from then on nothing of it can be cancelled. Lines
 * cancelled earlier are not on it. ADR 0010.
 */
export async function issueInvoice(tx: Tx, orderId: number, now = new Date()): Promise<void> {
  if (await invoiceOf.first(tx, orderId)) return
  const facts = await readDocumentFacts(tx, orderId)
  if (!facts) return
  const issued_on = dayIn(now, timeZoneOf(facts.locale))
  const invoice_no = await nextDocumentNumber(tx, 'invoice', issued_on)
  await insert.all(tx, orderId, invoice_no, json(documentOf(facts, { invoice_no, issued_on })))
}

const MISSING = 'issue-missing-invoices'

/**
 * Issues invoices for orders that were shipped before invoices existed. Any number of processes may run it; a
 * failing order does not stop the others.
 * @returns the number of issued invoices.
 */
export const issueMissingInvoices = (context: JobServices & { signal?: AbortSignal }): Promise<number> =>
  workThrough(context, {
    job: MISSING,
    claim: claimWithout,
    work: ({ id }) =>
      context.db.transaction().execute(async (tx) => {
        await holdOrder.first(tx, id)
        await issueInvoice(tx, id)
      }),
  })

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

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

const invoiceOf = prepared('invoice is there', 'select true from invoices where order_id = $1::bigint')

const insert = prepared(
  'insert invoice',
  'insert into invoices (order_id, invoice_no, document) values ($1::bigint, $2::text, $3::jsonb)',
)

/**
 * Delivery and fee of the order are listed with the goods, because they are paid with them: as lines where they are
 * taxed (ADR 0070), else below the taxes.
 */
function documentOf(
  facts: Parameters<typeof toTaxDocument>[0],
  issued: { invoice_no: string; issued_on: string },
): InvoiceDocument {
  const charges = [
    { name: facts.shipping_method_name, amount: facts.shipping_total, tax: facts.shipping_tax },
    { name: facts.payment_method_name, amount: facts.payment_fee, tax: facts.payment_fee_tax },
  ].filter(({ amount }) => amount > 0)
  const taxed = charges
    .filter(({ tax }) => tax > 0)
    .map(({ name, amount, tax }) => ({
      ...{ name, sku: '', quantity: 1, discount: 0, rate: facts.charges_tax_rate, tax },
      ...{ unit_price: amount, total: amount },
    }))
  const untaxed = charges.filter(({ tax }) => tax === 0).map(({ name, amount }) => ({ label: name, amount }))
  const document = toTaxDocument({ ...facts, lines: [...facts.lines, ...taxed] })
  return { ...issued, ...document, sums: [...document.sums, ...untaxed], total: facts.grand_total }
}
