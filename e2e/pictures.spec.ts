import type { Locator, Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

test.use({ mayComplain: [/Failed to load resource: the server responded with a status of 503/] })

/** An overloaded server: each size of a picture is refused so many times, then sent. @returns how often each was requested. */
async function refusePictures(page: Page, times: number) {
  const requested = new Map<string, number>()
  await page.route('**/_img/**', async (route) => {
    const url = route.request().url()
    const count = requested.get(url) ?? 0
    requested.set(url, count + 1)
    await (count < times
      ? route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } })
      : route.continue())
  })
  return requested
}

const isShown = (picture: Locator) =>
  picture.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 1)

for (const [path, size] of [
  ['/', '@desktop'],
  ['/product/moon-vase', '@phone'],
] as const)
  test(`pictures of ${path} that fail before the scripts have loaded keep their colour and are requested again ${size}`, async ({
    page,
  }) => {
    await refusePictures(page, 1)
    await page.goto(path)
    const picture = page.locator('main img[src*="/_img/"], main img[src^="data:"]').first()
    const { src, colour } = await picture.evaluate((element: HTMLImageElement) => ({
      src: element.src,
      colour: getComputedStyle(element).backgroundColor,
    }))

    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.src)).toMatch(/^data:/)
    expect(colour).not.toBe('rgba(0, 0, 0, 0)')
    await expect.poll(() => isShown(picture), { timeout: 15_000 }).toBe(true)
    expect(src).not.toBe('')
    await expect(picture).toHaveAttribute('srcset', /_img/)
  })

test('a picture that cannot be loaded is requested three times, and then has its text', {
  tag: '@desktop',
}, async ({ page }) => {
  const requested = await refusePictures(page, 100)
  await page.goto('/product/moon-vase')
  const picture = page.locator('main img[src*="/_img/"], main img[src^="data:"]').first()

  await expect.poll(() => Math.max(...requested.values()), { timeout: 30_000 }).toBe(3)
  await expect(picture).toHaveAttribute('src', /\/_img\//)
  expect(await picture.getAttribute('alt')).not.toBe('')
})
