import type { APIResponse, Page } from '@playwright/test'
import { fromShop, newPerson } from './auth-steps.ts'
import { placeOrder } from './order-steps.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

// A first visit before the back office is built, and the editor of an order that has left.
test.use({ mayComplain: [/status of (409|503)/] })

const run = `${process.pid}`
/** One creates an element where markup is taken as such, the other leaves an attribute first. */
const picture = '<img src=x onerror=alert(1)>'
const vector = '"><svg onload=alert(2)>'

async function dataOf(response: APIResponse) {
  const reply = await response.json()
  expect(reply.status, `${response.url()} ${JSON.stringify(reply)}`).toBe('success')
  return reply.data
}

/** What visitors can fill: an account, an address, an order, a form and a review of its item. */
async function fillAsShopper(page: Page) {
  const post = async (path: string, data: object, method = 'POST') =>
    dataOf(await page.request.fetch(`/api/${path}`, { method, data, headers: fromShop() }))
  const person = { ...newPerson(), first_name: picture, last_name: vector }
  await post('auth/register', person)
  const orderNo = await placeOrder(
    page,
    { slug: 'tide-line-cushion', quantity: 1 },
    { first_name: picture, last_name: vector, address_line_1: `${vector} ${run}`, city: picture },
  )
  await post('form/submit/contact', {
    values: {
      name: vector,
      email: person.email,
      topic: 'An order',
      order_no: vector,
      message: `${picture} ${vector} ${run}`,
    },
  })
  const review = (item: { product_id: number; order_item_id: number }) =>
    post('plugins/review/rate-product', {
      product_id: item.product_id,
      order_item_id: item.order_item_id,
      fields: { rating: 1, title: `${vector} ${run}`, comment: `${picture} ${vector}` },
    })
  return { email: person.email, orderNo, review }
}

/** What staff and imports can fill: notes, shipments, a product file with its name. Delivers the order. */
async function fillAsStaff(page: Page, orderNo: string) {
  const call = async (path: string, data?: object) =>
    dataOf(
      await page.request.fetch(`/api/admin/${path}`, {
        method: data ? 'POST' : 'GET',
        headers: fromShop(),
        ...(data && { data }),
      }),
    )
  const [{ id }] = (await call(`orders?q=${orderNo}`)).data
  await call(`orders/${id}/notes`, { text: `${picture} ${vector}` })
  const waybill = `ST-${orderNo}`
  let { version } = await call(`orders/${id}/pack`, { version: (await call(`orders/${id}`)).version })
  version = (await call(`orders/${id}/ship`, { version, courier: picture, waybill })).version
  const scan = { version, waybill, status: 'in_transit', location: picture, remark: vector }
  version = (await call(`orders/${id}/scan`, scan)).version
  await call(`orders/${id}/deliver`, { version, waybill })

  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const sku = `${vector}${run}`
  const file = [
    'Handle,Title,Variant SKU,Variant Price,Published',
    `stored-text-${run},${cell(`${picture} ${vector}`)},${cell(sku)},100.00,true`,
    `${cell(picture)},,,${cell(vector)},`,
  ].join('\n')
  const uploaded = await page.request.post('/api/admin/product-imports', {
    headers: { ...fromShop(), 'x-requested-with': 'fetch' },
    multipart: {
      file_name: `${vector}${picture}.csv`,
      file: { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(file) },
    },
  })
  const { id: importId } = await dataOf(uploaded)
  const becomes = (state: string) =>
    expect.poll(async () => (await call(`product-imports/${importId}`)).state).toBe(state)
  await becomes('checked')
  await call(`product-imports/${importId}/apply`, {})
  await becomes('done')
  const [{ id: productId }] = (await call(`products?q=${encodeURIComponent(sku)}`)).data
  return { id, importId, productId }
}

test('markup in texts of shoppers, staff and imports is text on every screen of the back office @desktop', async ({
  page,
  isPhone,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const { email, orderNo, review } = await fillAsShopper(page)
  await signInAsStaff(page, 'owner', isPhone)
  const { id, importId, productId } = await fillAsStaff(page, orderNo)
  const mine = await dataOf(
    await page.request.get(`/api/plugins/review/mine?order_no=${orderNo}`, { headers: fromShop() }),
  )
  const { id: reviewId } = await review(mine.purchases[0])
  const read = async (path: string) => dataOf(await page.request.get(`/api/admin/${path}`))
  const [{ id: customerId }] = (await read(`customers?q=${encodeURIComponent(email)}`)).data
  const [{ id: submissionId }] = (await read(`submissions?q=${encodeURIComponent(run)}`)).data
  const found = (q: string) => `?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`

  const screens: [path: string, ...texts: string[]][] = [
    [`orders${found(orderNo)}`, picture],
    [`orders/${id}/show`, picture, vector],
    [`orders/${id}/edit`],
    [`orders/create?exchanges=${id}`],
    [`packing-slips?ids=${id}`, picture, vector],
    [`customers${found(email)}`, picture],
    [`customers/${customerId}/show`, picture, vector],
    ['submissions', vector],
    [`submissions/${submissionId}/show`, picture, vector],
    [`reviews${found(run)}`, vector],
    [`reviews/${reviewId}/show`, picture, vector],
    [`products${found(`${vector}${run}`)}`, picture],
    [`products/${productId}/show`],
    [`product-import?id=${importId}`, picture],
    ['audit'],
    [''],
  ]
  for (const [path, ...texts] of screens) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
    for (const text of texts)
      await expect(page.getByRole('main').getByText(text).first(), `${path}: ${text}`).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('img[src="x"], svg[onload], [onerror], [onload]').count(), path).toBe(0)
  }
  await page.goto(`/admin/reviews/${reviewId}/show`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Review published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
  expect(dialogs).toEqual([])
})
