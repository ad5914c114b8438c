import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { cleanEnvironment, project } from '#harness/run-shop.ts'

let members = 0

/** Runs `vitrine staff …` beside the running shop and returns the sign-in link that it prints. */
async function staffLink(...args: string[]): Promise<string> {
  const env = {
    ...cleanEnvironment(),
    DATA_DIR: process.env.SHOP_DATA_DIR ?? '',
    STORE_URL: process.env.SHOP_URL ?? '',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/vitrine.ts', 'staff', ...args], {
    cwd: project,
    env,
  })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

/** A new member of staff with this role, and their link. `size` keeps the addresses of both projects apart. */
export function newStaff(role: string, size: string) {
  members += 1
  const email = `${role}${members}.${size}.${process.pid}@shop.example`
  return staffLink('add', email, '--role', role).then((link) => ({ email, link }))
}

/** Waits until the back office is built: the first visit after a start may come before. */
export async function untilBuilt(page: Page) {
  await expect.poll(async () => (await page.request.get('/admin')).status(), { timeout: 120_000 }).toBe(200)
}

/** Signs a new member of staff in, on the first screen of their role. */
export async function signInAsStaff(page: Page, role: string, isPhone: boolean) {
  await untilBuilt(page)
  const member = await newStaff(role, isPhone ? 'phone' : 'desktop')
  await page.goto(member.link)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  return member
}

/** Opens a screen by the navigation; on a phone most are in the menu of the bar. */
export async function openScreen(page: Page, name: string, isPhone: boolean) {
  const nav = page.getByRole('navigation', { name: 'Back office' })
  // A screen without it, such as the page editor, may still be there.
  await nav.waitFor()
  if (isPhone) await nav.getByRole('button', { name: 'More' }).click()
  const link = nav.getByRole('link', { name, exact: true })
  // Its group may be closed; the buttons of the groups are in the menu only.
  for (const group of await nav.locator('button[aria-controls^="screens-of-"]').all()) {
    if (await link.isVisible()) break
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  }
  await link.click()
}

/** A new sign-in link of this member of staff. */
export const newLink = (email: string) => staffLink('link', email)
