import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

test('an account page redirects guests to the login and is not cached @desktop', async ({ page }) => {
  const response = await page.request.get('/account/profile?from=mail', { maxRedirects: 0 })

  expect(response.status()).toBe(302)
  expect(response.headers()).toMatchObject({
    location: '/?login=1&redirect=%2Faccount%2Fprofile%3Ffrom%3Dmail',
    'cache-control': 'private, no-store',
  })
})

test.describe('the profile', () => {
  test.use({ mayComplain: [/status of 422/] })

  test('a new mobile number requires verification, and restoring the old one restores its badge', {
    tag: '@phone',
  }, async ({ page, shopper }) => {
    const { email, phone } = await shopper.becomeCustomer()
    await shopper.open('/account')
    await page.getByRole('link', { name: /^Profile/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()

    await page.getByRole('textbox', { name: 'First name' }).fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await page.getByRole('textbox', { name: 'First name' }).fill('Usha')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated').first()).toBeVisible()

    const number = page.getByRole('textbox', { name: 'Mobile number' })
    await number.fill('')
    await number.pressSequentially(`+${phone}99`)
    await expect(number).toHaveValue(phone)
    await page.getByRole('button', { name: 'Verify' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify Account' })
    await dialog.getByRole('textbox', { name: 'Code' }).fill(await codeFor(page, phone))
    await dialog.getByRole('button', { name: 'VERIFY' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()

    await number.fill(phone.slice(0, -1))
    await expect(page.getByText('Verified', { exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled()
    await number.fill(phone)
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Send confirmation link' }).click()
    await page.goto(await linkFor(page, email))
    await shopper.isHydrated()
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  })
})

test.describe('another address', () => {
  test.use({ mayComplain: [/status of (401|409)/] })

  test('an email change requires the password', {
    tag: '@desktop',
  }, async ({ page, shopper }) => {
    const { email, password } = await shopper.becomeCustomer()
    await shopper.open('/account/profile')
    const field = page.getByRole('textbox', { name: 'Email' })
    await field.fill(`new.${email}`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Please confirm your identity first').first()).toBeVisible()

    await page.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Change my email' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Profile updated').first()).toBeVisible()
    // Other parts of the page show the new address too.
    await expect(page.getByText(`To new.${email}.`)).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue(`new.${email}`)
  })
})

test.describe('security', () => {
  test.use({ mayComplain: [/status of 401/] })

  test('the security page signs out another device, and a new password requires the current one', {
    tag: '@desktop',
  }, async ({ page, shopper, browser }) => {
    const { email, password } = await shopper.becomeCustomer()
    const elsewhere = await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })
    const login = { email, password }
    const headers = { 'sec-fetch-site': 'same-origin' }
    await elsewhere.request.post('/api/auth/login', { data: login, headers })

    await shopper.open('/account/security')
    const devices = page.getByRole('region', { name: 'Your devices' })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await devices.getByRole('button', { name: /^Sign out/ }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    expect((await elsewhere.request.get('/api/account/get')).status()).toBe(401)
    await elsewhere.close()

    const current = page
      .getByRole('region', { name: 'Password', exact: true })
      .getByRole('textbox', { name: 'Current password' })
    await current.fill('not-the-one')
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Neue-Kanne-72')
    await expect(page.getByText('Password strength: Strong')).toBeVisible()
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('Neue-Kanne-72')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('The current password is incorrect').first()).toBeVisible()
    await current.fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password updated').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Access log' })).toContainText('Password changed')
  })
})

test('a customer downloads their data and deletes the account @phone', async ({ page, shopper }) => {
  const { email, password, first_name } = await shopper.becomeCustomer()
  await shopper.addToCart('milk-jug')
  await shopper.open('/account/your-data')
  await shopper.seesInCart(1)
  // On phones the menu is in the document, but hidden.
  const menu = page.getByRole('button', { name: `Account of ${first_name}`, includeHidden: true })
  await expect(menu).toBeAttached()
  const readUser = () => page.evaluate(() => localStorage.getItem('auth'))
  expect(await readUser()).toContain(first_name)

  await page.getByRole('button', { name: 'Download my data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ profile: { email } })
  await expect(dialog).toBeHidden()

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu).toHaveCount(0)
  await shopper.seesInCart(0)
  await expect(page.getByRole('link', { name: /^Cart, \d/ })).toHaveCount(0)
  expect(await readUser()).toBeNull()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect((await page.request.get('/api/account/get')).status()).toBe(401)
})

type Message = { to: string; text: string }

async function messageTo(page: Page, to: string) {
  const reply = await page.request.get('/dev/outbox.json')
  const messages = (await reply.json()) as Message[]
  return messages.find((message) => message.to.endsWith(to))?.text ?? ''
}

async function codeFor(page: Page, phone: string) {
  await expect.poll(async () => /^\d{4}/.test(await messageTo(page, phone))).toBe(true)
  return (await messageTo(page, phone)).slice(0, 4)
}

/** The path of the link in the newest mail. */
async function linkFor(page: Page, email: string) {
  const find = async () => /\/account\/confirm-email\?token=\S+/.exec(await messageTo(page, email))?.[0] ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}
