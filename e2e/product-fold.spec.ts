import { seriousFaults } from './serious-faults.ts'
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
    test(`picture and buy button of ${slug} are on the first screen`, async ({ page, shopper }) => {
      await shopper.openProduct(slug)
      const button = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first()
      await expect(button).toBeVisible()
      const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 0 }
      expect(y + height).toBeLessThanOrEqual(690)

      const picture = page.getByRole('button', { name: /^Look closely/ }).first()
      const box = (await picture.boundingBox()) ?? { y: 0, height: 0, width: 0 }
      expect(box.height).toBeLessThanOrEqual(750 * 0.62)
      expect(box.y + box.height).toBeLessThanOrEqual(750)
      // Large, and its square picture without bars at its sides.
      expect(box.height).toBeGreaterThan(400)
      expect(Math.abs(box.width - box.height)).toBeLessThan(2)
    })

  test('the saving is written once', async ({ page, shopper }) => {
    await shopper.openProduct('moon-vase')
    const main = page.getByRole('main')
    await expect(main.getByText('13% off')).toHaveCount(1)
    await expect(main.getByText(/you save/i)).toHaveCount(0)
  })

  test('the pictures are those of the chosen colour', async ({ page, shopper }) => {
    await shopper.openProduct('buti-block-print-cushion')
    const thumbs = page.getByRole('list', { name: 'Choose a picture' }).getByRole('link')
    await expect(thumbs).toHaveCount(3)
    await page.getByRole('link', { name: 'Marigold' }).click()
    const pictures = page.getByRole('button', { name: /^Look closely/ })
    await expect(pictures).toHaveCount(1)
    await expect(pictures.getByRole('img')).toHaveAttribute('src', /marigold/)
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

test('a choice of another colour, which has one picture, moves no option @phone', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct('moon-vase')
  const rose = page.getByRole('link', { name: /^Clay rose/ })
  await rose.scrollIntoViewIfNeeded()
  const before = await rose.boundingBox()
  await rose.click()
  await expect(page.getByRole('button', { name: /^Look closely/ })).toHaveCount(1)
  expect(await rose.boundingBox()).toEqual(before)
})

test.describe('on a phone without scripts', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false })

  test('the bar of a product page has price and button from the start, and is the only one', async ({
    page,
  }) => {
    await page.goto('/product/moon-vase')
    const bar = page.locator('[data-bar]')
    await expect(bar).toContainText('₹1,299')
    await expect(bar.getByRole('button', { name: 'Add to cart' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation', { name: 'Quick' })).toHaveCount(0)
    await bar.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Moon Vase' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/cart|\/product/)
  })
})

test('the first button of the home page is above the menu on the first screen of a low phone', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await shopper.open('/')
  const menu = page.locator('[data-quick-menu]')
  const button = page.locator('main section a').first()
  await expect(async () => {
    const [above, below] = [await button.boundingBox(), await menu.boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
  }).toPass({ timeout: 10_000 })
})

test('the video of a product plays without sound while it is seen, and not for who wants less motion @desktop', async ({
  page,
  shopper,
}) => {
  const player = page.getByLabel('Video of Ribbed Bottle Vase').and(page.locator('video'))
  const isPlaying = () =>
    player.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0 && video.muted)
  await shopper.open('/product/ribbed-bottle-vase')
  expect(await isPlaying(), 'it is not loaded before it is seen').toBe(false)

  await page.getByRole('link', { name: 'Video of Ribbed Bottle Vase' }).click()
  await expect.poll(isPlaying).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: /^Picture 1:/ }).click()
  await expect.poll(isPlaying).toBe(false)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Video of Ribbed Bottle Vase' }).click()
  await expect(player).toBeInViewport()
  expect(await isPlaying()).toBe(false)
})
