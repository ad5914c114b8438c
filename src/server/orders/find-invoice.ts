import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/**
 * An order's invoice as it was issued. A pure read: security §8.
 * @throws 409 NO_INVOICE while there is none.
 */
export async function findInvoice(db: Db, orderId: number): Promise<InvoiceDocument> {
  const invoice = await invoiceOf.first(db, orderId)
  if (!invoice) throw rejected('NO_INVOICE', 'The invoice is ready once your order is on its way')
  return invoice.document
}

const invoiceOf = prepared<{ document: InvoiceDocument }>(
  'invoice of order',
  'select document from invoices where order_id = $1::bigint',
)
