import type { Page } from '@playwright/test'
import { saveAddress } from './customer-steps.ts'
import { fillCart, placeOrder } from './order-steps.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

test.use({ javaScriptEnabled: false })

type PressedButton = { key: string; label: string; isSent: boolean; isValid: boolean }

test('every button of every page does something without JavaScript @desktop', async ({ page, shopper }) => {
  test.slow()
  await shopper.becomeCustomer()
  await saveAddress(page, '12 Lake Road')
  await saveAddress(page, '14 Lake Road')
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 1 })
  const paths = [
    '/',
    '/shop-online',
    '/search?query=mug',
    '/product/veranda-planter',
    '/product/buti-block-print-cushion',
    '/product/fig-and-cedar-candle',
    '/product/your-words-mug',
    '/faq',
    '/blogs',
    '/blogs/how-a-mug-is-made',
    '/contact',
    '/trade-enquiry?product=Mug&quantity=24',
    '/forms/newsletter',
    '/track-order',
    '/gift-guide',
    '/cart',
    '/checkout/address',
    '/checkout/payment',
    '/account',
    '/account/profile',
    '/account/security',
    '/account/reset-password',
    '/account/addresses',
    '/account/addresses?edit=new',
    '/account/orders',
    `/account/orders/${order}`,
    '/account/wishlist',
    '/account/reviews',
    '/account/your-data',
  ]
  const pressed = new Set<string>()
  const dead: string[] = []
  for (const path of paths) {
    if (path === '/cart' || path.startsWith('/checkout')) await fillCart(page, 'milk-jug')
    await open(page, path)
    if (path.startsWith('/account')) expect(page.url(), 'the customer is signed in').toContain(path)
    for (const { key, label, isSent, isValid } of await buttonsOf(page)) {
      // The same form on every page, such as the search, is pressed once; a logout would end the visit.
      // A picture enlarges with scripts only; it is shown as it is.
      if (
        pressed.has(key) ||
        key.includes('/logout') ||
        label === 'Log out' ||
        label.startsWith('Look closely')
      )
        continue
      pressed.add(key)
      const place = `${path}: ${label} (${key})`
      if (!isSent) dead.push(`${place} sends nothing`)
      if (!isSent || !isValid) continue
      await open(page, path)
      const index = (await buttonsOf(page)).findIndex((button) => button.key === key)
      if (index < 0) continue
      const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
      await page.locator('button:visible').nth(index).click()
      const status = (await answer).status()
      if (status >= 400) dead.push(`${place} answers ${status}`)
    }
  }
  expect(dead).toEqual([])
})

/** Waits for the styles, which hide buttons that need scripts, and not for pictures: some hundred pages are opened. */
async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const styles = page.locator('link[rel=stylesheet]')
  await expect
    .poll(() =>
      styles.evaluateAll((links) =>
        links.every((link) => link instanceof HTMLLinkElement && link.sheet !== null),
      ),
    )
    .toBe(true)
}

/** The visible buttons in their order. `isValid` is false while the browser asks for more entries. */
const buttonsOf = (page: Page): Promise<PressedButton[]> =>
  page.locator('button:visible').evaluateAll((buttons) =>
    (buttons as HTMLButtonElement[]).map((button) => ({
      label: (button.ariaLabel ?? button.textContent).trim(),
      key: `${new URL(button.formAction || button.form?.action || location.href).pathname} ${button.name} ${button.value} ${(button.ariaLabel ?? button.textContent).trim()}`,
      isSent:
        (button.form !== null && button.type === 'submit') ||
        button.disabled ||
        button.popoverTargetElement !== null,
      isValid: !button.disabled && (button.form?.noValidate || (button.form?.checkValidity() ?? false)),
    })),
  )

test('a customer changes name, password and addresses without JavaScript @phone', async ({
  page,
  shopper,
}) => {
  const { password } = await shopper.becomeCustomer()
  await page.goto('/account/profile')
  await page.getByLabel('First name').fill('Ashwini')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Ashwini')

  await page.goto('/account/security')
  const panel = page.getByRole('region', { name: 'Password' })
  const change = async (current: string) => {
    await panel.getByLabel('Current password', { exact: true }).fill(current)
    await panel.getByLabel('New password', { exact: true }).fill('kupfer-Kanne-72')
    await panel.getByLabel('Confirm new password', { exact: true }).fill('kupfer-Kanne-72')
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('wrong')
  await expect(panel.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await change(password)
  await expect(page.getByRole('alert').getByText('Password changed')).toBeVisible()

  await page.goto('/account/addresses')
  await page.getByRole('link', { name: 'Add address' }).click()
  for (const [label, value] of Object.entries({
    'First name': 'Asha',
    'Last name': 'Rao',
    Pincode: '56',
    'Flat, house no., building': '12 Lake Road',
    City: 'Bengaluru',
    'Mobile number': '9876543210',
  }))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Karnataka' })
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByLabel('Pincode')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Pincode').fill('560001')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address saved')).toBeVisible()

  await page.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('City', { exact: true }).fill('Mysuru')
  await page.getByRole('button', { name: 'Update Address' }).click()
  await expect(page.getByRole('list', { name: 'Saved addresses' })).toContainText('Mysuru')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('No addresses yet')).toBeVisible()
})

test('a customer cancels an order without JavaScript @phone', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 1 })
  await page.goto(`/account/orders/${order}`)
  await page.getByText('Cancel order', { exact: true }).first().click()
  await page.getByLabel('Why are you cancelling?').selectOption({ label: 'I changed my mind' })
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled')).toBeVisible()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
})

test('an unpaid order is cancelled without JavaScript, also from the page of its payment @phone', async ({
  page,
  shopper,
}) => {
  await shopper.becomeCustomer()
  const cancel = async () => {
    await page.locator('summary', { hasText: 'Cancel order' }).click()
    await page.getByLabel('Why are you cancelling?').selectOption({ label: 'I changed my mind' })
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('Order cancelled')).toBeVisible()
  }
  const first = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, {}, 'test_gateway')
  await page.goto(`/account/orders/${first}`)
  await cancel()
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeHidden()

  const second = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, {}, 'test_gateway')
  await page.goto(`/account/orders/${second}`)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(/checkout-failed/)
  await cancel()
  await expect(page).toHaveURL(/\/cart\?/)
})

test('a customer changes the e-mail address and deletes the account without JavaScript @phone', async ({
  page,
  shopper,
}) => {
  const { password } = await shopper.becomeCustomer()
  const email = `other.${Date.now()}@example.com`
  await page.goto('/account/profile')
  const change = async (proof: string) => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password (optional)', { exact: true }).fill(proof)
    await page.getByRole('button', { name: 'Save changes' }).click()
  }
  for (const proof of ['', 'wrong']) {
    await change(proof)
    await expect(page.getByLabel('Password (optional)', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
  }
  await change(password)
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await page.goto('/account/your-data')
  await expect(page.getByText('The download needs JavaScript.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/login=1/)
})

test('the account for a refund is entered without JavaScript @phone', async ({
  page,
  shopper,
  browser,
  baseURL,
}) => {
  await shopper.becomeCustomer()
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, {}, 'bank_transfer')
  const staff = await browser.newPage({ baseURL: baseURL ?? '', javaScriptEnabled: true })
  await signInAsStaff(staff, 'manager', true)
  await staff.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order }))}`)
  await staff.getByRole('link', { name: order }).click()
  await staff.getByRole('button', { name: 'Confirm payment' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(dialog).toBeHidden()
  await staff.getByRole('button', { name: 'Cancel items' }).click()
  await dialog.getByRole('button', { name: 'The whole order' }).click()
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(staff.getByRole('button', { name: 'Enter bank details' })).toBeVisible()
  await staff.close()

  await page.goto(`/account/orders/${order}`)
  const form = page.locator('form[action="/forms/payout-details"]')
  await form.getByLabel('Where should we pay it?').selectOption({ label: 'UPI ID' })
  await form.getByLabel('UPI ID', { exact: true }).fill('not an id')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('UPI ID', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('UPI ID', { exact: true }).fill('asha@okbank')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. We pay your refund there')).toBeVisible()
  await expect(page.getByText('UPI ID as…@okbank')).toBeVisible()
})

test('the newsletter answers without JavaScript @phone', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  // Forms that are sent at once count as sent by a program.
  await page.waitForTimeout(2_500)
  await footer.getByLabel('Get offers and news').fill(`reader.${Date.now()}@example.com`)
  await footer.getByRole('button', { name: 'Join the newsletter' }).click()
  await expect(page.locator('#posted')).toContainText(/confirm/i)
})
