import type { Order } from '#contract/checkout.ts'
import type { ordersEndpoints } from '#contract/orders.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say, sendFile } from '#server/platform/kernel/handlers.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { findCreditNote, findInvoice, findReturnLabel } from './find-invoice.ts'
import { listOrders } from './list-orders.ts'
import { withPayToken } from './model/order-token.ts'
import { orderItemNotFound, orderNotFound } from './model/refusals.ts'
import { savePayoutDetails } from './payout-details.ts'
import { findOrder } from './read-order.ts'
import { requestOrderRefund } from './request-refund.ts'
import { requireOrder } from './require-order.ts'

/** Endpoints for orders, except those that also end payments: spec §7 Orders, decisions §4. */
export const ordersHandlers: Handlers<Omit<typeof ordersEndpoints, 'cancel' | 'answerChange'>> = {
  async get(input, call) {
    const found = await listOrders(call.db, customerOf(call), input)
    return {
      ...found,
      data: await Promise.all(found.data.map((order) => withPayToken(call.db, call.config, order))),
    }
  },

  async item({ item_id, ...ref }, call) {
    const order = await orderOf(call, await requireOrder(call.db, call, ref))
    const item = order.productchannel.find(({ id }) => id === item_id)
    if (item_id !== undefined && !item) throw orderItemNotFound()
    return {
      order: await withPayToken(call.db, call.config, order),
      item: item ? { id: item.id, product_id: item.product_id, quantity: item.quantity } : null,
    }
  },

  async invoice({ download, invoice_no, ...ref }, call) {
    const { id, order_no } = await requireOrder(call.db, call, ref)
    const invoice = await findInvoice(call.db, id, invoice_no)
    const file_name = `${invoice.invoice_no}.pdf`
    if (download) {
      // The PDF library is large, and few requests need it.
      const { renderInvoice } = await import('./invoices/invoice-pdf.ts')
      return sendFile({
        type: 'application/pdf',
        name: file_name,
        content: await renderInvoice(invoice, call.files),
      })
    }
    const url = fileUrl('/api/orders/invoice', { order_no, ...(invoice_no && { invoice_no }) }, ref.token)
    return { invoice_no: invoice.invoice_no, file_name, url }
  },

  async creditNote({ download, refund_no, invoice_no, ...ref }, call) {
    const { id, order_no } = await requireOrder(call.db, call, ref)
    const note = await findCreditNote(call.db, id, { refund_no, invoice_no })
    const file_name = `${note.credit_note_no}.pdf`
    if (download) {
      const { renderCreditNote } = await import('./invoices/invoice-pdf.ts')
      return sendFile({
        type: 'application/pdf',
        name: file_name,
        content: await renderCreditNote(note, call.files),
      })
    }
    const of = { ...(refund_no && { refund_no }), ...(invoice_no && { invoice_no }) }
    const url = fileUrl('/api/orders/credit-note', { order_no, ...of }, ref.token)
    return { credit_note_no: note.credit_note_no, file_name, url }
  },

  async returnLabel({ download, refund_no, ...ref }, call) {
    const { id, order_no } = await requireOrder(call.db, call, ref)
    const path = await findReturnLabel(call.db, id, refund_no)
    const file_name = `return-${refund_no}.pdf`
    if (download)
      return sendFile({ type: 'application/pdf', name: file_name, content: await call.files.read(path) })
    return { file_name, url: fileUrl('/api/orders/return-label', { order_no, refund_no }, ref.token) }
  },

  async payout({ payout, ...ref }, call) {
    const known = await requireOrder(call.db, call, ref)
    await savePayoutDetails(call, known.id, payout)
    return say('Saved. We pay your refund there', await orderOf(call, known))
  },

  async refundRequest({ items, accepted_amount, ...ref }, call) {
    const { id } = await requireOrder(call.db, call, ref)
    return say('Refund requested', await requestOrderRefund(call, id, items, { accepted_amount }))
  },
}

function fileUrl(path: string, named: Record<string, string>, token: string | undefined) {
  const query = new URLSearchParams(named)
  if (token) query.set('token', token)
  query.set('download', '1')
  return `${path}?${query}`
}

async function orderOf({ db }: CallContext, { id }: { id: number }): Promise<Order> {
  const order = await findOrder(db, id)
  if (!order) throw orderNotFound()
  return order
}
