export type PaymentAction = { method: 'GET' | 'POST'; url: string; fields: Record<string, string> }

/**
 * Sends the browser to the gateway's page, as a page load. A page on our own host (the test gateway's) is asked for by a form's
 * POST, which it answers with itself: the runtime leaves those to the browser, and would take a GET for a page of the shop.
 */
export function leaveForPayment({ method, url, fields }: PaymentAction) {
  const isElsewhere = new URL(url, location.href).origin !== location.origin
  if (method === 'GET' && isElsewhere) return location.assign(url)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
