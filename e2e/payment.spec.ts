import type { Page } from '@playwright/test'
import { atGateway } from './at-gateway.ts'
import { seriousFaults } from './serious-faults.ts'
import { address, expect, type Shopper, test } from './shopper.ts'

/** Orders one product and opens the test gateway's page. */
async function goToGateway(page: Page, shopper: Shopper, email = address.Email): Promise<Page> {
  await shopper.addToCart('tide-line-cushion')
  await shopper.goToCheckout()
  await shopper.fillAddress({ ...address, Email: email })
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Card \/ UPI \(test\)/ }).check()
  await shopper.acceptTerms()
  return atGateway(page, page.getByRole('button', { name: /^Pay ₹/ }))
}

const orderNumber = async (page: Page) =>
  (
    await page
      .getByText(/SF-\d+/)
      .first()
      .textContent()
  )?.match(/SF-\d+/)?.[0] ?? 'none'

const mailsTo = async (page: Page, email: string) =>
  ((await (await page.request.get('/dev/outbox.json')).json()) as { to: string; subject: string }[]).filter(
    ({ to }) => to === email,
  )

test('a paid online order is placed, confirmed by one mail and empties the cart @desktop', async ({
  page,
  shopper,
}, { testId, retry }) => {
  // Both viewports and both attempts share a shop, so each has its own shopper.
  const email = `online-${testId}-${retry}@example.com`
  const gateway = await goToGateway(page, shopper, email)
  expect(await seriousFaults(gateway)).toEqual([])
  expect(await mailsTo(page, email)).toEqual([])

  await gateway.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(page).toHaveURL(/\/checkout-complete\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, your order is placed')
  const number = await orderNumber(page)
  await shopper.seesInCart(0)
  const mails = await mailsTo(page, email)
  expect(mails.filter(({ subject }) => subject.includes(number))).toHaveLength(1)

  await page.getByRole('radio', { name: 'Very good' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('Thank you for your rating.')).toBeVisible()
  await page.reload()
  await shopper.isHydrated()
  await expect(page.getByText('Thank you for your rating.')).toBeVisible()
})

test('a guest keeps the cart after a declined payment and pays on the second attempt @phone', async ({
  page,
  shopper,
}) => {
  const gateway = await goToGateway(page, shopper)
  await gateway.getByRole('button', { name: 'Decline' }).click()

  await expect(page).toHaveURL(/\/checkout-failed\?/)
  await shopper.isHydrated()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment was declined')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('You have not been charged.')).toBeVisible()
  await shopper.seesInCart(1)
  expect(await seriousFaults(page)).toEqual([])
  const number = await orderNumber(page)

  const again = await atGateway(page, page.getByRole('button', { name: 'Try again' }))
  await again.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(page).toHaveURL(/\/checkout-complete\?/)
  expect(await orderNumber(page)).toBe(number)
  await shopper.seesInCart(0)
})

test('a guest who abandons the payment returns to the cart and orders with cash on delivery', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await goToGateway(page, shopper)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/checkout\/payment/)
  await shopper.isHydrated()
  await shopper.open('/cart')
  await expect(shopper.line('Tide Line Cushion')).toBeVisible()

  await shopper.open('/checkout/payment')
  await shopper.orderWithCash()
  await shopper.seesInCart(0)
})

test('a closed payment window keeps the payment open, and a blocked one is replaced by this page', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const gateway = await goToGateway(page, shopper)
  const dialog = page.getByRole('dialog', { name: 'Finish your payment' })
  await expect(dialog).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await gateway.close()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment is not finished')
  await expect(page.getByText('You have not been charged.')).toBeVisible()
  const number = await orderNumber(page)

  const goOn = page.getByRole('button', { name: 'Continue payment' })
  await (await atGateway(page, goOn)).close()
  await expect(dialog).toBeHidden()

  const opened = await atGateway(page, goOn)
  await dialog.getByRole('button', { name: 'Pay on this page instead' }).click()
  await expect(page).toHaveURL(/\/test-gateway\/pay_/)
  expect(opened.isClosed()).toBe(true)
  await page.goBack({ waitUntil: 'commit' })
  await shopper.isHydrated()

  await page.evaluate(() => {
    window.open = () => null
  })
  await goOn.click()
  await expect(page).toHaveURL(/\/test-gateway\/pay_/)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page).toHaveURL(/\/checkout-complete\?/)
  expect(await orderNumber(page)).toBe(number)
})

test('a cancelled payment is reported and links to the payment methods @phone', async ({ page, shopper }) => {
  const gateway = await goToGateway(page, shopper)
  await gateway.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You cancelled the payment')
  await page.getByRole('link', { name: 'Choose another payment method' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Card \/ UPI \(test\)/ })).toBeChecked()
})

test('a shopper cancels an order that is not paid, from the page of its payment @phone', async ({
  page,
  shopper,
}) => {
  const gateway = await goToGateway(page, shopper)
  await gateway.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog).toContainText('There will be nothing to pay')
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I changed my mind' })
  await dialog.getByRole('button', { name: 'Cancel order', exact: true }).click()

  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible()
})

test('a pending payment becomes an order when it succeeds later @desktop', async ({ page, shopper }) => {
  const gateway = await goToGateway(page, shopper)
  await gateway.getByRole('button', { name: 'Pay late' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment')
  await expect(page).toHaveURL(/\/checkout-complete\?/, { timeout: 40_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, your order is placed')
})

test('pressing the button again continues the same order', { tag: '@phone' }, async ({ page, shopper }) => {
  const email = 'again@example.com'
  await goToGateway(page, shopper, email)
  const [first, number] = [page.url(), await orderNumber(page)]
  await page.goBack({ waitUntil: 'commit' })
  await shopper.isHydrated()
  await expect(page.getByRole('dialog', { name: 'Taking you to the payment' })).toBeHidden()
  await shopper.acceptTerms()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(page).toHaveURL(first)
  expect(await orderNumber(page)).toBe(number)
})

test('the failure page redirects when there is no unpaid order @desktop', async ({ page, shopper }) => {
  await shopper.open('/checkout-failed')
  await expect(page).toHaveURL(/\/cart$/)

  await shopper.open('/checkout-failed?order_id=1&token=guessed')
  await expect(page).toHaveURL(/\/cart$/)
})

test('an order by bank transfer is placed immediately and shows the next steps @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('tide-line-cushion')
  await shopper.goToCheckout()
  await shopper.fillAddress(address)
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await shopper.acceptTerms()
  await shopper.placeOrder()

  await expect(page.getByText(/IFSC/)).toBeVisible()
})
