import sharp from 'sharp'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

// The back office asks who is signed in, and a first visit may come before it is built.
test.use({ mayComplain: [/status of (401|503)/] })

test('a collection gets a product by its name with the keyboard only, then others by rules @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/collections/create')
  const name = `Quiet Mornings ${process.pid}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  const add = page.getByRole('button', { name: 'Add to Products' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose a product' })
  await dialog.getByLabel('Search').fill('milk jug')
  await expect(dialog.getByRole('status').filter({ hasText: '1 found' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(page.getByRole('button', { name: /^Remove: .*Milk Jug/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Collection added')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Change product: .*Milk Jug/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('radio', { name: /By rules/ }).check()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: 'Choose a category for rule 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Mugs/ }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Rule 2: field').selectOption('stock')
  const found = page.getByRole('status').filter({ hasText: /^\d+ products/ })
  await expect(found).toBeVisible()
  const total = Number.parseInt((await found.textContent()) ?? '', 10)
  expect(total).toBeGreaterThan(2)
  // Pale until the answer to the second rule has arrived.
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Collection saved')).toBeVisible()
  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(`${total} products`).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: /Mug/ }).first()).toBeVisible()
})

test('a blog post gets an uploaded picture, which is then in the library @desktop', async ({
  page,
  isPhone,
}) => {
  await signInAsStaff(page, 'editor', isPhone)
  await page.goto('/admin/blog-posts/create')
  await page.getByLabel('Title', { exact: true }).fill(`A grey morning ${process.pid}`)
  const cover = page.getByRole('group', { name: 'Picture' })
  const add = page.getByRole('button', { name: 'Choose Picture' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const alt = `A grey square ${process.pid}`
  const background = { r: process.pid % 256, g: (process.pid >> 8) % 256, b: 90 }
  const buffer = await sharp({ create: { width: 500, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  await dialog.getByLabel('Text alternative').fill(alt)
  await dialog
    .getByLabel('Picture from this computer')
    .setInputFiles({ name: 'grey.png', mimeType: 'image/png', buffer })
  await expect(dialog).toHaveCount(0)
  await expect(cover.getByLabel('Text alternative')).toHaveValue(alt)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Blog post added')).toBeVisible()

  const focal = cover.getByRole('button', { name: 'Focal point of Picture' })
  await focal.press('Enter')
  const point = page.getByRole('button', { name: /focal point \d+ %/ })
  await point.press('Shift+ArrowRight')
  await expect(point).toHaveAccessibleName(/60 % from the left, 50 % from the top/)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(focal).toBeFocused()

  await cover.getByRole('button', { name: 'Replace Picture' }).click()
  await dialog.getByLabel('Search').fill(alt)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
