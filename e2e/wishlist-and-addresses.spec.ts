import { dialog, registered } from './auth-steps.ts'
import { saveAddress } from './customer-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'

test('a customer adds a product to the wishlist and moves it to the cart @phone', async ({
  page,
  shopper,
}) => {
  await shopper.becomeCustomer()
  await shopper.openProduct('milk-jug')
  const heart = page.getByRole('button', { name: 'Save Milk Jug' })

  await heart.click()
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await shopper.open('/account/wishlist')
  const saved = page.getByRole('list', { name: 'Wishlist' }).getByRole('listitem')
  await expect(saved).toHaveCount(1)
  // Removed by mistake and restored.
  await heart.click()
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toHaveCount(1)
  await page.getByRole('button', { name: /^Move to cart/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await shopper.seesInCart(1)
})

test('a wishlist button pressed while logged out takes effect after the login @phone', async ({
  page,
  shopper,
  request,
}) => {
  const { email, password } = await registered(request)
  await shopper.open('/product-category/ceramics')
  const heart = page.getByRole('button', { name: 'Save Milk Jug' })
  await heart.click()
  await expect(dialog(page, 'Login')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Login with Email' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/product-category\/ceramics$/)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await page.reload()
  await shopper.isHydrated()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('a customer turns price emails on and off on the wishlist page @desktop', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  await shopper.openProduct('milk-jug')
  await page.getByRole('button', { name: 'Save Milk Jug' }).click()
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await shopper.open('/account/wishlist')
  const emails = page.getByRole('checkbox', { name: 'Email me when a saved product gets cheaper' })
  await expect(emails).not.toBeChecked()
  expect(await seriousFaults(page)).toEqual([])

  await emails.check()
  await expect(page.getByText('We email you when a saved product gets cheaper')).toBeVisible()
  await shopper.open('/account/wishlist')
  await expect(emails).toBeChecked()
  await emails.uncheck()
  await expect(page.getByText('You get no more price emails')).toBeVisible()
  await shopper.open('/account/wishlist')
  await expect(emails).not.toBeChecked()
})

test('a cart item is moved to the wishlist', { tag: '@phone' }, async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  await shopper.addToCart('milk-jug')
  await shopper.open('/cart')

  await page.getByRole('button', { name: /^Save for later/ }).click()

  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await shopper.open('/account/wishlist')
  await expect(page.getByRole('list', { name: 'Wishlist' }).getByRole('listitem')).toHaveCount(1)
})

test('the account redirects guests to the login', { tag: '@desktop' }, async ({ page }) => {
  // The page removes the query again when it opens the dialog, so the redirect is read from the response.
  const response = await page.goto('/account/addresses')
  expect(response?.url()).toMatch(/\/\?login=1&redirect=%2Faccount%2Faddresses/)
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
})

test('a customer adds an address, makes it the default, deletes it and restores it @phone', async ({
  page,
  shopper,
}) => {
  await shopper.becomeCustomer()
  await saveAddress(page, '4 Office Park')
  await shopper.open('/account/addresses')
  const book = page.getByRole('list', { name: 'Saved addresses' }).getByRole('listitem')

  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('This field is required')
  await shopper.fillAddress({
    'First name': 'Asha',
    'Last name': 'Rao',
    'Mobile number': '98765 43210',
    'Flat, house no., building': '12 Lake Road',
    Pincode: '560001',
    City: 'Bengaluru',
    State: 'Karnataka',
  })
  await page.getByRole('checkbox', { name: /^Make it my default/ }).check()
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Address saved')).toBeVisible()
  await expect(book.first()).toContainText('Default shipping address')
  await expect(book.first()).toContainText('12 Lake Road')

  await page.getByRole('button', { name: /^Delete.*Lake Road/ }).click()
  await expect(book).toHaveCount(1)
  await expect(book.first()).toContainText('Default shipping address')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(book.first()).toContainText('12 Lake Road')
})

test('a customer with a coupon orders to an edited saved address @desktop', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  await saveAddress(page, '12 Lake Road')
  await saveAddress(page, '4 Office Park')
  await shopper.addToCart('milk-jug')
  await shopper.open('/cart')
  await page.getByText('Have a coupon?').click()
  await page.getByRole('button', { name: 'Apply WELCOME10' }).click()
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await shopper.goToCheckout()
  const shipping = page.getByRole('region', { name: 'Shipping address' })

  await expect(shipping).toContainText('12 Lake Road')
  await shipping.getByRole('button', { name: 'Change shipping address' }).click()
  await shipping.getByRole('radio', { name: /4 Office Park/ }).check()
  await shipping.getByRole('button', { name: 'Edit' }).click()
  await shipping.getByLabel('City').fill('Mysuru')
  await shipping.getByRole('button', { name: 'Update Address' }).click()
  await expect(shipping).toContainText('Mysuru')

  await shopper.goToPayment()
  await expect(page.getByText('4 Office Park').filter({ visible: true })).toBeVisible()
  await shopper.orderWithCash()
  await expect(page.getByText('4 Office Park').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('Discount (WELCOME10)').filter({ visible: true })).toBeVisible()
})

test('a customer’s second order starts with the address of the first @phone', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  const save = page.getByRole('checkbox', { name: 'Save this address for next time' })
  await expect(save).toBeChecked()
  await save.uncheck()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await shopper.orderWithCash()

  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  await expect(page.getByLabel('Flat, house no., building')).toHaveValue('12 Lake Road')
  await shopper.goToPayment()

  await shopper.open('/account/addresses')
  await expect(page.getByRole('list', { name: 'Saved addresses' })).toContainText('12 Lake Road')
})
