import type { Page } from '@playwright/test'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// A refused write, a guest who opens the back office, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|409|422|503)/] })

type Answer = {
  data: { id: number; version: string; values: Record<string, unknown> } & Record<string, unknown>
}

/** A call of another tab of the same person: `page` must be in the back office. */
const call = (page: Page, method: string, path: string, input?: object): Promise<Answer> =>
  page.evaluate(
    async ([verb, address, body]) => {
      const init = { method: verb, headers: { 'content-type': 'application/json' }, body }
      return (await fetch(`/api/admin/${address}`, body ? init : {})).json()
    },
    [method, path, input && JSON.stringify(input)] as const,
  )

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Take the other version' })

/** Both versions are shown in the notice, which has the focus. */
async function expectBothVersions(page: Page, mine: string, theirs: string) {
  await expect(notice(page)).toBeFocused()
  await expect(notice(page)).toContainText('in the meantime')
  await expect(notice(page).getByRole('cell', { name: mine })).toBeVisible()
  await expect(notice(page).getByRole('cell', { name: theirs })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
}

test('a record that another editor has saved first shows both versions, and either can go on @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  const name = `Stale ${process.pid} ${isPhone}`
  const { data: tag } = await call(page, 'POST', 'tags', { values: { name } })
  const saveElsewhere = async (text: string) => {
    const { data } = await call(page, 'GET', `tags/${tag.id}`)
    await call(page, 'PUT', `tags/${tag.id}`, {
      version: data.version,
      values: { ...data.values, name: text },
    })
  }
  await page.goto(`/admin/tags/${tag.id}/show`)
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toHaveValue(name)
  await saveElsewhere(`${name} theirs`)
  await field.fill(`${name} mine`)
  await page.keyboard.press('Control+s')
  await expectBothVersions(page, `${name} mine`, `${name} theirs`)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`${name} theirs`)
  await expect(notice(page)).toHaveCount(0)

  await saveElsewhere(`${name} theirs again`)
  await field.fill(`${name} mine again`)
  await page.keyboard.press('Control+s')
  await expectBothVersions(page, `${name} mine again`, `${name} theirs again`)
  await notice(page).getByRole('button', { name: 'Save mine' }).click()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} mine again`)
  expect((await call(page, 'GET', `tags/${tag.id}`)).data.values.name).toBe(`${name} mine again`)
})

test('what is typed while a record is saved stays, and Revert leads back to what is stored @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  const name = `Typed ${process.pid} ${isPhone}`
  const { data: tag } = await call(page, 'POST', 'tags', { values: { name } })
  await page.goto(`/admin/tags/${tag.id}/show`)
  const field = page.getByLabel('Name', { exact: true })
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/admin/tags/${tag.id}`, async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await field.fill(`${name} first`)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Control+s')
  await sent
  await field.fill(`${name} second`)
  answer.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} first`)
  await expect(field).toHaveValue(`${name} second`)
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(field).toHaveValue(`${name} first`)
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('a product and the text of a picture ask about a second editor @desktop', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'manager', isPhone)
  const { data: products } = await call(page, 'GET', 'products?per_page=1&sort=id&order=asc')
  const [{ id }] = products.data as [{ id: number }]
  await page.goto(`/admin/products/${id}/show`)
  await expect(page.getByLabel('Page title', { exact: true })).toBeVisible()
  const { data: product } = await call(page, 'GET', `products/${id}`)
  await call(page, 'PUT', `products/${id}`, {
    version: product.version,
    values: { ...product.values, meta_title: 'Title of the other' },
  })
  await page.getByLabel('Page title', { exact: true }).fill('My title')
  await page.keyboard.press('Control+s')
  await expectBothVersions(page, 'My title', 'Title of the other')
  await notice(page).getByRole('button', { name: 'Take the other version' }).click()
  await expect(page.getByLabel('Page title', { exact: true })).toHaveValue('Title of the other')

  const { data: pictures } = await call(page, 'GET', 'media?per_page=1')
  const [{ id: picture }] = pictures.data as [{ id: number }]
  await page.goto(`/admin/media/${picture}/show`)
  const alt = page.getByLabel('Text alternative')
  await expect(alt).not.toHaveValue('')
  const before = await alt.inputValue()
  const { data: stored } = await call(page, 'GET', `media/${picture}`)
  await call(page, 'PUT', `media/${picture}`, { version: stored.version, alt: 'Described by the other' })
  await alt.fill('Described by me')
  await page.keyboard.press('Control+s')
  await expectBothVersions(page, 'Described by me', 'Described by the other')
  await alt.fill(before)
  await notice(page).getByRole('button', { name: 'Save mine' }).click()
  await expect(notice(page)).toHaveCount(0)
  expect((await call(page, 'GET', `media/${picture}`)).data.alt).toBe(before)
})

test('settings ask about a second editor @desktop', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/settings?group=care')
  const field = page.getByLabel('Phone', { exact: true })
  await expect(field).not.toHaveValue('')
  const before = await field.inputValue()
  const group = await call(page, 'GET', 'settings/groups/care')
  const name = Object.keys(group.data.values).find((one) => group.data.values[one] === before) ?? ''
  await call(page, 'PUT', 'settings/groups/care', {
    version: group.data.version,
    values: { ...group.data.values, [name]: '+91 98765 00001' },
  })
  await field.fill('+91 98765 00002')
  await page.keyboard.press('Control+s')
  await expectBothVersions(page, '+91 98765 00002', '+91 98765 00001')
  await field.fill(before)
  await notice(page).getByRole('button', { name: 'Save mine' }).click()
  await expect(notice(page)).toHaveCount(0)
  expect((await call(page, 'GET', 'settings/groups/care')).data.values[name]).toBe(before)
})
