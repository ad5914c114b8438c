import { expect, test } from './shopper.ts'

const products = [
  'moon-vase',
  'milk-jug',
  'veranda-planter',
  'grass-sprig-mug',
  'buti-block-print-cushion',
  'your-words-mug',
  'tide-line-cushion',
  'far-hills-print',
  'linen-journal-with-initials',
]

test.describe('at 1200 × 750', { tag: '@desktop' }, () => {
  test.use({ viewport: { width: 1200, height: 750 } })

  for (const slug of products)
    test(`the buy button of ${slug} is on the first screen`, async ({ page, shopper }) => {
      await shopper.openProduct(slug)
      const button = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first()
      await expect(button).toBeInViewport({ ratio: 1 })
    })

  test('what a sold-out product offers in its place is on the first screen', async ({ page, shopper }) => {
    await shopper.openProduct('fig-and-cedar-candle')
    const button = page.getByRole('main').getByRole('button', { name: 'Email me when it is back' })
    await expect(button).toBeInViewport({ ratio: 1 })
  })
})

test('price and buy button are on a phone’s first screen @phone', async ({ page, shopper }) => {
  for (const slug of products) {
    await shopper.openProduct(slug)
    const button = page.getByRole('main').getByRole('button', { name: 'Add to cart' })
    await expect(button.locator('visible=true').first()).toBeVisible()
    await expect(async () => {
      const seen = await button.evaluateAll(
        (all) =>
          all.filter((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return !one.closest('[inert]') && top >= 0 && bottom <= innerHeight
          }).length,
      )
      expect(seen).toBeGreaterThan(0)
    }).toPass()
  }
})
