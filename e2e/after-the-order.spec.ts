import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { placeOrder } from '#harness/shop-client.ts'
import { deliver, operate } from './operator.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'

// The upload refuses a file that is not a picture.
test.use({ mayComplain: [/422.*refund\/upload/] })

/** The link in the order's mail, a guest's only access to the order. */
async function linkOf(page: Page, orderNo: string) {
  const sent = (await (await page.request.get('/dev/outbox.json')).json()) as { text: string }[]
  const links = sent.flatMap(({ text }) => new RegExp(`/track-order/${orderNo}\\.\\S+`).exec(text) ?? [])
  expect(links, orderNo).not.toEqual([])
  return links[0] ?? ''
}

test('a guest returns an order through the link in the mail, gets the refund and downloads every document @phone', async ({
  page,
  shopper,
  isPhone,
  baseURL,
  browser,
}) => {
  const { order_no } = await placeOrder(baseURL ?? '', 'noodle-bowl')
  await deliver(order_no)
  const link = await linkOf(page, order_no)
  await shopper.open(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order has arrived')
  expect(await fileName(page, 'Download invoice')).toMatch(/^INV-\d{4}-\d{5}\.pdf$/)

  const rate = page.getByRole('button', { name: 'Rate this order' })
  await rate.click()
  await page.getByRole('radio', { name: 'Very good' }).check()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('Thank you for your rating.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rate).toBeHidden()

  await page.getByRole('button', { name: 'Return items' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return items' })
  await dialog.getByRole('combobox', { name: /^Why/ }).selectOption({ label: 'It came damaged' })
  const choose = dialog.getByLabel(/^Photos of/)
  await choose.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a chip') })
  await expect(dialog.getByRole('alert')).toHaveText('note.txt: Please choose a JPEG, PNG or WebP picture')
  const picture = await readFile('docs/pictures/product-phone.webp')
  // Larger than the server accepts, as phone photos are.
  const heavy = Buffer.concat([picture, Buffer.alloc(6 * 1_024 * 1_024)])
  const photos = [heavy, picture, picture, picture, picture].map((buffer, at) => ({
    name: `chip-${at + 1}.webp`,
    mimeType: 'image/webp',
    buffer,
  }))
  await choose.setInputFiles(photos)
  await expect(dialog.getByRole('alert')).toHaveText('There is room for 4 photos: the rest was left out')
  await expect(dialog.getByRole('img')).toHaveCount(4)
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog).toBeHidden()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('We have your request for a refund')
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page.getByRole('img', { name: /^What is wrong/ })).toHaveCount(4)
  const refundNo = /RF-\d+/.exec(await page.getByText(/RF-\d+/).innerText())?.[0] ?? ''

  if (isPhone) for (const step of ['approve', 'returned', 'paid']) await operate('refund', refundNo, step)
  else await refundInBackOffice(await browser.newPage({ baseURL }), order_no, refundNo)
  await shopper.open(link)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your money is on its way back')
  expect(await fileName(page, /^Download credit note/)).toMatch(/^CN-\d{4}-\d{5}\.pdf$/)
  await page.getByRole('button', { name: /^Buy again/ }).click()
  await expect(shopper.drawer()).toBeVisible()
})

test('a guest cancels an order through the link in the mail', { tag: '@desktop' }, async ({
  page,
  shopper,
  baseURL,
}) => {
  const { order_no } = await placeOrder(baseURL ?? '', 'milk-jug')
  await shopper.open(await linkOf(page, order_no))
  await page.getByRole('button', { name: 'Cancel items or order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I changed my mind' })
  await dialog.getByRole('button', { name: 'Cancel order', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was cancelled')
})

/** Staff see the customer's photos, approve the return and refund it. */
async function refundInBackOffice(page: Page, orderNo: string, refundNo: string) {
  await signInAsStaff(page, 'owner', false)
  await page.getByLabel('Search everything').fill(orderNo)
  await page.getByRole('option', { name: `${orderNo} Asha` }).click()
  const request = page.getByRole('article').filter({ hasText: refundNo })
  await expect(request.getByRole('img', { name: /of the customer$/ })).toHaveCount(4)
  expect(await seriousFaults(page)).toEqual([])
  for (const step of ['Approve', 'Items arrived', 'Refund']) {
    await request.getByRole('button', { name: step, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()
    // An open dialog hides all else, the button too.
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(request.getByRole('button', { name: step, exact: true })).toBeHidden()
  }
  await page.close()
}

/** The name of the file that a link downloads. */
async function fileName(page: Page, link: string | RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  return file.suggestedFilename()
}
