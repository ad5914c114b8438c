import { address, expect, test } from './shopper.ts'

test('a guest buys two products with cash on delivery @phone', async ({ page, shopper, request }) => {
  await shopper.open('/')
  await page.getByRole('link', { name: 'Ceramics', exact: true }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ceramics' })).toBeVisible()
  await shopper.filter(/^Olive/)
  await expect(page).toHaveURL(/olive/i)
  await page.getByRole('link', { name: 'Grass Sprig Mug', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grass Sprig Mug' })).toBeVisible()

  await shopper.choose('Olive')
  await expect(page).toHaveURL(/sku=KL-MG-102-2/)
  await shopper.addToCart()
  await expect(shopper.drawer().getByRole('link', { name: 'Grass Sprig Mug', exact: true })).toBeVisible()
  await shopper.closeDrawer()
  await shopper.seesInCart(1)
  await shopper.addToCart('moon-vase')
  await shopper.drawer().getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeVisible()
  await expect(shopper.line('Grass Sprig Mug')).toContainText('Olive')
  await expect(shopper.line('Moon Vase')).toBeVisible()

  await shopper.goToCheckout()
  await shopper.fillAddress(address)
  await shopper.goToPayment()
  await shopper.orderWithCash()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, your order is placed')
  const number = (await page.getByText(/Order number/).textContent())?.match(/[A-Z]+-\d+/)?.[0]
  expect(number).toBeTruthy()
  await expect(page.getByRole('main')).toContainText('12 Lake Road')
  await shopper.seesInCart(0)

  const outbox: { to: string; subject: string; text: string }[] = await (
    await request.get('/dev/outbox.json')
  ).json()
  const mail = outbox.filter(({ to, subject }) => to === address.Email && subject.includes(number ?? '-'))
  expect(mail).toHaveLength(1)
  expect(mail[0]?.text).toContain('Grass Sprig Mug')
  expect(mail[0]?.text).toContain('Moon Vase')
})

test('a reload of the confirmation page places no second order @desktop', async ({
  page,
  shopper,
  request,
}) => {
  const ordersOf = async () =>
    ((await (await request.get('/dev/outbox.json')).json()) as { to: string }[]).filter(
      ({ to }) => to === 'reload@example.com',
    ).length
  await shopper.addToCart('tide-line-cushion')
  await shopper.goToCheckout()
  await shopper.fillAddress({ ...address, Email: 'reload@example.com' })
  await shopper.goToPayment()
  await shopper.orderWithCash()
  const number = await page.getByText(/Order number/).textContent()
  const before = await ordersOf()

  await page.reload()
  await shopper.isHydrated()

  await expect(page.getByText(/Order number/)).toHaveText(number ?? '')
  expect(await ordersOf()).toBe(before)
  await expect(
    page
      .getByText(/Order number/)
      .locator('xpath=following-sibling::*[1]')
      .getByRole('link'),
  ).toHaveText('Track your order')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/Order number/)).toBeVisible()
  await expect(page.getByText('12 Lake Road')).toBeVisible()
  for (const useless of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button'),
    page.getByRole('link', { name: 'Continue shopping' }),
  ])
    await expect(useless.filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  // Back places no second order either.
  await page.goBack()
  await expect(page).not.toHaveURL(/\/checkout\/payment/)
})

test('the cart leads to an order whose reply was lost, once @desktop', async ({ page, shopper }) => {
  await shopper.addToCart('tide-line-cushion')
  await shopper.goToCheckout()
  await shopper.fillAddress({ ...address, Email: 'lost-reply@example.com' })
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await shopper.acceptTerms()
  const isPlaced = Promise.withResolvers<void>()
  await page.route(
    '**/checkout/place-order',
    async (route) => {
      await route.fetch()
      // The shop has the order, and the browser never has the reply.
      isPlaced.resolve()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: /^Place order/ }).click()
  await isPlaced.promise

  await page.goto('/cart')

  await expect(page).toHaveURL(/\/checkout-complete/)
  await expect(page.getByText(/Order number/)).toBeVisible()
  await page.goto('/cart')
  await shopper.isHydrated()
  await expect(page.getByRole('main')).toContainText('Your cart is empty')
})

test('"Buy now" opens the address step @phone', async ({ page, shopper }) => {
  await shopper.openProduct('little-town-notebook')
  await page.getByRole('button', { name: 'Buy now' }).click()

  await expect(page).toHaveURL(/\/checkout\/address/)
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible()
})

test('the checkout keeps entered values after a reload @phone', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await shopper.fillAddress({ 'First name': 'Asha', City: 'Bengaluru' })

  await page.reload()
  await shopper.isHydrated()

  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Asha')
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Bengaluru')
})
