import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { tradeEnquiryPlugin } from './server.ts'

const plugins = [tradeEnquiryPlugin]
const shop = await openShop({ seed: true, pages: true, plugins })
const { db, services, guest } = shop

async function switchPlugin(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'TradeEnquiry', is_active })
  await services.changes.catchUp()
}
await switchPlugin(true)

const enquiry = {
  name: 'R. Shah',
  company: 'Shah Traders',
  email: 'r@example.com',
  phone: '9876543210',
  quantity: 200,
  message: 'Bulk price?',
  website: '',
}
const submit = (payload: object) =>
  guest().request({ method: 'POST', url: '/api/plugins/TradeEnquiry/submit', payload })
const variation = await db
  .selectFrom('variations')
  .innerJoin('products', 'products.id', 'variations.product_id')
  .select(['variations.id', 'products.name'])
  .where('products.slug', '=', 'veranda-planter')
  .executeTakeFirstOrThrow()

test('an enquiry is stored with its product, mailed to the store and acknowledged', async () => {
  const reply = await submit({ ...enquiry, product_id: variation.id })

  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'success', message: 'Thank you. We will contact you.' },
  })
  const stored = await db.selectFrom('form_submissions').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ form_slug: 'trade-enquiry', email: 'r@example.com' })
  expect(stored.values).toContainEqual({ label: 'Approximate quantity', value: '200' })
  expect(JSON.stringify(stored.values)).toContain(variation.name)
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('id').execute()
  expect(mails).toEqual([
    { kind: 'form_submission', recipient: 'hello@kilnandloom.example' },
    { kind: 'form_acknowledgement', recipient: 'r@example.com' },
  ])
})

test('a GSTIN typed in small letters with spaces is stored as it is printed', async () => {
  expect(await submit({ ...enquiry, gstin: '27 aabck 4821 m1zd' })).toMatchObject({ status: 200 })
  const { values } = await db
    .selectFrom('form_submissions')
    .select('values')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(values).toContainEqual({ label: 'GSTIN', value: '27AABCK4821M1ZD' })
})

test('an enquiry with invalid fields or an unknown product is refused at the fields', async () => {
  const invalid = await submit({ ...enquiry, email: 'r', phone: '1', quantity: 0, message: '' })
  const unknown = await submit({ ...enquiry, product_id: 999_999 })

  expect(invalid).toMatchObject({
    status: 422,
    body: {
      errors: {
        email: ['The value must be an valid email address'],
        phone: ['Invalid phone number'],
        quantity: ['The value must be between 1 and 1000000'],
        message: ['This field is required'],
      },
    },
  })
  expect(unknown).toMatchObject({
    status: 422,
    body: { errors: { product_id: ['This field is not valid'] } },
  })
})

test('the page prefills product and quantity from its address, also after a refused post without scripts', async () => {
  const page = await shop.request({
    method: 'GET',
    url: `/trade-enquiry?product_id=${variation.id}&product=Veranda+planter&quantity=24`,
  })
  expect(page.body).toContain('value="Veranda planter"')
  expect(page.body).toContain('value="24"')
  const target = /name="page" value="([^"]+)"/.exec(String(page.body))?.[1]?.replaceAll('&amp;', '&') ?? ''

  const { headers } = await guest().request({
    method: 'POST',
    url: '/forms/plugins/TradeEnquiry/submit',
    payload: new URLSearchParams({ page: target, company: 'Shah Traders', quantity: '24' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const again = await shop.request({ method: 'GET', url: String(headers.location).split('#')[0] as string })

  expect(String(headers.location)).toContain(`product_id=${variation.id}`)
  expect(again.body).toContain('value="Shah Traders"')
  expect(again.body).toContain('This field is required')
})

test('while the plugin is inactive its call is not found and its form is not on the page', async () => {
  await switchPlugin(false)

  expect(await submit(enquiry)).toMatchObject({ status: 404, body: { code: 'PLUGIN_INACTIVE' } })
  expect(await shop.api.form.get({ id: 'trade-enquiry' })).toMatchObject({ code: 'NOT_FOUND' })
  const page = await shop.request({ method: 'GET', url: '/trade-enquiry' })
  expect(page.status).toBe(200)
  expect(page.body).not.toContain('Send enquiry')
})
