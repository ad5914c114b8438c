import type { APIRequestContext } from '@playwright/test'
import {
  anAddress,
  askForCode,
  codeFor,
  dialog,
  fromShop,
  messageTo,
  openLogin,
  registered,
  said,
  somebody,
} from './auth-steps.ts'
import { expect, test } from './shopper.ts'

// The account's own screens are not this file's matter, and a refused code or password is what some of these are about.
test.use({
  mayComplain: [/status of (401|404|429)/],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see what a fixture uses
  extraHTTPHeaders: async ({}, use) => use(anAddress()),
})

test('a shopper opens an account by code from a product page, and is greeted', async ({ page, shopper }) => {
  const { phone } = somebody()
  await shopper.open('/product/moon-vase')
  await openLogin(page)
  const field = page.getByLabel('Mobile number')
  // Half a second after the dialog has opened.
  await expect(field).toBeFocused()

  await field.pressSequentially('e+-.')
  await expect(field).toHaveValue('')
  await field.fill(`+91 ${phone}123`)
  await field.fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText(`••••••${phone.slice(-4)}`)).toBeVisible()
  const verify = page.getByRole('button', { name: 'VERIFY' })
  await expect(verify).toBeDisabled()
  const code = await codeFor(page.request, phone)
  const boxes = page.getByLabel('Code')
  await expect(boxes).toBeFocused()
  await boxes.pressSequentially(`${code.slice(0, 2)}x`)
  await expect(boxes).toHaveValue(code.slice(0, 2))
  await boxes.press('Delete')
  await boxes.press('Backspace')
  await expect(boxes).toHaveValue('')
  await boxes.pressSequentially(code)
  await verify.click()

  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').user.id)).toBeGreaterThan(
    0,
  )
})

test('a wrong code says how many tries are left; after five the code is used up', async ({
  page,
  shopper,
}) => {
  const { phone } = somebody()
  await shopper.open('/about')
  const code = await askForCode(page, phone)
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0')

  for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await page.getByLabel('Code').fill(wrong)
    await page.getByRole('button', { name: 'VERIFY' }).click()
    await expect(page.getByText(left)).toBeVisible()
    // Emptied, and ready for the next one.
    await expect(page.getByLabel('Code')).toHaveValue('')
    await expect(page.getByLabel('Code')).toBeFocused()
  }
  await page.getByLabel('Code').fill(wrong)
  await page.getByRole('button', { name: 'VERIFY' }).click()
  await expect(said(page, /Please request a new one/)).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'VERIFY' }).click()
  await expect(said(page, /Please request a new one/)).toBeVisible()
})

test('a registration asks for a code once more and no more', async ({ page, shopper }) => {
  await page.clock.install()
  const { phone } = somebody()
  await shopper.open('/register?mode=otp')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  const resend = page.getByRole('button', { name: /RESEND OTP/ })
  await expect(resend).toHaveText(/in \d+ s/)
  // The server counts by its own clock: what it would answer to a second code is not asked here.
  await page.route('**/api/auth/otp/request', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        message: 'OTP sent',
        data: { length: 4, expires_in: 300, resend_after: 30 },
      },
    }),
  )
  await page.clock.fastForward(31_000)
  await expect(resend).toHaveText('RESEND OTP')
  await resend.click()
  await expect(resend).toHaveText(/in \d+ s/)
  await page.clock.fastForward(31_000)
  await expect(resend).toHaveText('RESEND OTP')
  await resend.click()

  await expect(said(page, 'Maximum attempt reached. Please try again later')).toBeVisible()
})

test('a shopper opens an account by password', async ({ page, shopper }) => {
  const { phone, email, password } = somebody()
  await shopper.open('/about')
  await openLogin(page)
  await page.getByRole('link', { name: 'Login with Email' }).click()
  await page.getByRole('link', { name: 'REGISTER NOW' }).click()
  await expect(dialog(page, 'Register')).toBeVisible()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()

  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel('Email').fill(email)
  const field = page.getByLabel('Password', { exact: true })
  // Nobody beside reads it, and a program that keeps passwords may put it there.
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  expect(await field.evaluate(isPasteWelcome)).toBe(true)
  await field.fill('kupfer')
  await expect(page.getByText('Weak')).toBeVisible()
  await field.fill(`${password}!A`)
  await expect(page.getByText('Strong')).toBeVisible()
  await page.getByRole('button', { name: 'Register', exact: true }).click()

  await expect(page).toHaveURL(/\/account$/)
  await expect(said(page, 'Welcome, Asha')).toBeVisible()
})

test('a forgotten password is set anew by the link of a mail, once', async ({ page, shopper, request }) => {
  const { email } = await registered(request)
  await shopper.open('/')
  await openLogin(page)
  await page.getByRole('link', { name: 'Login with Email' }).click()
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(dialog(page, 'Forgot Password?')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(said(page, 'If this email has an account, a reset link has been sent')).toBeVisible()
  await expect(dialog(page, 'Login')).toBeVisible()

  const link =
    /https?:\/\/\S+(\/account\/reset-password\/\S+)/.exec(await messageTo(request, email))?.[1] ?? ''
  const answer = await shopper.open(link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  // The token is out of the address bar.
  await expect(page).toHaveURL(/\/account\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('Neue-Kanne-72')
  await page.getByLabel('New password again', { exact: true }).fill('Neue-Kanne-72')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(said(page, 'Your password has been changed. Please log in.')).toBeVisible()
})

test('a link to set a password that is good no more leads to another one', { tag: '@desktop' }, async ({
  page,
  shopper,
}) => {
  await shopper.open('/account/reset-password/asha%40example.com/a-link-of-long-ago')

  await expect(dialog(page, 'Forgot Password?')).toBeVisible()
  await expect(said(page, 'This reset link is invalid or has expired')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('logging in merges the cart and goes back to the page; another tab hears of it', async ({
  page,
  shopper,
  request,
  context,
}) => {
  const { email, password } = await registered(request)
  const kept = await keepAll(request, { email, password }, 'clay-cone-pendant')
  await shopper.addToCart('clay-cone-pendant')
  await shopper.closeDrawer()
  const other = await context.newPage()
  await other.goto('/about')
  await expect(other.locator('html[data-hydrated]')).toBeAttached()
  await page.bringToFront()
  await shopper.open('/?login=1&mode=login&redirect=%2Fproduct%2Fmoon-vase')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Login with Email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong-one')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(said(page, 'Email or password is incorrect')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL(/\/product\/moon-vase$/)
  await expect(
    said(
      page,
      `Not everything fitted into your cart: Clay Cone Pendant - Terracotta (${kept} of ${kept + 1})`,
    ),
  ).toBeVisible()
  await shopper.seesInCart(kept)
  // On phones it is there, but not seen.
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Account of Asha', includeHidden: true })).toBeAttached()
})

test('logging out empties the cart and the browser, in every tab', { tag: '@desktop' }, async ({
  page,
  shopper,
  request,
  context,
}) => {
  const { email, password } = await registered(request)
  await page.request.post('/api/auth/login', { data: { email, password }, headers: fromShop() })
  const other = await context.newPage()
  await other.goto('/about')
  await shopper.addToCart('milk-jug')
  await shopper.closeDrawer()
  await expect(other.getByRole('button', { name: 'Account of Asha' })).toBeVisible()
  await page.getByRole('button', { name: 'Account of Asha' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  await shopper.seesInCart(0)
  await expect(other.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('a session that was ended in another browser is over here', async ({
  page,
  shopper,
  request,
  playwright,
}) => {
  const { email, password } = await registered(request)
  await page.request.post('/api/auth/login', { data: { email, password }, headers: fromShop() })
  await shopper.open('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Asha' })).toBeVisible()
  const elsewhere = await playwright.request.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: fromShop(),
  })
  const { data } = await (await elsewhere.post('/api/auth/login', { data: { email, password } })).json()
  const there = (
    data.user.access_logs as { session_id: number | null; current: boolean; active: boolean }[]
  ).filter(({ session_id, current, active }) => session_id !== null && active && !current)
  for (const { session_id } of there) await elsewhere.delete(`/api/account/sessions/${session_id}`)

  await shopper.open('/account')

  await expect(dialog(page, 'Login')).toBeVisible()
  await elsewhere.dispose()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript one logs in by code and by password', { tag: '@phone' }, async ({
    page,
    request,
  }) => {
    const { phone } = somebody()
    await page.goto('/login?redirect=%2Fabout')
    await page.getByLabel('Mobile number').fill(phone)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('Code').fill(await codeFor(request, phone))
    await page.getByRole('button', { name: 'VERIFY' }).click()
    await expect(page).toHaveURL(/\/about$/)

    const { email, password } = await registered(request)
    await page.context().clearCookies()
    await page.goto('/login?mode=legacy')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Email or password is incorrect')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/)
  })
})

/** A customer's cart with every piece that there is of a product, filled in another browser; how many they are. */
async function keepAll(
  request: APIRequestContext,
  login: { email: string; password: string },
  slug: string,
): Promise<number> {
  const headers = fromShop()
  await request.post('/api/auth/login', { data: login, headers })
  const { data } = await (await request.get(`/api/product/single-product/${slug}`)).json()
  const { id: product_id, available_quantity: quantity } = data
  const reply = await request.post('/api/cart/add-item', { data: { product_id, quantity }, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
  await request.post('/api/auth/logout', { data: {}, headers })
  return quantity
}

/** Does nothing on the page keep what is pasted away from the field? */
const isPasteWelcome = (field: HTMLElement | SVGElement) =>
  field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))
