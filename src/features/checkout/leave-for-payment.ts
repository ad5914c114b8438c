export type PaymentAction = {
  type: 'redirect' | 'popup'
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

/** Opens the gateway's page by a page load: by a link, or by a form where the gateway needs fields. */
export function leaveForPayment({ method, url, fields }: PaymentAction) {
  if (method === 'GET') return location.assign(url)
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
