import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { PRIVATE } from '#server/platform/kernel/file-storage.ts'
import type { CreditNoteDocument, InvoiceDocument } from './invoices/invoice-document.ts'
import { creditNoteNotReady, invoiceNotReady, returnLabelMissing } from './model/refusals.ts'

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
 * The credit note of one of an order's refunds, or of an invoice whose parcel came back.
 * @throws 409 NO_CREDIT_NOTE while there is none, and for one of another order.
 */
export async function findCreditNote(
  db: Db,
  orderId: number,
  { refund_no, invoice_no }: { refund_no?: string | undefined; invoice_no?: string | undefined },
): Promise<CreditNoteDocument> {
  const note = await creditNoteOf.first(db, orderId, refund_no ?? null, invoice_no ?? null)
  if (!note) throw creditNoteNotReady()
  return note.document
}

const creditNoteOf = prepared<{ document: CreditNoteDocument }>(
  'credit note of refund or invoice',
  `select document from credit_notes
  where refund_id = (select id from refunds where order_id = $1::bigint and refund_no = $2::text)
    or shipment_id = (select shipment_id from invoices where order_id = $1::bigint and invoice_no = $3::text)`,
)

/**
 * Where the label is stored that a return of an order is sent back with.
 * @throws 409 NO_RETURN_LABEL without one, and for a return of another order.
 */
export async function findReturnLabel(db: Db, orderId: number, refundNo: string): Promise<string> {
  const label = await returnLabelOf.first(db, orderId, refundNo)
  if (!label) throw returnLabelMissing()
  return labelPath(label.key)
}

/** Of a booking at a courier, by its key. */
export const labelPath = (key: string) => `labels/${key}.pdf${PRIVATE}`

const returnLabelOf = prepared<{ key: string }>(
  'return label of refund',
  `select b.key from courier_bookings b join refunds r on r.id = b.refund_id
  where r.order_id = $1::bigint and r.refund_no = $2::text and b.status = 'booked' and b.has_label order by b.id desc limit 1`,
)
