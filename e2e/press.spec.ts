import type { Page } from '@playwright/test'
import { address, expect, PERSONS_PRESS, test } from './shopper.ts'

// Each press is also checked for movement by the shopper's page (`reportMovedControls`).

test('the press on “Proceed to payment” counts when the pincode was the last field @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  const { Pincode, City, State, ...others } = address
  await shopper.fillAddress({ ...others, City, State })
  await page.getByRole('textbox', { name: 'Pincode' }).pressSequentially(Pincode)

  await page.getByRole('button', { name: 'Proceed to payment' }).click(PERSONS_PRESS)

  await expect(page).toHaveURL(/\/checkout\/payment/)
})

test('the answer to a pincode moves no field below it @phone', async ({ page, shopper }) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  const button = page.getByRole('button', { name: 'Proceed to payment' })
  const topOf = () => button.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
  const before = await topOf()

  await page.getByRole('textbox', { name: 'Pincode' }).fill('560001')

  await expect(page.getByText(/^Arrives/)).toBeVisible()
  expect(await topOf()).toBe(before)
})

test('a wrong value in any field of the checkout keeps the button in its place while it is pressed @desktop', async ({
  page,
  shopper,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.goToCheckout()
  await pressAfterEachField(page, 'Proceed to payment')
})

test('a wrong value in any field of a form keeps its button in its place while it is pressed @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/contact')
  await pressAfterEachField(page, /send/i)
  await shopper.open('/register')
  await pressAfterEachField(page, 'Send OTP')
  await shopper.open('/login?mode=legacy')
  await pressAfterEachField(page, 'Login')
  await shopper.becomeCustomer()
  await shopper.open('/account/addresses')
  await page.getByRole('button', { name: 'Add address' }).click()
  await pressAfterEachField(page, 'Save Address')
})

/** Types what is wrong into each text field, and presses the button from there for as long as a person does. */
async function pressAfterEachField(page: Page, name: string | RegExp) {
  const button = page.getByRole('main').getByRole('button', { name }).filter({ visible: true }).first()
  const fields = page
    .getByRole('main')
    .locator('input:not([type=checkbox], [type=radio], [type=hidden], [type=file])')
  const count = await fields.filter({ visible: true }).count()
  expect(count).toBeGreaterThan(0)
  for (let at = 0; at < count; at += 1) {
    await fields.filter({ visible: true }).nth(at).fill('7')
    await button.scrollIntoViewIfNeeded()
    const press = button.evaluate(
      (element) => new Promise((resolve) => element.addEventListener('click', resolve, { once: true })),
    )
    await button.click(PERSONS_PRESS)
    await press
  }
}
