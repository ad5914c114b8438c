import type { Page } from '@playwright/test'
import { registered } from './auth-steps.ts'
import { saveAddress } from './customer-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { address, expect, test } from './shopper.ts'

const quantityOf = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of/ })
/** Its bar is sticky on phones: Playwright loses its position between scrolling and clicking, so it is pressed by key. */
const placeOrder = (page: Page) => page.getByRole('button', { name: /^Place order/ })

async function fillAddress(page: Page) {
  const { State, ...texts } = address
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('State').selectOption({ label: State })
}

/** Axe needs JavaScript: it checks the page's markup, `noscript` included, in a page that runs scripts. */
async function faultsOf(page: Page) {
  const html = (await page.content())
    .replaceAll(/<\/?noscript>/g, '')
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
  const context = await page.context().browser()?.newContext({
    viewport: page.viewportSize(),
    javaScriptEnabled: true,
  })
  if (!context) throw new Error('The browser was closed')
  const copy = await context.newPage()
  await copy.route(page.url(), (route) => route.fulfill({ body: html, contentType: 'text/html' }))
  await copy.goto(page.url())
  const faults = await seriousFaults(copy)
  await context.close()
  return faults
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest chooses a variation, orders by bank transfer and tracks the order @phone', async ({
    page,
  }) => {
    await page.goto('/product/grass-sprig-mug')
    await page.getByRole('link', { name: 'Olive', exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()

    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart 2 items')
    await expect(page.getByText('Colour: Olive')).toBeVisible()
    await quantityOf(page).fill('5')
    await page.getByRole('button', { name: /^Update/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart 5 items')

    await page.getByText('Have a coupon?').click()
    await page.getByLabel('Coupon code').fill('NOPE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('Coupon code')).toHaveValue('NOPE')
    await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(/NOPE/)
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Coupon code').fill('LOOM300')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'Remove coupon LOOM300' })).toBeVisible()

    await page.getByRole('link', { name: 'Proceed to checkout' }).click()
    await fillAddress(page)
    await page.getByLabel('Pincode').fill('56')
    await page.getByLabel('Last name').fill('')
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await expect(page.getByLabel('Pincode')).toHaveAccessibleDescription('Pincode has 6 digits, this has 2')
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Last name is empty')
    await expect(page.getByLabel('First name')).toHaveValue(address['First name'])
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Pincode').fill(address.Pincode)
    await page.getByLabel('Last name').fill(address['Last name'])
    await page.getByRole('button', { name: 'Proceed to payment' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment')
    // Locators by text ignore `noscript`.
    await expect(page.locator('noscript > p')).toBeVisible()
    expect(await page.locator('noscript > p').innerText()).toMatch(/^Online payment needs JavaScript/)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByLabel('Delivery instructions').fill('Ring twice')
    await placeOrder(page).press('Enter')
    await expect(page.getByText('Please accept the terms and conditions')).toBeVisible()
    await expect(page.getByLabel('Delivery instructions')).toHaveValue('Ring twice')
    await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
    await placeOrder(page).press('Enter')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Thank you/)
    await expect(page.getByText('Ring twice')).toBeVisible()
    const order = (await page.getByText(/^Order number/).textContent())?.match(/SF-\d+/)?.[0] ?? ''
    await page.goto('/track-order')
    await page.getByRole('textbox', { name: 'Order number' }).fill(order)
    await page.getByRole('textbox', { name: 'Email or phone of the order' }).fill(address.Email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const outbox = (await (await page.request.get('/dev/outbox.json')).json()) as {
      subject: string
      text: string
    }[]
    const mail = outbox.find(({ subject }) => subject === `Your code for order ${order}`)
    await page.getByRole('textbox', { name: 'Code' }).fill(/^\d{4}/.exec(mail?.text ?? '')?.[0] ?? 'none')
    await page.getByRole('button', { name: 'Show my order' }).click()
    await expect(page).toHaveURL(/\/track-order\/.+/)
    await expect(page.getByText('12 Lake Road')).toBeVisible()
  })

  test('a quantity above the limit is refused on the cart page @phone', async ({ page }) => {
    await page.goto('/product/grass-sprig-mug')
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('9999')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()

    await expect(page).toHaveURL(/\/cart\?posted=1$/)
    await expect(page.getByRole('alert')).toContainText('You can order up to 10 of this product')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart is empty')
  })

  test('a customer saves a product, orders to a saved address and logs out @desktop', async ({ page }) => {
    const { email, password } = await registered(page.request)
    await page.goto('/product/everyday-speckled-mug')
    await page.getByRole('button', { name: /^Save Everyday/ }).click()
    await page.getByRole('link', { name: 'Login with Email' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/product\/everyday-speckled-mug/)
    await saveAddress(page, '7 Hill Road')
    await page.goto('/product/everyday-speckled-mug')
    await page.getByRole('button', { name: /^Save Everyday/ }).click()
    await expect(page).toHaveURL(/\/account\/wishlist$/)
    await page.getByRole('button', { name: /^Move to cart/ }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await page.getByRole('link', { name: 'Proceed to checkout' }).click()
    await expect(page.getByRole('link', { name: 'Deliver to a new address' })).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
    await placeOrder(page).press('Enter')
    if (await page.getByText('The total has changed').isVisible()) {
      await page.getByRole('checkbox', { name: /^I accept/ }).check()
      await placeOrder(page).press('Enter')
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Thank you/)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await page.goto('/account')
    await expect(page).toHaveURL(/login=1/)
  })
})

test('a press before hydration posts the form @phone', async ({ page }) => {
  // The browser asks for the scripts, and never gets them.
  await page.route(/\.js(\?|$)/, () => {})
  await page.goto('/product/everyday-speckled-mug', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()

  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart 1 item')
})
