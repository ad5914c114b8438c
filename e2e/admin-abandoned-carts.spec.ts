import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

test('a cart that was left is seen by the merchant, and its shopper restores it from the mail on a phone @phone', async ({
  page,
  browser,
  baseURL,
  request,
  isPhone,
}) => {
  // The demo shop has a cart that was left, whose mail is queued when the shop starts.
  const readMail = async () => {
    const outbox: { to: string; text: string }[] = await (await request.get('/dev/outbox.json')).json()
    return outbox.find(({ to, text }) => to === 'meera.iyer@example.com' && text.includes('/cart?restore='))
      ?.text
  }
  await expect.poll(readMail, { timeout: 30_000 }).toBeDefined()
  const link = /\/cart\?restore=\S+/.exec((await readMail()) ?? '')?.[0] ?? ''

  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/abandoned-carts')
  await expect(page.getByText('meera.iyer@example.com')).toBeVisible()
  await expect(page.getByText('Mailed', { exact: true }).last()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
  await page.getByRole('link', { name: 'Preview of the mail' }).click()
  await expect(page.getByRole('heading', { name: 'Abandoned cart', exact: true })).toBeVisible()

  const phone = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } })
  await phone.goto(link)
  const box = phone.getByRole('region', { name: 'You left these in your cart' })
  await expect(box.getByRole('listitem')).toHaveCount(2)
  expect(await widerThanScreen(phone)).toEqual([])
  await box.getByRole('button', { name: 'Put them back in the cart' }).click()
  await expect(phone.getByRole('heading', { name: 'Cart 3 items' })).toBeVisible()
  await expect(box).toHaveCount(0)
  // Opened again it doubles nothing.
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Cart 3 items' })).toBeVisible()
  await expect(box).toHaveCount(0)

  await page.goto('/admin/abandoned-carts')
  await expect(page.getByText(/[1-9]\d* opened/)).toBeVisible()
  await phone.close()
})
