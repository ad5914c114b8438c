import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { CreditNoteDocument, InvoiceDocument } from './invoices/invoice-document.ts'
import { creditNoteNotReady, invoiceNotReady } from './model/refusals.ts'

/**
 * An invoice of an order as it was issued: the named one, or the first. Read-only: security §8.
 * @throws 409 NO_INVOICE while there is none, and for one of another order.
 */
export async function findInvoice(db: Db, orderId: number, invoiceNo?: string): Promise<InvoiceDocument> {
  const invoice = await invoiceOf.first(db, orderId, invoiceNo ?? null)
  if (!invoice) throw invoiceNotReady()
  return invoice.document
}

const invoiceOf = prepared<{ document: InvoiceDocument }>(
  'invoice of order',
  `select document from invoices where order_id = $1::bigint and ($2::text is null or invoice_no = $2::text)
  order by invoice_no limit 1`,
)

/**
 * The credit note of one of an order's refunds.
 * @throws 409 NO_CREDIT_NOTE while there is none, and for a refund of another order.
 */
export async function findCreditNote(db: Db, orderId: number, refundNo: string): Promise<CreditNoteDocument> {
  const note = await creditNoteOf.first(db, orderId, refundNo)
  if (!note) throw creditNoteNotReady()
  return note.document
}

const creditNoteOf = prepared<{ document: CreditNoteDocument }>(
  'credit note of refund',
  `select n.document from credit_notes n join refunds r on r.id = n.refund_id
  where r.order_id = $1::bigint and r.refund_no = $2::text`,
)
