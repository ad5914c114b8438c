import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { vitrine } from './operator.ts'
import { seriousFaults } from './serious-faults.ts'
import { address, expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

/** `age`: the smallest age of its buyers, which is checked. */
type Imported = { slug: string; price: number; stock: number; age?: string }

/** Imports a product with this price and stock, as a merchant does between two steps of a shopper. */
async function importProduct({ slug, price, stock, age = '' }: Imported) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-changed-'))
  try {
    const file = join(folder, 'products.csv')
    await writeFile(
      file,
      `slug,name,sku,price,stock,min_age,checks_age\n${slug},Walnut Spoon ${slug},${slug},${price},${stock},${age},${age && 'yes'}\n`,
    )
    await vitrine('import', file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const newSlug = () => `spoon-${crypto.randomUUID().slice(0, 8)}`

test.describe('with a refused order', () => {
  test.use({ mayComplain: [/status of 409/] })

  test('goods with an age check ask once in a visit, and order and packing slip say that it is checked @phone', async ({
    page,
    shopper,
    isPhone,
  }) => {
    const [first, second] = [newSlug(), newSlug()]
    for (const slug of [first, second]) {
      await importProduct({ slug, price: 500, stock: 5, age: '18' })
      await expect.poll(async () => (await page.request.get(`/product/${slug}`)).status()).toBe(200)
    }
    await page.goto(`/product/${first}`)
    await expect(page.getByText('Only for ages 18 and over, checked at delivery')).toBeVisible()
    await shopper.isHydrated()
    const add = page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first()
    await add.press('Enter')
    const question = page.getByRole('dialog', { name: 'Are you 18 or older?' })
    await expect(question).toBeVisible()
    expect(await seriousFaults(page, { except: '[aria-label=Messages]' })).toEqual([])
    await question.getByRole('button', { name: 'No' }).press('Enter')
    await expect(question).toHaveCount(0)
    await expect(add).toBeFocused()
    await add.press('Enter')
    await question.getByRole('button', { name: 'Yes, I’m 18 or older' }).press('Enter')
    await expect(question).toHaveCount(0)
    await shopper.addToCart(second)
    await shopper.goToCheckout()
    await shopper.fillAddress()
    await shopper.goToPayment()
    await page.getByRole('radio', { name: /cash on delivery/i }).check()
    await shopper.acceptTerms()
    await page.getByRole('button', { name: /^Place order/ }).press('Enter')
    await expect(page).toHaveURL(/\/checkout-complete/)
    const id = new URL(page.url()).searchParams.get('order_id')
    await signInAsStaff(page, 'owner', isPhone)
    await page.goto(`/admin/packing-slips?ids=${id}`)
    await expect(page.getByText('Check the age at the door: 18 or older')).toBeVisible()
  })

  test('the payment step shows changed lines with old and new price, and orders at the new total @desktop', async ({
    page,
    shopper,
  }) => {
    const slug = newSlug()
    await importProduct({ slug, price: 500, stock: 5 })
    await expect.poll(async () => (await page.request.get(`/product/${slug}`)).status()).toBe(200)
    await shopper.addToCart(slug)
    await shopper.goToCheckout()
    await shopper.fillAddress()
    await shopper.goToPayment()
    await page.getByRole('radio', { name: /cash on delivery/i }).check()
    await shopper.acceptTerms()
    await importProduct({ slug, price: 620, stock: 5 })

    await page.getByRole('button', { name: /^Place order/ }).press('Enter')

    const changes = page.getByRole('region', { name: 'Your cart has changed' })
    await expect(changes).toBeFocused()
    await expect(changes.getByRole('listitem')).toContainText(/Walnut Spoon.*₹500.*₹620/)
    // The analysis takes the message out of its fixed place, below the button for chats.
    expect(await seriousFaults(page, { except: '[aria-label=Messages]' })).toEqual([])
    await page.getByRole('button', { name: /^Order at the new total/ }).press('Enter')
    await expect(page).toHaveURL(/\/checkout-complete/)
  })

  test('the payment step reduces one changed line, removes another, and orders the rest @phone', async ({
    page,
    shopper,
  }) => {
    // Always below free delivery, so that the shown total is the server's.
    const [scarce, gone] = [newSlug(), newSlug()]
    for (const slug of [scarce, gone]) {
      await importProduct({ slug, price: 100, stock: 5 })
      await expect.poll(async () => (await page.request.get(`/product/${slug}`)).status()).toBe(200)
      await page.goto(`/product/${slug}`)
      await shopper.isHydrated()
      await page.getByRole('spinbutton', { name: 'Quantity' }).first().fill('3')
      await shopper.addToCart()
    }
    await shopper.goToCheckout()
    await shopper.fillAddress()
    await shopper.goToPayment()
    await page.getByRole('radio', { name: /cash on delivery/i }).check()
    await shopper.acceptTerms()
    await importProduct({ slug: scarce, price: 100, stock: 1 })
    await importProduct({ slug: gone, price: 100, stock: 0 })
    await page.evaluate(() => void Object.assign(window, { isSameDocument: true }))

    await page.getByRole('button', { name: /^Place order/ }).press('Enter')

    const changes = page.getByRole('region', { name: 'Your cart has changed' })
    await expect(changes.getByRole('listitem')).toHaveCount(2)
    // The focus comes a moment after the lines: a key that is pressed before goes to them.
    await expect(changes).toBeFocused()
    await changes.getByRole('button', { name: new RegExp(`^Remove.*${gone}`) }).press('Enter')
    await expect(changes.getByRole('listitem')).toHaveCount(1)
    // The order waits for a change that is shown before the server has replied.
    await page.route('**/api/cart/update-qty', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await route.continue()
    })
    await changes.getByRole('button', { name: new RegExp(`^Change to 1.*${scarce}`) }).press('Enter')
    await expect(changes).toBeHidden()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await page.getByRole('button', { name: /^(Place order|Order at)/ }).press('Enter')
    await expect(page).toHaveURL(/\/checkout-complete/)
    await expect(page.getByRole('main')).toContainText(`Walnut Spoon ${scarce}`)
    await expect(page.getByRole('main')).not.toContainText(`Walnut Spoon ${gone}`)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('goods with an age check have a box to tick, and lead back to it @phone', async ({ page }) => {
    const slug = newSlug()
    await importProduct({ slug, price: 500, stock: 5, age: '18' })
    await expect.poll(async () => (await page.request.get(`/product/${slug}`)).status()).toBe(200)
    await page.goto(`/product/${slug}`)
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByRole('alert')).toContainText('Please confirm that you are 18 or older')
    await page.getByRole('link', { name: 'Back to the product' }).click()
    await page.getByRole('checkbox', { name: 'I am 18 or older' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByText('Age: From 18 years, checked at delivery')).toBeVisible()
  })

  test('the payment step names a line above the stock and reduces it @phone', async ({ page }) => {
    const slug = newSlug()
    await importProduct({ slug, price: 500, stock: 5 })
    await expect.poll(async () => (await page.request.get(`/product/${slug}`)).status()).toBe(200)
    await page.goto(`/product/${slug}`)
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page).toHaveURL('/cart')
    // With its styles, which hide one of the two links.
    await page.waitForLoadState()
    await page.getByRole('link', { name: 'Proceed to checkout' }).filter({ visible: true }).click()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await importProduct({ slug, price: 500, stock: 1 })
    await page.getByRole('radio', { name: /cash on delivery/i }).check()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    await page.getByRole('button', { name: /^Place order/ }).press('Enter')

    const changes = page.getByRole('region', { name: 'Your cart has changed' })
    await expect(changes.getByRole('listitem')).toContainText(/Walnut Spoon.*Only 1 left in stock/)
    await changes.getByRole('button', { name: /^Change to 1/ }).click()

    await expect(page).toHaveURL(/\/checkout\/payment$/)
    await expect(changes).toBeHidden()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    await page.getByRole('button', { name: /^Place order/ }).press('Enter')
    await expect(page).toHaveURL(/\/checkout-complete/)
  })
})

async function fillAddress(page: Page) {
  const { State, ...texts } = address
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('State').selectOption({ label: State })
}
