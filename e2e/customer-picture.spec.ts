import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, nextFrames, test } from './shopper.ts'

const UPLOAD = '**/uploadImage'

test.use({ mayComplain: [/status of 503/] })

test('a picture follows every finger, and is stored once however often a button is pressed @phone', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct('your-picture-tote')
  await choosePicture(page)
  const picture = page.getByAltText('Your upload, cropped')
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  const before = await widthOf()

  await spread(page, { from: 100, to: 150 })

  await expect.poll(async () => Math.round(((await widthOf()) / before) * 10)).toBe(15)

  // A zoom of 400 %: the frame, which a finger moves instead of the page, is not as high as the window.
  await page.setViewportSize({ width: 320, height: 225 })
  expect((await page.locator('[data-movable]').boundingBox())?.height).toBeLessThan(160)
  await page.setViewportSize({ width: 390, height: 844 })

  const held: Route[] = []
  await page.route(UPLOAD, (route) => void held.push(route))
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).filter({ visible: true })
  await add.first().click()
  await expect.poll(() => held.length).toBe(1)
  // The picture of the upload stays that of the screen.
  await expect(page.getByLabel('Your picture', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Buy now' }).click()
  // The button's code is imported at each press: refused before, the upload would be made again for this press.
  await nextFrames(page)
  await held[0]?.fulfill({
    status: 503,
    json: { status: 'error', code: 'SERVER_BUSY', message: 'Try later' },
  })
  await expect(page.getByText('Try later')).toHaveCount(1)
  await expect(page.getByLabel('Your picture', { exact: true })).toBeFocused()
  await shopper.seesInCart(0)

  await add.first().click()
  await expect.poll(() => held.length).toBe(2)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await held[1]?.continue()
  await expect(page).toHaveURL(/\/checkout\/address/)
  await expect(shopper.drawer()).toBeHidden()
  expect(held).toHaveLength(2)
  await shopper.open('/cart')
  await shopper.seesInCart(1)
})

async function choosePicture(page: Page) {
  const picture = sharp({ create: { width: 2_400, height: 2_000, channels: 3, background: '#2f6f73' } })
  await page
    .getByLabel('Your picture', { exact: true })
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await page.getByAltText('Your upload, cropped').scrollIntoViewIfNeeded()
}

/** Two fingers on the picture move apart, from one distance to another in pixels. */
async function spread(page: Page, { from, to }: { from: number; to: number }) {
  const box = await page.locator('[data-movable]').boundingBox()
  if (!box) throw new Error('no frame')
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', distance: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [-0.5, 0.5].map((side, id) => ({ id, x: x + side * distance, y })),
    })
  await touch('touchStart', from)
  for (let step = 1; step <= 5; step += 1) await touch('touchMove', from + ((to - from) * step) / 5)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
