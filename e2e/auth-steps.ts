import { type APIRequestContext, expect, type Page } from '@playwright/test'

let made = 0

/** Somebody whose address and number nobody else has, in this run or the ones before it. */
export function somebody() {
  made += 1
  const own = `${process.pid % 1_000}${Date.now()}${made}`
  return { phone: `9${own.slice(-9)}`, email: `asha.${own}@example.com`, password: 'kupfer-Kanne-71' }
}

/** Everybody lives somewhere else, so that nobody uses up another one's limits. */
export function anAddress() {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** A request that no page makes, as one of the shop's own pages would. */
export const fromShop = () => ({ ...anAddress(), 'sec-fetch-site': 'same-origin' })

/** The newest message to somebody: in the demo it goes to the outbox. */
export async function messageTo(request: APIRequestContext, recipient: string): Promise<string> {
  const outbox = (await (await request.get('/dev/outbox.json')).json()) as { to: string; text: string }[]
  return outbox.find(({ to }) => to.endsWith(recipient))?.text ?? ''
}

/** Waits for a code that was not there before, and reads it. */
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

/** The dialog of logging in, by its title. */
export const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** A message, wherever it stands: over the page, in the dialog, at a field. */
export const said = (page: Page, words: string | RegExp) =>
  page.getByText(words).filter({ visible: true }).first()

/** Opens it as shoppers do: from the header, on phones from the bar at the bottom. */
export async function openLogin(page: Page) {
  // Before the late parts are there the link leads to the page, as it does without scripts.
  await expect(page.locator('section[aria-label=Messages]')).toBeAttached()
  await page.getByRole('link', { name: 'Account', exact: true }).filter({ visible: true }).click()
  await expect(dialog(page, 'Login')).toBeVisible()
}

/** Opens it and has a code sent to a phone; answers the code. */
export async function askForCode(page: Page, phone: string): Promise<string> {
  await openLogin(page)
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  return codeFor(page.request, phone)
}

/** A new account through the API, in a browser of its own. */
export async function registered(request: APIRequestContext, headers = fromShop()) {
  const person = { first_name: 'Asha', last_name: 'Rao', ...somebody() }
  const reply = await request.post('/api/auth/register', { data: person, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
  await request.post('/api/auth/logout', { data: {}, headers })
  return person
}
