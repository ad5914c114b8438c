import { type APIRequestContext, expect, type Page } from '@playwright/test'

let made = 0

/** A new person with an e-mail address and number that are unique across runs. */
export function newPerson() {
  made += 1
  const own = `${process.pid % 1_000}${Date.now()}${made}`
  return { phone: `9${own.slice(-9)}`, email: `asha.${own}@example.com`, password: 'kupfer-Kanne-71' }
}

/** A random IP address as a header, so that tests do not use up each other's rate limits. */
export function randomAddressHeader() {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Headers of a direct request that make it look like one of the shop's pages. */
export const fromShop = () => ({ ...randomAddressHeader(), 'sec-fetch-site': 'same-origin' })

/** The newest message to a recipient; the demo shop keeps messages in its outbox. */
export async function messageTo(request: APIRequestContext, recipient: string): Promise<string> {
  const outbox = (await (await request.get('/dev/outbox.json')).json()) as { to: string; text: string }[]
  return outbox.find(({ to }) => to.endsWith(recipient))?.text ?? ''
}

/** Waits for a new code and returns it. */
export async function codeFor(request: APIRequestContext, phone: string, before = ''): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      code = /^\d{4}/.exec(await messageTo(request, phone))?.[0] ?? ''
      return code !== '' && code !== before
    })
    .toBe(true)
  return code
}

/** The login dialog, by its title. */
export const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** A message anywhere on the page: a toast, in the dialog or at a field. */
export const messageOn = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first()

/** Opens the login dialog from the header, or on phones from the bottom bar. */
export async function openLogin(page: Page) {
  // Until the lazy parts have loaded, the link opens the login page, as it does without scripts.
  await expect(page.locator('section[aria-label=Messages]')).toBeAttached()
  const account = page.getByRole('link', { name: 'Account', exact: true }).filter({ visible: true })
  // On phones a product page has its buy bar in place of the bottom menu, and the link is in the menu.
  if ((await account.count()) === 0) await page.getByRole('button', { name: 'Menu' }).click()
  await account.click()
  await expect(dialog(page, 'Login')).toBeVisible()
}

/** Opens the login dialog, requests a code for a phone and returns the code. */
export async function askForCode(page: Page, phone: string): Promise<string> {
  await openLogin(page)
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  return codeFor(page.request, phone)
}

/** Registers a new account through the API, in a separate session. */
export async function registered(request: APIRequestContext, headers = fromShop()) {
  const person = { first_name: 'Asha', last_name: 'Rao', ...newPerson() }
  const reply = await request.post('/api/auth/register', { data: person, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
  await request.post('/api/auth/logout', { data: {}, headers })
  return person
}
