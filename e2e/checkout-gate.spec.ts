import type { Locator } from '@playwright/test'
import { address, expect, test } from './shopper.ts'

test('the address step lists every empty field with the server’s messages @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()

  await page.getByRole('button', { name: 'Proceed to payment' }).click()

  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect(phone).toBeFocused()
  // Browsers complete a number without its country code in such a field only.
  await expect(phone).toHaveAttribute('autocomplete', /tel-national$/)
  await expect(phone).toHaveAttribute('type', 'text')
  await expect(phone).toHaveAttribute('inputmode', 'numeric')
  const summary = page.getByRole('alert').filter({ hasText: 'need your attention' })
  for (const message of [
    'Phone No',
    'First name',
    'Last name',
    'Flat, house no., building',
    'Pincode',
    'City',
    'State',
  ])
    await expect(summary.getByRole('link', { name: `${message} is empty`, exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/address/)
})

test('a missing phone is reported at its field until it is filled @phone', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress({ ...address, Phone: '' })
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect(phone).toHaveAccessibleDescription(/Phone No is empty/)

  await page.getByRole('link', { name: 'Phone No is empty' }).click()
  await expect(phone).toBeFocused()
  await phone.fill('98765 43210')

  await shopper.goToPayment()
})

test('a separate billing address shows no errors before it is submitted', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress({ ...address, Phone: '' })
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await page.getByRole('checkbox', { name: 'Billing address is the same' }).uncheck()
  const billing = page.getByRole('group', { name: 'Billing address' })
  await expect(billing.getByText(/is empty/)).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Phone' }).fill('9876543210')
  await billing.getByRole('textbox', { name: 'First name' }).fill('Meera')
  await billing.getByRole('textbox', { name: 'Last name' }).fill('Rao')
  await billing.getByRole('textbox', { name: 'Pincode' }).fill('411001')
  await billing.getByRole('textbox', { name: 'Flat, house no., building' }).fill('7 Hill View')
  await expect(billing.getByRole('textbox', { name: 'City' })).toHaveValue('Pune')
  await shopper.goToPayment()
  await expect(page.getByText('Bill to').locator('..')).toContainText('Meera Rao')
})

test('a press that waits for the city of a pincode does not continue after the shopper has changed a field', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  const { Pincode, Phone, ...others } = address
  await shopper.fillAddress(others)
  const city = page.getByRole('textbox', { name: 'City' })
  await city.fill('')
  const answers = Promise.withResolvers<void>()
  await page.route('**/postcode?**', async (route) => {
    await answers.promise
    await route.continue()
  })
  const postcodeRequest = page.waitForRequest('**/postcode?**')
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/cart/')) saves.push(request.url())
  })
  await shopper.fillAddress({ Pincode })
  await page.getByRole('button', { name: 'Proceed to payment' }).click()

  await page.getByRole('textbox', { name: 'Phone' }).fill(Phone)
  await postcodeRequest
  answers.resolve()
  await expect(city).not.toHaveValue('')

  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 50)))
  expect(saves).toEqual([])
  await shopper.goToPayment()
})

test('a phone number that is too short is refused @desktop', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  const phone = page.getByRole('textbox', { name: 'Phone' })

  await phone.fill('98765')
  await phone.blur()

  await expect(phone).toHaveAccessibleDescription(/Invalid phone number/)
})

test('place-order requires accepted terms, and no bar covers its button @phone', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  const link = page.getByRole('link', { name: 'terms and conditions', exact: true })
  await link.click()
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' })
  await expect(terms).toContainText('These are the terms of a demonstration shop')
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.getByRole('button', { name: /^Place order/ }).click()

  await expect(page.getByText('Please accept the terms and conditions')).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/payment/)

  await context.setOffline(true)
  const notice = page.getByText('You are offline', { exact: false })
  await expect(notice).toBeVisible()
  const order = page.getByRole('button', { name: /^Place order/ })
  for (const scrolled of [0, 100_000]) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
    expect(await isCovered(order, notice)).toBe(false)
  }
  await context.setOffline(false)
})

/** Whether the boxes of both elements overlap. */
async function isCovered(one: Locator, other: Locator) {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('the payment step offers the payment methods including cash on delivery @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()

  const ways = page.getByRole('group', { name: 'Payment method' }).getByRole('radio')
  await expect(ways).not.toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Cash on delivery/ })).toBeEnabled()
})

test('the checkout of an empty cart redirects to the cart with the reason, said once @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.open('/checkout/payment')

  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('region', { name: 'Messages' })).toBeAttached()
  await expect(page.getByText('Your cart is empty')).toHaveCount(1)
})

test('the payment step without an address redirects to the address step with the missing fields @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')

  await shopper.open('/checkout/payment')

  await expect(page).toHaveURL(/\/checkout\/address$/)
  await expect(page.getByRole('region', { name: 'Messages' })).toBeAttached()
  await expect(page.getByText('Phone No is empty')).toHaveCount(1)
})

test.describe('with a guessed link', () => {
  test.use({ mayComplain: [/status of 404/] })

  test('the order of another shopper is not shown @desktop', async ({ page }) => {
    const response = await page.goto('/checkout-complete?order_id=1&token=guessed&type=cod')

    expect(response?.status()).toBe(404)
    await expect(page.getByText(/Order number/)).toHaveCount(0)
  })
})

test('the pincode shows when it is delivered to, and that it is not, as soon as it is left @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress(address)
  const pincode = page.getByRole('textbox', { name: 'Pincode' })
  await pincode.focus()
  await pincode.blur()
  await expect(pincode).toHaveAccessibleDescription(/^Arrives .* Cash on delivery is available\.$/)

  await pincode.fill('744101')
  await pincode.blur()
  await expect(pincode).toHaveAccessibleDescription(/^Arrives .* Cash on delivery is not available\.$/)
  await pincode.fill('999999')
  await pincode.blur()

  await expect(pincode).toHaveAccessibleDescription('We do not deliver to 999999')
  await expect(page.getByRole('combobox', { name: 'State' })).not.toHaveValue('')

  // A city that is being typed is not filled in, which would join both; one that is left empty is.
  const city = page.getByRole('textbox', { name: 'City' })
  await city.fill('')
  const answered = page.waitForResponse(/settings\/postcode/)
  await pincode.fill('411001')
  await city.focus()
  await answered
  await expect(page.getByRole('combobox', { name: 'State' }).locator('option:checked')).toHaveText(
    'Maharashtra',
  )
  await expect(city).toHaveValue('')
  await city.blur()
  await expect(city).toHaveValue('Pune')

  // Pressed before the pincode has filled in the city.
  await city.fill('')
  await pincode.fill('560001')
  await shopper.goToPayment()
})

test('the address form has the fields of the country that is chosen @desktop', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('United States')
  await expect(page.getByRole('textbox', { name: 'ZIP code' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Pincode' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Phone' }).fill('4155550132')
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
  await page.getByRole('textbox', { name: 'First name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Rao')
  await page.getByRole('textbox', { name: 'Street address' }).fill('12 Lake Street')
  await page.getByRole('textbox', { name: 'City' }).fill('Oakland')
  await page.getByRole('combobox', { name: 'State' }).selectOption('California')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('9460')
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(page.getByRole('textbox', { name: 'ZIP code' })).toHaveAccessibleDescription(
    'ZIP code does not look right',
  )
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('94607')

  await shopper.goToPayment()

  await expect(page.getByText('₹2,499').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('another country shows its address fields without errors', { tag: '@phone' }, async ({ page }) => {
    const reply = await page.request.get('/api/product/single-product/moon-vase')
    const { data } = (await reply.json()) as { data: { id: number } }
    await page.request.post('/api/cart/add-item', {
      data: { product_id: data.id, quantity: 1 },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await page.goto('/checkout/address')
    await page.getByLabel('Country').selectOption('United States')
    await page.getByRole('button', { name: 'Show the fields of this country' }).click()

    await expect(page.getByLabel('ZIP code')).toBeVisible()
    await expect(page.getByText('is empty')).toHaveCount(0)
  })
})
