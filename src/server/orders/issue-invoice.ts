import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { paperOf, readPaperFacts } from './paper-facts.ts'
import { nextPaperNumber } from './paper-number.ts'

/**
 * Writes an order's invoice, once: when it is sent, since nothing of it can be cancelled after that. Lines that were
 * cancelled before are not on it. ADR 0010.
 */
export async function issueInvoice(tx: Tx, orderId: number, now = new Date()): Promise<void> {
  if (await invoiceOf.first(tx, orderId)) return
  const facts = await readPaperFacts(tx, orderId)
  if (!facts) return
  const issued_on = dayIn(now, timeZoneOf(facts.locale))
  const invoice_no = await nextPaperNumber(tx, 'invoice', issued_on)
  await insert.all(tx, orderId, invoice_no, json(documentOf(facts, { invoice_no, issued_on })))
}

/**
 * Invoices for what was sent without one: orders from before there were any. Any number of processes may do it.
 * @returns how many it has written.
 */
export async function issueMissingInvoices(db: Db): Promise<number> {
  const missing = await sentWithout.all(db)
  for (const { id } of missing)
    await db.transaction().execute(async (tx) => {
      await holdOrder.first(tx, id)
      await issueInvoice(tx, id)
    })
  return missing.length
}

const sent = `('shipped', 'out_for_delivery', 'delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')`

const sentWithout = prepared<{ id: number }>(
  'orders without invoice',
  `select o.id from orders o
  where o.status in ${sent} and not exists (select from invoices v where v.order_id = o.id)
  order by o.id limit 100`,
)

const holdOrder = prepared('hold order', 'select id from orders where id = $1::bigint for update')

const invoiceOf = prepared('invoice is there', 'select true from invoices where order_id = $1::bigint')

const insert = prepared(
  'insert invoice',
  'insert into invoices (order_id, invoice_no, document) values ($1::bigint, $2::text, $3::jsonb)',
)

/** The order's delivery and fee are paid with the goods: they stand beside them. */
function documentOf(
  facts: Parameters<typeof paperOf>[0],
  issued: { invoice_no: string; issued_on: string },
): InvoiceDocument {
  const paper = paperOf(facts)
  const extras = [
    { label: facts.shipping_method_name, amount: facts.shipping_total },
    { label: facts.payment_method_name, amount: facts.payment_fee },
  ].filter(({ amount }) => amount > 0)
  return { ...issued, ...paper, sums: [...paper.sums, ...extras], total: facts.grand_total }
}
