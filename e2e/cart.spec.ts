import type { Page } from '@playwright/test'
import { seriousFaults } from './serious-faults.ts'
import { address, expect, test } from './shopper.ts'

test('changing a quantity by stepper or keyboard updates the total @desktop', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.open('/cart')
  const line = shopper.line('Moon Vase')
  const quantity = line.getByRole('spinbutton', { name: 'Quantity of Moon Vase' })
  const one = await amountOf(line.getByText(/₹/).last())

  await line.getByRole('button', { name: 'One more' }).click()
  await expect(quantity).toHaveValue('2')
  await expect(line).toContainText(rupees(one * 2))

  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(line).toContainText(rupees(one * 3))
  await shopper.seesInCart(3)

  await page.reload()
  await expect(quantity).toHaveValue('3')
})

test('Undo restores a removed item @phone', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.addToCart('milk-jug')
  // A message that outlives the drawer does not arrive a second time.
  await shopper.drawer().getByRole('button', { name: 'Remove Milk Jug' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  const animations = () => undo.evaluate((button) => button.parentElement?.getAnimations().length)
  await expect.poll(animations).toBe(0)
  await page.keyboard.press('Escape')
  await expect(shopper.drawer()).toBeHidden()
  expect(await animations()).toBe(0)
  await undo.click()
  await shopper.seesInCart(2)
  await shopper.open('/cart')

  await page.getByRole('button', { name: 'Remove Milk Jug' }).click()
  await expect(shopper.line('Milk Jug')).toHaveCount(0)
  await shopper.seesInCart(1)
  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(shopper.line('Milk Jug')).toBeVisible()
  await shopper.seesInCart(2)
})

test('removing the last item shows the empty cart with a link to the shop @phone', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.open('/cart')

  await page.getByRole('button', { name: 'Remove Moon Vase' }).click()

  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue shopping' }).click()
  await expect(page).toHaveURL(/\/shop-online/)
})

test('the cart drawer shows the same cart as the page and closes with Escape and Back @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.open('/product-category/ceramics/vases')
  await page.getByRole('link', { name: 'Moon Vase', exact: true }).click()
  await expect(page).toHaveURL(/\/product\/moon-vase/)
  await shopper.addToCart()
  await page.keyboard.press('Escape')
  await expect(shopper.drawer()).toBeHidden()
  await expect(page.getByRole('button', { name: /Add/ }).first()).toBeFocused()

  await page.getByRole('link', { name: 'Cart, 1 item' }).first().click()
  await expect(shopper.drawer().getByRole('link', { name: 'Moon Vase', exact: true })).toBeVisible()

  await page.evaluate(() => history.back())
  await expect(shopper.drawer()).toBeHidden()
  await expect(page).toHaveURL(/\/product\/moon-vase/)
})

test('the cart estimates delivery by pincode, and the address step starts with that pincode', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await shopper.addToCart('milk-jug')
  await shopper.open('/cart')
  await page.getByText('Estimate delivery').click()
  await page.getByLabel('Deliver to pincode').fill('560 001')
  await page.getByRole('button', { name: 'Check' }).click()
  const ways = page.getByRole('list', { name: 'Delivery to 560001' })
  await expect(ways.getByRole('listitem').filter({ hasText: 'Standard delivery' })).toContainText(
    /Arrives .*₹79/,
  )
  await page.reload()
  await expect(ways).toBeVisible()
  await expect(page.getByText('Calculated at checkout')).toHaveCount(0)
  await page.getByRole('link', { name: 'Milk Jug' }).first().click()
  // The header of the cart has the same link until the product is shown.
  await expect(page.getByRole('heading', { level: 1, name: 'Milk Jug' })).toBeVisible()
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).first().click()
  const drawer = page.getByRole('dialog', { name: /^Cart/ })
  await expect(drawer.getByText('Delivery from ₹79.')).toBeVisible()

  await shopper.goToCheckout()
  await expect(page.getByRole('textbox', { name: 'Pincode' })).toHaveValue('560001')
  await expect(page.getByRole('combobox', { name: 'State' }).locator('option:checked')).toHaveText(
    'Karnataka',
  )
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Bengaluru')
  await page.getByRole('textbox', { name: 'Pincode' }).fill('411001')
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Pune')
})

test('the cart is synchronized with another tab @desktop', async ({ context, shopper }) => {
  await shopper.openProduct('moon-vase')
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(other.locator('html[data-hydrated]')).toBeAttached()

  await shopper.addToCart()

  await expect(other.getByRole('link', { name: 'Moon Vase', exact: true })).toBeVisible()
})

test('tabs at the checkout show the order that another tab has placed @desktop', async ({
  page,
  context,
  shopper,
  baseURL,
}) => {
  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  await shopper.fillAddress(address)
  const tabs: Page[] = []
  const openTab = async (path: string) => {
    const tab = await context.newPage()
    await tab.goto(`${baseURL}${path}`)
    await expect(tab.locator('html[data-hydrated]')).toBeAttached()
    tabs.push(tab)
  }
  await openTab('/checkout/address')
  await shopper.goToPayment()
  await openTab('/checkout/payment')
  await page.bringToFront()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await shopper.acceptTerms()
  await page.getByRole('button', { name: /^Place order/ }).click()
  await expect(page).toHaveURL(/\/checkout-complete/)
  const shown = page.getByText(/SF-\d+/).first()
  const number = /SF-\d+/.exec(await shown.innerText())?.[0]

  for (const tab of tabs) {
    await tab.bringToFront()
    await expect(tab.getByRole('heading', { name: `${number} is placed`, level: 1 })).toBeVisible()
    await expect(tab.getByRole('button', { name: /^Place order|^Proceed/ })).toHaveCount(0)
    const link = await tab.getByRole('link', { name: 'See your order' }).boundingBox()
    expect(link?.x, 'inside the margin of the page').toBeGreaterThanOrEqual(16)
    expect(await seriousFaults(tab)).toEqual([])
    await tab.getByRole('link', { name: 'See your order' }).click()
    await expect(tab.getByText(String(number)).first()).toBeVisible()
    // A later visit leads to the cart.
    await tab.goto(`${baseURL}/checkout/payment`)
    await expect(tab.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  }
})

test('a sold-out product is marked and cannot be added @desktop', async ({ page, shopper }) => {
  const response = await shopper.open('/product/fig-and-cedar-candle')

  expect(response?.status()).toBe(200)
  await expect(page.getByRole('main').getByText('Sold out', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buy now' })).toHaveCount(0)
})

test('a sold-out variation is marked in the options and after it is chosen @phone', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct('moon-vase')

  await page.getByRole('link', { name: /^Sky ?, sold out/ }).click()

  await expect(page).toHaveURL(/sku=KL-VS-114-3/)
  const said = page.getByRole('main').getByText('Sold out', { exact: true }).filter({ visible: true })
  await expect(said).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Email me when it is back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main').getByText('Sold out', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)

  // Forced colours keep what color shows: the discs, the marks of the chosen and the sold-out one, and the stars.
  const sky = page.getByRole('link', { name: /^Sky ?, sold out/ })
  const looks = () =>
    sky.evaluate((link) => {
      const stars = document.querySelector('main [role=img][aria-label^=Rated]') as Element
      return {
        disc: getComputedStyle(link.firstElementChild as Element).backgroundColor,
        soldOut: getComputedStyle(link, '::after').backgroundImage.includes('gradient'),
        stars: getComputedStyle(stars).backgroundImage.includes('gradient'),
      }
    })
  const usual = await looks()
  expect(usual).toMatchObject({ soldOut: true, stars: true })
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await looks()).toEqual(usual)
  await expect(sky).toHaveCSS('border-top-width', '3px')
  await shopper.open('/shop-online')
  const discs = () =>
    page
      .locator('article i')
      .evaluateAll((all) => all.slice(0, 4).map((disc) => getComputedStyle(disc).backgroundColor))
  const forced = await discs()
  expect(new Set(forced).size).toBeGreaterThan(1)
  await page.emulateMedia({ forcedColors: 'none' })
  expect(await discs()).toEqual(forced)
})

test('the quantity cannot exceed the stock @phone', async ({ page, shopper }) => {
  await shopper.openProduct('clay-cone-pendant')
  const quantity = page.getByRole('group', { name: 'Quantity' }).getByRole('spinbutton', { name: 'Quantity' })

  // The stepper is hydrated after the page; earlier input takes effect then. Enter would post the form before that.
  await expect(async () => {
    await quantity.fill('50')
    await quantity.press('Tab')
    expect(Number(await quantity.inputValue())).toBeLessThan(50)
  }).toPass()
  const most = Number(await quantity.inputValue())
  await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled()
  await shopper.addToCart()
  await shopper.seesInCart(most)
})

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { maximumFractionDigits: 2 })}`
const amountOf = async (element: { textContent(): Promise<string | null> }) =>
  Number((await element.textContent())?.replace(/[^\d.]/g, ''))

test('Back closes the drawer over the page where the visit has begun @phone', async ({ page, shopper }) => {
  await page.goto('about:blank')
  await shopper.addToCart('milk-jug')

  await page.goBack()

  await expect(shopper.drawer()).toBeHidden()
  await expect(page).toHaveURL(/\/product\/milk-jug$/)
  await shopper.addToCart()
  await shopper.closeDrawer()
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('a larger quantity lowers the price of each piece, on the product page, in the drawer and in the cart', async ({
  page,
  shopper,
}) => {
  await shopper.open('/product/espresso-cup?sku=KL-MG-106-3')
  const tiers = page.getByRole('list', { name: 'Prices by quantity' })
  await expect(tiers.getByRole('listitem')).toHaveText(['3 or more: ₹369 each', '6 or more: ₹339 each'])
  const more = page.getByRole('button', { name: 'One more' }).first()
  const pieces = page.getByRole('spinbutton', { name: 'Quantity' }).first()
  for (const next of ['2', '3']) {
    // Before hydration one press is held: the next one comes after it.
    await more.click()
    await expect(pieces).toHaveValue(next)
  }
  await expect(tiers.locator('b')).toHaveText('3 or more: ₹369 each')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(shopper.drawer().getByText('₹369 each')).toBeVisible()
  await shopper.open('/cart')
  const line = shopper.line('Espresso Cup')
  const summary = page.getByRole('button', { name: 'Remove Espresso Cup' })
  const before = await summary.boundingBox()
  const quantity = line.getByRole('spinbutton', { name: /^Quantity of Espresso Cup/ })
  await quantity.fill('6')
  await quantity.press('Enter')
  await expect(line.getByText('₹339 each')).toBeVisible()
  await expect(line).toContainText('₹2,034')
  expect(await summary.boundingBox()).toEqual(before)
  await quantity.fill('2')
  await quantity.press('Enter')
  await expect(line.getByText('₹399 each')).toBeVisible()
  await expect(line).not.toContainText('down')
})
