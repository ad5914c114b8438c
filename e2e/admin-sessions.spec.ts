import type { Page } from '@playwright/test'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { newLink, newStaff, signInAsStaff } from './staff-steps.ts'

// Sessions that end, files that are missing, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|404|503)|Failed to (load|fetch)|dynamically imported module/] })

const end = async (page: Page) => {
  const cookies = await page.context().cookies()
  for (const { name } of cookies.filter(({ name }) => name.endsWith('admin_sid')))
    await page.context().clearCookies({ name })
}

async function openNewTag(page: Page, name: string) {
  await page.goto('/admin/tags/create')
  await page.getByLabel('Name', { exact: true }).fill(name)
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an ended session asks for a sign-in over the form, and the save goes on @phone', async ({
  page,
  isPhone,
}) => {
  const { email } = await signInAsStaff(page, 'manager', isPhone)
  const name = `Glazed ${process.pid} ${isPhone}`
  await openNewTag(page, name)
  await end(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = dialogOf(page, 'Your session has ended')
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(await newLink(email))
  await expect(other.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await page.bringToFront()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByText(/Tag added|Saved/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('what one person has entered is not saved by another who signs in @desktop', async ({
  page,
  isPhone,
}) => {
  const first = await signInAsStaff(page, 'manager', isPhone)
  const name = `Not of the other ${process.pid}`
  await openNewTag(page, name)
  const second = await newStaff('manager', 'other')
  const other = await page.context().newPage()
  await other.goto(second.link)
  await expect(other.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = dialogOf(page, `${second.email} has signed in`)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(first.email)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: `Go on as ${second.email}` }).click()
  await expect(page.getByRole('link', { name: second.email })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  const { data } = await (await page.request.get(`/api/admin/tags?q=${encodeURIComponent(name)}`)).json()
  expect(data.total).toBe(0)

  // The first person finds it again.
  await page.goto(await newLink(first.email))
  await expect(page.getByRole('link', { name: first.email })).toBeVisible()
  await page.goto('/admin/tags/create')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('a missing file of a screen is explained with a way to reload, and unsaved text is preserved @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  const editor = /\/rich-text-[^/]+\.js/
  await page.route(editor, (route) => route.abort())
  await page.goto('/admin/products/create')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Kept Bowl')
  await page.getByRole('textbox', { name: /^SKU of/ }).fill('KEPT-1')
  const part = page.getByRole('region', { name: 'Texts' }).getByRole('alert')
  await expect(part).toContainText('could not be loaded')
  expect(await seriousFaults(page)).toEqual([])
  await page.unroute(editor)
  await page.getByRole('status').getByRole('button', { name: 'Reload' }).first().click()
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible()
  await expect(name).toHaveValue('Kept Bowl')
  await expect(page.getByRole('textbox', { name: /^SKU of/ })).toHaveValue('KEPT-1')
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard them' }).click()

  await page.goto('/admin/account')
  await page.route(/\/resource-list-[^/]+\.js/, (route) => route.abort())
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
  })
  await page.goto('/admin/tags')
  // A screen without its file is loaded once more by itself.
  await expect.poll(() => documents).toBe(2)
  const failure = page.getByRole('heading', { name: 'This screen could not be shown' })
  await expect(failure).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible()
})

test('unsaved changes are left after a question in a dialog of the shop @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await openNewTag(page, 'Left alone')
  const back = page.getByRole('link', { name: 'Tags', exact: true }).first()
  await back.click()
  const dialog = dialogOf(page, 'Leave without saving?')
  await expect(dialog.getByRole('button', { name: 'Stay here' })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Left alone')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await back.click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible()
  await page.goto('/admin/tags/create')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('letters are shortcuts while a tick box has the focus, and a refused drag leaves the order @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/products')
  const box = page.getByRole('row').nth(1).getByRole('checkbox')
  await box.press('/')
  const search = page.getByRole('combobox', { name: 'Search everything' })
  await expect(search).toBeFocused()
  await page.keyboard.type('tax number')
  await page.getByRole('option', { name: /^Tax number/ }).click()
  await expect(page.getByRole('textbox', { name: 'Tax number' })).toBeFocused()
  await page.goBack()
  await box.focus()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/admin\/orders/)

  await page.goto('/admin/category-order')
  const rows = page.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  const names = () => rows.getByRole('link').allTextContents()
  await expect(rows.nth(3)).toBeVisible()
  const before = await names()
  await page.route('**/api/admin/categories/*/move', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', code: 'CONFLICT', message: 'Not now' } }),
  )
  const middle = async (at: number) => {
    const box = await rows.nth(at).locator('[aria-hidden="true"]').first().boundingBox()
    return { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const [from, to] = [await middle(1), await middle(2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 10, { steps: 4 })
  await page.mouse.move(to.x, to.y + 14, { steps: 12 })
  await page.mouse.up()
  await expect(page.getByText('Not now')).toBeVisible()
  await expect.poll(names).toEqual(before)
})
