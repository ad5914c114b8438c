import type { Page } from '@playwright/test'
import { atGateway } from './at-gateway.ts'
import { fromShop, newPerson } from './auth-steps.ts'
import { fillUntilPayment } from './order-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

/** Pays on delivery what is left. @returns the order's number */
async function placeOnDelivery(shopper: Page): Promise<string> {
  await shopper.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await shopper.getByRole('checkbox', { name: /terms/ }).check()
  await shopper
    .getByRole('button', { name: /^Place order/ })
    .filter({ visible: true })
    .click()
  await expect(shopper).toHaveURL(/checkout-complete/)
  return (
    (
      await shopper
        .getByText(/SF-\d+/)
        .first()
        .innerText()
    ).match(/SF-\d+/)?.[0] ?? ''
  )
}

/** Opens the summary of the payment step, which is folded on a phone. */
async function openSummary(shopper: Page, isPhone: boolean) {
  await shopper.goto('/checkout/payment')
  if (isPhone)
    await shopper.getByRole('group').filter({ hasText: 'Order summary' }).locator('summary').first().click()
}

/** A second attempt, and another test, find them on. */
async function switchGiftCardsOn(page: Page) {
  await page.goto('/admin/plugins')
  const plugin = page.getByRole('listitem').filter({ hasText: 'Gift cards' })
  const isOn = plugin.getByText('On', { exact: true })
  const switchOn = plugin.getByRole('button', { name: /Switch on/ })
  await isOn.or(switchOn).waitFor()
  if (await switchOn.isVisible()) await switchOn.click()
  await expect(isOn).toBeVisible()
}

async function switchGiftCardsOff(page: Page) {
  await page.goto('/admin/plugins')
  const plugin = page.getByRole('listitem').filter({ hasText: 'Gift cards' })
  await plugin.getByRole('button', { name: /Switch off/ }).click()
  await expect(plugin.getByText('Off', { exact: true })).toBeVisible()
}

// Each switches the plugin on and off.
test.describe.configure({ mode: 'serial' })

test('a gift card pays a part beside cash, a refund goes to store credit, and the credit pays the next order @desktop', async ({
  page,
  browser,
  baseURL,
  isPhone,
}) => {
  test.setTimeout(150_000)
  await signInAsStaff(page, 'owner', isPhone)
  await switchGiftCardsOn(page)
  await page.goto('/admin/gift-cards')
  await page.getByRole('button', { name: 'Issue a gift card' }).click()
  await page.getByLabel('Amount in INR').fill('100')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click()
  const code = await page
    .getByRole('status')
    .filter({ hasText: 'shown only now' })
    .locator('strong')
    .innerText()
  expect(await seriousFaults(page)).toEqual([])

  const shopper = await browser.newPage({ baseURL })
  const person = { first_name: 'Asha', last_name: 'Rao', ...newPerson() }
  await shopper.request.post('/api/auth/register', { data: person, headers: fromShop() })
  await fillUntilPayment(shopper, { slug: 'milk-jug', quantity: 1 })
  await openSummary(shopper, isPhone)
  await shopper.getByText('Have a gift card?').filter({ visible: true }).click()
  await shopper.getByLabel('Gift card code').filter({ visible: true }).fill(code)
  await shopper.getByRole('button', { name: 'Apply' }).filter({ visible: true }).click()
  await expect(
    shopper.getByRole('button', { name: /Remove Gift card/ }).filter({ visible: true }),
  ).toBeVisible()
  expect(await widerThanScreen(shopper)).toEqual([])
  const order_no = await placeOnDelivery(shopper)

  await page.goto('/admin/orders')
  await page.getByRole('link', { name: order_no }).first().click()
  await expect(page.getByText(/Gift card •••• .{4}/).first()).toBeVisible()
  const act = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await act('Pack')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as packed' }).click()
  await act('Ship')
  await page.getByRole('dialog').getByLabel('Courier').fill('Van')
  await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
  await act('Mark as delivered')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /deliver/i })
    .click()
  await act('Give money back')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in INR').fill('50')
  await dialog.getByLabel('Refund to').selectOption('store_credit')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('Refunded to the customer’s store credit.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await shopper.goto('/account/store-credit')
  await expect(shopper.getByText('+₹50')).toBeVisible()
  await expect(shopper.getByRole('link', { name: order_no })).toBeVisible()
  await fillUntilPayment(shopper, { slug: 'milk-jug', quantity: 1 })
  await openSummary(shopper, isPhone)
  await shopper
    .getByRole('button', { name: /Use ₹50 store credit/ })
    .filter({ visible: true })
    .click()
  await expect(
    shopper.getByRole('button', { name: 'Remove store credit' }).filter({ visible: true }),
  ).toBeVisible()
  await placeOnDelivery(shopper)
  await shopper.goto('/account/store-credit')
  await expect(shopper.getByText('-₹50')).toBeVisible()
  await shopper.close()

  await page.goto('/admin/reports?report=stored_value')
  await expect(page.getByRole('row', { name: /^Store credit, INR/ })).toContainText('₹0')
  await switchGiftCardsOff(page)
})

test('a gift card is bought without JavaScript up to its recipient, paid online, and complete with that @phone', async ({
  page,
  browser,
  baseURL,
  isPhone,
}) => {
  test.setTimeout(150_000)
  await signInAsStaff(page, 'owner', isPhone)
  await switchGiftCardsOn(page)
  const slug = `gift-card-${crypto.randomUUID().slice(0, 8)}`
  const variations = [{ selling_price: 100_000, is_default: true }]
  const values = { name: 'Card for friends', slug, kind: 'voucher', is_published: true, variations }
  const made = await page.request.post('/api/admin/products', { data: { values }, headers: fromShop() })
  expect(await made.json()).toMatchObject({ status: 'success' })

  const scriptless = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const form = await scriptless.newPage()
  await form.goto(`/product/${slug}`)
  await expect(form.getByText('Sent by e-mail, without delivery')).toBeVisible()
  await form.getByLabel('E-mail address of the recipient').fill('ravi@example.com')
  await form.getByText('Name, message and day of the e-mail').click()
  await form.getByRole('textbox', { name: 'Message' }).fill('Happy birthday!')
  await form.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click()
  await expect(form).toHaveURL(/\/cart/)
  await expect(form.getByText('ravi@example.com').first()).toBeVisible()

  const context = await browser.newContext({ baseURL, storageState: await scriptless.storageState() })
  const shopper = await context.newPage()
  await shopper.goto('/checkout/address')
  await expect(shopper.getByRole('group', { name: 'Billing address' })).toBeVisible()
  await expect(shopper.getByText('Billing address is the same')).toBeHidden()
  await shopper.getByLabel('Phone', { exact: true }).fill('9876543210')
  await shopper.getByLabel(/^Email/).fill('asha@example.com')
  await shopper.getByLabel('First name').fill('Asha')
  await shopper.getByLabel('Last name').fill('Rao')
  await shopper.getByLabel('Pincode').fill('560001')
  await shopper.getByLabel(/^Flat, house/).fill('12 Lake Road')
  await expect(shopper.getByLabel('City')).toHaveValue('Bengaluru')
  await shopper.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(shopper).toHaveURL(/checkout\/payment/)
  await expect(shopper.getByRole('group', { name: 'Shipping method' })).toBeHidden()
  expect(await widerThanScreen(shopper)).toEqual([])
  expect(await seriousFaults(shopper)).toEqual([])
  await shopper.getByRole('radio', { name: /^Card \/ UPI \(test\)/ }).check()
  await shopper.getByRole('checkbox', { name: /terms/ }).check()
  const pay = shopper.getByRole('button', { name: /^Pay ₹/ }).filter({ visible: true })
  const gateway = await atGateway(shopper, pay)
  await gateway.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(shopper).toHaveURL(/checkout-complete/)
  await expect(shopper.getByText('Bill to')).toBeVisible()
  await shopper.getByRole('link', { name: 'Track your order' }).click()
  await expect(shopper.getByText('Delivered').first()).toBeVisible()

  const orderNo = /SF-\d+/.exec(shopper.url())?.[0] ?? ''
  await page.goto(`/admin/orders?q=${orderNo}`)
  await page.getByRole('link', { name: orderNo }).click()
  const cards = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'Gift cards' }) })
  await expect(async () => {
    await page.reload()
    await expect(cards.getByText(/ravi@example\.com, sent/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await seriousFaults(page)).toEqual([])
  await cards.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send with a new code' }).click()
  await expect(cards.getByText(/ravi@example\.com, to be sent/)).toBeVisible()
  await scriptless.close()
  await context.close()
  await switchGiftCardsOff(page)
})
