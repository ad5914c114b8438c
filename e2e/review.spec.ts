import { readFile } from 'node:fs/promises'
import { fromShop, newPerson } from './auth-steps.ts'
import { deliver, vitrine } from './operator.ts'
import { placeOrder } from './order-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'

const slug = 'tide-line-cushion'

test.describe('of a buyer', () => {
  // An incomplete review is refused with 422.
  test.use({ mayComplain: [/status of 422 .*rate-product/] })

  test('a buyer reviews an item of an order with a photo, and the product page shows it after publication @phone', async ({
    page,
    shopper,
  }) => {
    const data = { first_name: 'Asha', last_name: 'Rao', ...newPerson() }
    expect((await page.request.post('/api/auth/register', { data, headers: fromShop() })).ok()).toBe(true)
    const orderNo = await placeOrder(page, { slug, quantity: 1 })
    await deliver(orderNo)
    await shopper.open(`/account/orders/${orderNo}`)
    await page.getByRole('link', { name: 'Write a review' }).click()
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByRole('alert').first()).toHaveText('Please choose a rating')
    const title = `Review of ${orderNo}`
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await page.getByLabel('Title').fill(title)
    await page.getByRole('textbox', { name: 'Review' }).fill('नमस्ते, اچھا ہے')
    const buffer = await readFile('docs/pictures/product-phone.webp')
    await page.getByLabel('Photos').setInputFiles({ name: 'cushion.webp', mimeType: 'image/webp', buffer })
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByText('Your review will appear after approval')).toBeVisible()

    const reply = await page.request.get(`/api/plugins/review/mine?order_no=${orderNo}`)
    const { purchases } = ((await reply.json()) as { data: { purchases: { review: { id: number } }[] } }).data
    const published = page.getByRole('heading', { name: title })
    await shopper.open(`/product/${slug}`)
    await expect(published).toBeHidden()
    await vitrine('review', 'publish', String(purchases[0]?.review.id))
    await expect(async () => {
      await shopper.open(`/product/${slug}`)
      await expect(published).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const photo = page.getByRole('link', { name: /, 1 of 1$/ }).first()
    await expect(photo.getByRole('img')).toBeVisible()
    await photo.click()
    const enlarged = page.getByRole('dialog', { name: /^Photos by Asha/ })
    await expect(enlarged.getByRole('img', { name: /, 1 of 1$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(enlarged).toBeHidden()
    await expect(photo).toBeFocused()
    const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(jsonLd.join()).toContain(title)
    expect(jsonLd.join()).toContain('"aggregateRating"')
    expect(await seriousFaults(page)).toEqual([])
  })
})

test('reviews are filtered by stars and marked as helpful without JavaScript', {
  tag: '@desktop',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/product/everyday-speckled-mug')
  await page.getByRole('link', { name: /^5 stars/ }).click()
  await expect(page).toHaveURL(/stars=5/)
  await expect(page.getByText('3 of 6 reviews')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByText('6 reviews', { exact: true })).toBeVisible()
  const helpful = page.getByRole('button', { name: /^Helpful: review by Meher/ })
  expect((await helpful.boundingBox())?.height, 'its text is one line').toBeLessThan(50)
  await helpful.click()
  await expect(page).toHaveURL(/product\/everyday-speckled-mug\?posted=/)
  await context.close()
})

test('a listing is filtered by rating', { tag: '@desktop' }, async ({ page, shopper }) => {
  await shopper.open('/shop-online')
  await page.getByRole('complementary', { name: 'Filters' }).getByText('Rating', { exact: true }).click()
  await page.getByRole('checkbox', { name: /4 stars & up/ }).check()
  await expect(page).toHaveURL(/rating=4/)
  await expect(page.getByRole('link', { name: 'Remove filter Rating: 4 stars & up' })).toBeVisible()
})
