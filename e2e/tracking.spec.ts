import type { Page } from '@playwright/test'
import { placeOrder } from '#harness/shop-client.ts'
import { atGateway } from './at-gateway.ts'
import { expect, type Shopper, test } from './shopper.ts'

type Sent = { to: string; subject: string; text: string }

/** Looks up an order by its number and the code sent to its e-mail address. */
async function lookUp(
  page: Page,
  shopper: Shopper,
  { order_no, email }: { order_no: string; email: string },
) {
  await shopper.open('/track-order')
  await page.getByRole('textbox', { name: 'Order number' }).fill(order_no.toLowerCase())
  await page.getByRole('textbox', { name: 'Email or phone of the order' }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()

  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  const sent = (await (await page.request.get('/dev/outbox.json')).json()) as Sent[]
  const mail = sent.find(({ subject }) => subject === `Your code for order ${order_no}`)
  await code.fill(/^\d{4}/.exec(mail?.text ?? '')?.[0] ?? 'none')
  await page.getByRole('button', { name: 'Show my order' }).click()
}

test('a guest looks up an order by its number and a code @phone', async ({ page, shopper, baseURL }) => {
  const { order_no } = await placeOrder(baseURL ?? '', 'everyday-speckled-mug')
  await lookUp(page, shopper, { order_no, email: 'asha@example.com' })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your order')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ordered' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(page.getByText('12 Lake Road')).toBeVisible()
  // The URL is the one from the mail, so it can be opened again.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your order')
})

test('a guest completes an abandoned payment on another device @phone', async ({ page, shopper, baseURL }, {
  project,
}) => {
  const email = `later-${project.name}@example.com`
  const { order_no } = await placeOrder(baseURL ?? '', 'milk-jug', { payment_method: 'test_gateway', email })
  await lookUp(page, shopper, { order_no, email })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order waits for its payment')
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment is not finished')
  // The cart exists only on the device where it was filled.
  await expect(page.getByRole('link', { name: 'Choose another payment method' })).toHaveCount(0)
  const gateway = await atGateway(page, page.getByRole('button', { name: 'Continue payment' }))
  await gateway.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order_no}`)
  await expect(page.getByText(order_no).first()).toBeVisible()
})

test('an order number alone does not open an order', { tag: '@desktop' }, async ({
  page,
  shopper,
  baseURL,
}) => {
  const { order_no } = await placeOrder(baseURL ?? '', 'milk-jug')
  await shopper.open(`/track-order/${order_no}`)
  await expect(page.getByRole('textbox', { name: 'Order number' })).toHaveValue(order_no)
  await expect(page.getByText('12 Lake Road')).toHaveCount(0)
})

test('a waybill number opens the parcel, and its scans open in a dialog @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/track-order')
  await page.getByRole('textbox', { name: /waybill/ }).fill('klt10000008')
  await page.getByRole('button', { name: 'Find parcel' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where your parcel is')
  await expect(page.getByText('Delayed', { exact: true })).toBeVisible()
  const opener = page.getByRole('button', { name: 'See all scans' })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem').first()).toContainText('Delayed')
  await expect(dialog.getByRole('listitem').last()).toContainText('Shipped')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a customer tracks an order from the account', { tag: '@desktop' }, async ({ page, shopper }) => {
  const reply = await page.request.post('/api/auth/login', {
    data: { email: 'demo@kilnandloom.example', password: 'try-the-kiln' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(reply.ok()).toBe(true)
  await shopper.open('/account/orders?search=throw')
  await page
    .getByRole('link', { name: /^View order/ })
    .first()
    .click()
  await expect(page.getByRole('article', { name: 'Your parcel' })).toContainText('KLT10000007')
  await expect(page.getByText(/^Questions\? Quote SF-/)).toBeVisible()
  await page.getByRole('link', { name: 'Track this order' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order arrives today')
  // The order's page, which names the parcel too, is in the document until the new page is painted.
  await expect(page.getByText('KLT10000007').filter({ visible: true })).toBeVisible()
})
