import type { Page } from '@playwright/test'
import { expect } from './shopper.ts'

/**
 * Orders a product for whoever this browser is, to be paid on delivery: by the calls that the forms make, for tests of what comes
 * after.
 * @returns the order's number.
 */
export async function placeOrder(page: Page, wish: { slug: string; quantity: number }): Promise<string> {
  async function call(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const response = await page.request.fetch(`/api/${path}`, { method, headers, ...(data && { data }) })
    const reply = await response.json()
    expect(reply, path).toMatchObject({ status: 'success' })
    return reply.data
  }
  const { id } = await call('GET', `product/single-product/${wish.slug}`)
  const [country] = await call('GET', 'settings/countries')
  await call('POST', 'cart/add-item', { product_id: id, quantity: wish.quantity })
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
    same_as_shipping: true,
  })
  await call('PUT', 'cart/update-contact', { phone: '9876543210', email: 'asha@example.com' })
  const { version } = await call('PUT', 'cart/update-payment-mode', { payment_method: 'cod' })
  const { order_no } = await call('POST', 'checkout/place-order', {
    version,
    idempotency_key: crypto.randomUUID(),
    accept_tnc: true,
  })
  return order_no
}
