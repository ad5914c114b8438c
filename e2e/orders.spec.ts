import type { Page } from '@playwright/test'
import { expect, type Shopper, test } from './shopper.ts'

/** Somebody with an account who orders two mugs, to be paid on delivery, and looks at the order. */
async function order({ page, shopper }: { page: Page; shopper: Shopper }, mail: string) {
  await shopper.open('/')
  const status = await page.evaluate(async (email) => {
    const phone = `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
    const reply = await fetch('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Asha', last_name: 'Rao', phone, email, password: 'a pot of tea' }),
    })
    return reply.status
  }, mail)
  expect(status).toBe(200)
  await shopper.openProduct('veranda-planter')
  await page.getByRole('button', { name: 'One more' }).filter({ visible: true }).first().click()
  await shopper.addToCart()
  await shopper.closeDrawer()
  await shopper.open('/checkout/address')
  await shopper.fillAddress()
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await shopper.acceptTerms()
  await shopper.placeOrder()
  const number = (await page.getByText(/Order number/).textContent())?.match(/[A-Z]+-\d+/)?.[0] ?? ''
  await shopper.open('/account/orders')
  return number
}

const unique = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@example.com`

test('a customer finds an order, cancels one piece of it and then the rest', async ({ page, shopper }) => {
  const number = await order({ page, shopper }, unique('cancels'))
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
  await expect(page.getByRole('region', { name: 'What has happened' })).toContainText('Cancelled')

  await page.getByRole('button', { name: `Buy order ${number} again` }).click()
  await expect(shopper.drawer()).toBeVisible()
})

test('a guest cancels the order that was just placed', { tag: '@phone' }, async ({ page, shopper }) => {
  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await shopper.acceptTerms()
  await shopper.placeOrder()

  await page.getByRole('button', { name: 'Cancel items or order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I ordered it by mistake' })
  await dialog.getByRole('button', { name: 'Cancel order', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order is cancelled')
})

test('whoever is not logged in is asked to, and comes back', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/account/orders?page=2')
  await expect(page).toHaveURL('/?login=1&redirect=%2Faccount%2Forders%3Fpage%3D2')
})
