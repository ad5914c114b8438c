import type { Browser, Page } from '@playwright/test'
import { atGateway } from './at-gateway.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect } from './shopper.ts'

/** A browser's page, or its cookies alone. */
type Visitor = Pick<Page, 'request'>

type OwnAddress = Partial<Record<'first_name' | 'last_name' | 'address_line_1' | 'city' | 'postcode', string>>

/** Fills cart, address and contact as this browser's visitor, whose next page is the payment step. */
export async function fillUntilPayment(
  page: Visitor,
  request: { slug: string; quantity: number; picture?: Buffer },
  ownAddress: OwnAddress = {},
) {
  const call = callsOf(page)
  await fillCart(page, request.slug, request.quantity, request.picture)
  const [country] = await call('GET', 'settings/countries')
  await call('PUT', 'cart/update-address', {
    address_type: 'Shipping',
    country_id: country.id,
    state_id: country.states.find(({ name }: { name: string }) => name === 'Karnataka').id,
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    address_line_1: '12 Lake Road',
    city: 'Bengaluru',
    postcode: '560001',
    ...ownAddress,
    same_as_shipping: true,
  })
  await call('PUT', 'cart/update-contact', { phone: '9876543210', email: 'asha@example.com' })
}

/**
 * Places a cash-on-delivery order as this browser's visitor through the API calls of the forms, for tests of the steps after an
 * order.
 * @returns the order's number.
 */
export async function placeOrder(
  page: Visitor,
  request: { slug: string; quantity: number; picture?: Buffer },
  ownAddress: OwnAddress = {},
  payment_method = 'cod',
): Promise<string> {
  const call = callsOf(page)
  await fillUntilPayment(page, request, ownAddress)
  const { version } = await call('PUT', 'cart/update-payment-mode', { payment_method })
  const { order_no } = await call('POST', 'checkout/place-order', {
    version,
    idempotency_key: crypto.randomUUID(),
    accept_tnc: true,
  })
  return order_no
}

/** Puts a product into the cart of this browser's visitor. */
export async function fillCart(page: Visitor, slug: string, quantity = 1, picture?: Buffer) {
  const call = callsOf(page)
  const { id } = await call('GET', `product/single-product/${slug}`)
  const additonal_data = picture && { image_path: await storePicture(page, id, picture) }
  await call('POST', 'cart/add-item', { product_id: id, quantity, additonal_data })
}

/** Uploads the picture that a product is made with. @returns its path. */
async function storePicture(page: Visitor, product_id: number, buffer: Buffer): Promise<string> {
  const response = await page.request.post('/api/plugins/ProductCustomisation/uploadImage', {
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'test' },
    multipart: {
      product_id: String(product_id),
      image: { name: 'picture.png', mimeType: 'image/png', buffer },
    },
  })
  return (await response.json()).data.image_path
}

const callsOf = (page: Visitor) => async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const response = await page.request.fetch(`/api/${path}`, { method, headers, ...(data && { data }) })
  const reply = await response.json()
  expect(reply, path).toMatchObject({ status: 'success' })
  return reply.data
}

/** Who orders by phone, by the fields of staff. The pincode is one of Pune. */
export const caller = [
  ['Phone', '9812300045'],
  ['First name', 'Nila'],
  ['Last name', 'Das'],
  ['Flat, house no., building', '4 Lake Road'],
  ['Pincode', '411001'],
] as const

/** The customer of the order that staff have open pays by its link; staff then see it placed. `look`: at the page that the link opens. */
export async function payByLink(page: Page, browser: Browser, look?: (customer: Page) => Promise<void>) {
  const link = await page.evaluate(async () => {
    const reply = await fetch(`/api/admin/orders/${location.pathname.match(/\d+/)?.[0]}`)
    return (await reply.json()).data.payment_link
  })
  const customer = await (await browser.newContext()).newPage()
  await customer.goto(link)
  await look?.(customer)
  expect(await seriousFaults(customer)).toEqual([])
  const gateway = await atGateway(customer, customer.getByRole('button', { name: 'Pay now' }))
  await gateway.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(customer).toHaveURL(/checkout-complete/)
  await customer.context().close()
  await page.reload()
  await expect(page.getByText('Placed', { exact: true }).first()).toBeVisible()
}
