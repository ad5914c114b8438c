/** The reference to an order; its customer needs no token. */
export const refOf = (order_no: string, token: string | undefined): { order_no: string; token?: string } =>
  token ? { order_no, token } : { order_no }

/** URL of the PDF. */
export const invoiceUrl = (order_no: string, invoice_no: string, token: string | undefined) =>
  fileUrl('/api/orders/invoice', { order_no, invoice_no }, token)

/** @param of a refund, or an invoice whose parcel came back */
export const creditNoteUrl = (
  order_no: string,
  of: { refund_no: string } | { invoice_no: string },
  token: string | undefined,
) => fileUrl('/api/orders/credit-note', { order_no, ...of }, token)

export const returnLabelUrl = (order_no: string, refund_no: string, token: string | undefined) =>
  fileUrl('/api/orders/return-label', { order_no, refund_no }, token)

function fileUrl(path: string, named: Record<string, string>, token: string | undefined) {
  const query = new URLSearchParams({ ...named, download: '1' })
  if (token) query.set('token', token)
  return `${path}?${query}`
}
