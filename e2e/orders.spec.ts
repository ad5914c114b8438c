import { placeOrder } from './order-steps.ts'
import { expect, test } from './shopper.ts'

test('a customer opens an order, cancels one unit and then the rest @desktop', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  const number = await placeOrder(page, { slug: 'noodle-bowl', quantity: 2 })
  await shopper.open('/account/orders')
  await page.getByRole('link', { name: `View order ${number}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()

  const opener = page.getByRole('button', { name: 'Cancel items or order' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${number}` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await dialog.getByRole('button', { name: 'One less' }).click()
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please choose a reason')
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I changed my mind' })
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Some items cancelled')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Items' }).getByText('Cancelled')).toBeVisible()

  await opener.click()
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'Something else' })
  await dialog.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await expect(opener).toBeHidden()
  await expect(page.getByRole('region', { name: 'Order history' })).toContainText('Cancelled')

  await page.getByRole('button', { name: `Buy again: order ${number}` }).click()
  await expect(shopper.drawer()).toBeVisible()
})

test('a guest cancels the order from the confirmation page', { tag: '@phone' }, async ({ page, shopper }) => {
  await shopper.addToCart('banded-cotton-throw')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await shopper.orderWithCash()

  const rating = page.getByRole('group', { name: 'How was ordering with us?' })
  for (const label of await rating.locator('label').all()) {
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(label).not.toHaveCSS('border-top-left-radius', '0px')
    await expect(label).toHaveCSS('border-top-style', 'solid')
  }
  await page.getByRole('button', { name: 'Cancel items or order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I ordered it by mistake' })
  await dialog.getByRole('button', { name: 'Cancel order', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order is cancelled')
})

test('a printed order has its items and total, without menus and buttons @desktop', async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.becomeCustomer()
  const number = await placeOrder(page, { slug: 'noodle-bowl', quantity: 2 })
  const menu = page.getByRole('navigation', { name: 'Account', exact: true })
  const back = page.getByRole('main').getByRole('link', { name: 'All orders' })
  const controls = [
    menu,
    back,
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation', { name: 'Quick' }),
    page.getByRole('button'),
    page.getByRole('link', { name: 'Track this order' }),
    page.getByText('This page updates automatically'),
  ]
  for (const [path, total] of [
    [`/account/orders/${number}`, page.getByRole('region', { name: 'Summary' }).getByText(/₹/).last()],
    [`/track-order/${number}`, page.getByRole('region', { name: 'Your order' }).getByText(/₹/)],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await shopper.open(path)
    await expect(page.getByRole('button', { name: 'Cancel items or order' })).toBeVisible()
    if (path.startsWith('/account')) await expect(isPhone ? back : menu).toBeVisible()
    else await expect(page.getByText('This page updates automatically')).toBeVisible()

    await page.emulateMedia({ media: 'print' })

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Noodle Bowl' })).toBeVisible()
    await expect(total).toBeVisible()
    await expect(page.getByText('12 Lake Road')).toBeVisible()
    for (const control of controls) await expect(control.filter({ visible: true }), path).toHaveCount(0)
  }
})

test('the orders page redirects guests to the login and back', { tag: '@desktop' }, async ({ page }) => {
  // From the response: the page removes the query as soon as it has read it.
  const response = await page.request.get('/account/orders?page=2', { maxRedirects: 0 })
  expect(response.headers().location).toBe('/?login=1&redirect=%2Faccount%2Forders%3Fpage%3D2')

  await page.goto('/account/orders?page=2')
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
})

test('an unpaid order says until when it can be paid @phone', async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, {}, 'test_gateway')

  await shopper.open(`/account/orders/${order}`)

  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('en-IN', {
    dateStyle: 'medium',
    timeZone: 'Asia/Kolkata',
  })
  await expect(page.getByText(/^Not paid yet\. /)).toContainText(`Please pay by ${tomorrow}`)
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
})
