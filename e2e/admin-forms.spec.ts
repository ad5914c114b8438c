import type { Page } from '@playwright/test'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// A guest who opens the back office, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|503)/] })

async function isFit(page: Page) {
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a form is built with a preview, filled in by a shopper, and its message is read @desktop', async ({
  page,
  shopper,
  isPhone,
}) => {
  const name = `Studio visit ${process.pid}`
  await signInAsStaff(page, 'editor', isPhone)
  await page.goto('/admin/forms/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const fields = page.getByRole('group', { name: 'Fields' })
  for (const label of ['Your name', 'Your wish']) {
    await fields.getByRole('button', { name: 'Add to Fields' }).click()
    await fields.getByRole('textbox', { name: 'Label', exact: true }).fill(label)
  }
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByLabel('Your wish')).toBeVisible()
  await page.getByRole('button', { name: 'Move up: Your wish' }).click()
  await expect(preview.getByRole('textbox').first()).toHaveAccessibleName('Your wish')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await isFit(page)

  const address = await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')
  await shopper.open(address ?? '')
  await page.getByLabel('Your wish').fill('To throw a bowl')
  await page.getByLabel('Your name').fill('Asha Rao')
  // A form that is sent within two seconds of being shown is refused.
  await page.waitForTimeout(2_100)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Thank you. We received your message.')).toBeVisible()

  await page.goto('/admin/submissions')
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click()
  await expect(page.getByRole('definition').filter({ hasText: 'To throw a bowl' })).toBeVisible()
})

test('a footer link is added and a category moved by keyboard, and both are in the shop @desktop', async ({
  page,
  isPhone,
}) => {
  const label = `Care guide ${process.pid}`
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/menus')
  await page.getByRole('link', { name: 'Footer', exact: true }).click()
  await page.getByRole('button', { name: 'Add an item' }).press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill(label)
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('/faq')
  const item = page.getByRole('listitem', { name: label })
  await expect(item).toHaveAccessibleName(`${label}, level 1`)
  await page.getByRole('button', { name: `Move one level down: ${label}` }).press('Enter')
  await expect(item).toHaveAccessibleName(`${label}, level 2`)
  await expect(page.getByRole('button', { name: `Move one level down: ${label}` })).toBeFocused()
  await page.getByRole('button', { name: `Move up: ${label}` }).press('Enter')
  await expect(
    page.getByText(new RegExp(`^${label} moved to position \\d+ of \\d+, level 2$`)),
  ).toBeAttached()
  await isFit(page)
  await save(page)
  await expect(page.getByText('Menu saved')).toBeVisible()

  await expect
    .poll(async () => (await page.request.get('/')).text(), { timeout: 30_000 })
    .toContain(`<a href="/faq">${label}</a>`)

  // The order of two subcategories, and back.
  const addresses = async () => {
    const html = await (await page.request.get('/product-category/ceramics')).text()
    const main = html.slice(html.indexOf('<main'))
    return [...new Set(main.match(/\/product-category\/ceramics\/[a-z-]+/g))].slice(0, 2)
  }
  const [first, second] = (await addresses()) as [string, string]
  await page.goto('/admin/category-order')
  const row = page.getByRole('listitem').filter({ hasText: first.replace('/product-category', '') })
  await row.getByRole('link').press('Alt+ArrowDown')
  await expect(page.getByText(/ moved to position 2 of \d+, level 2$/)).toBeAttached()
  await expect(row.getByRole('link')).toBeFocused()
  await isFit(page)
  await expect.poll(addresses).toEqual([second, first])
  await row.getByRole('button', { name: /^Move up/ }).press('Enter')
  await expect.poll(addresses).toEqual([first, second])
})
