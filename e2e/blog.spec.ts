import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './shopper.ts'

const post = '/blogs/arranging-three-vases'

test('a shopper goes from the home page through the journal to a product of a post @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/')
  await page.getByRole('link', { name: 'All stories: From the journal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Topics in Journal' })
    .getByRole('link', { name: 'Rooms' })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: '2 stories' })).toBeVisible()
  await page.getByRole('link', { name: /^How to arrange three vases/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^How to arrange three vases/ })).toBeVisible()

  await page.getByRole('link', { name: 'Moon Vase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Moon Vase' })).toBeVisible()
})

test('the contents of a long post lead to its sections @phone', async ({ page, shopper, isPhone }) => {
  await shopper.open(post)
  if (isPhone) await page.getByText('In this story').last().click()
  await page.getByRole('link', { name: 'Leave room' }).click()

  await expect(page).toHaveURL(/#h-leave-room$/)
  await expect(page.getByRole('heading', { name: 'Leave room' })).toBeInViewport()
})

test('a line of a post has at most 70 characters', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open(post)
  const longest = await page.evaluate(() => {
    const lengths: number[] = []
    const range = document.createRange()
    for (const paragraph of document.querySelectorAll('article p[dir]')) {
      const text = paragraph.firstChild
      if (!(text instanceof Text)) continue
      let top = Number.NaN
      let length = 0
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const { top: here, width } = range.getBoundingClientRect()
        if (width === 0) continue
        if (here !== top) lengths.push(length)
        length = here === top ? length + 1 : 1
        top = here
      }
      lengths.push(length)
    }
    return lengths.toSorted((a, b) => b - a)
  })
  expect(longest.length).toBeGreaterThan(30)
  expect(longest[0]).toBeLessThanOrEqual(70)
})

test('the address of a post is copied where the device has no sharing of its own', {
  tag: '@desktop',
}, async ({ page, shopper, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shopper.open(post)
  await page.getByRole('button', { name: 'Copy link' }).click()

  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(post)
})

test('the FAQ is searched while typing, and a link to an answer opens it @phone', async ({
  page,
  shopper,
}) => {
  await shopper.open('/faq')
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('dishwasher')
  await expect(page.getByText('1 question found')).toBeVisible()
  await expect(page.getByText('All stoneware is, including printed pieces.')).toBeVisible()
  expect(page.url()).not.toContain('q=')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.length])).toEqual([])

  // A new document: the same one would keep the search.
  await shopper.open('/about')
  await shopper.open('/faq#question-303')
  await expect(page.getByText('three to five working days after the parcel')).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('journal and FAQ are searched by forms @phone', async ({ page }) => {
    await page.goto('/blogs')
    await page.getByRole('searchbox', { name: 'Search Journal' }).fill('kelvin')
    await page.getByRole('searchbox', { name: 'Search Journal' }).press('Enter')
    await expect(page).toHaveURL(/search=kelvin/)
    await page.getByRole('link', { name: /^Warm light at home/ }).click()
    await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=/,
    )

    await page.goto('/faq')
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('refunds')
    await page.getByRole('searchbox', { name: 'Search the questions' }).press('Enter')
    await expect(page).toHaveURL(/q=refunds/)
    await expect(page.getByText('three to five working days after the parcel')).toBeVisible()
  })
})
