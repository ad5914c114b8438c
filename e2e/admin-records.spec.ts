import type { Page } from '@playwright/test'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { signInAsStaff } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// A guest who opens the back office, refused entries, a cancellation to confirm, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|409|422|503)/] })

async function isFit(page: Page) {
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a new blog post is at its address @desktop', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'owner', isPhone)
  const title = `Glazes of autumn ${process.pid}`
  await page.goto('/admin/blog-posts/create')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Fire **slowly**.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Ash glaze')
  await text.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      `<p style="color:red"><b style="font-weight:400">From <span style="font-weight:700">a word</span></b>
        processor</p><table><tr><td>Cone</td><td>9</td></tr></table><img src="/none.png">`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Pictures were not pasted')).toBeVisible()
  await page.getByRole('button', { name: 'Add to Products' }).click()
  // A published one: the first of the list may be a draft.
  await page.getByRole('dialog').getByLabel('Search').fill('milk jug')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Milk Jug/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const products = page.getByRole('group', { name: 'Products' }).getByRole('listitem')
  const name = await products
    .first()
    .getByRole('button', { name: /^Remove: \D/ })
    .getAttribute('aria-label')
  await page.getByRole('textbox', { name: 'Summary' }).fill('What the kiln gives in October.')
  await page.getByRole('checkbox', { name: 'Published', exact: true }).check()
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await isFit(page)
  const address = await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')
  await expect.poll(async () => (await page.request.get(address ?? '')).status()).toBe(200)
  await page.goto(address ?? '')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const article = page.getByRole('main')
  await expect(article.locator('p', { hasText: 'Fire slowly.' }).locator('b')).toHaveText('slowly')
  await expect(article.getByRole('listitem').filter({ hasText: 'Ash glaze' })).toBeVisible()
  await expect(article.getByText('Cone | 9')).toBeVisible()
  await expect(article.getByRole('link', { name: name?.replace('Remove: ', '') ?? '' }).first()).toBeVisible()
})

test('a message with markup is read as text and answered @desktop', async ({ page, shopper, isPhone }) => {
  const attack = `<img src=x onerror=alert(1)> ${process.pid}`
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await shopper.open('/contact')
  await page.getByLabel('Your name').fill('Asha Rao')
  await page.getByLabel('Email address').fill('asha@example.com')
  await page.getByLabel('What is it about?').selectOption('An order')
  await page.getByLabel('Your message').fill(attack)
  // A form that is sent within two seconds of being shown is refused.
  await page.waitForTimeout(2_100)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you. We answer within one working day.')).toBeVisible()

  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/submissions')
  const row = page.getByRole('row').filter({ hasText: attack })
  await expect(row).toBeVisible()
  await isFit(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('definition').filter({ hasText: attack })).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await isFit(page)
  await page.getByLabel('Assigned to').selectOption('Me')
  await expect(page.getByText(/^assigned to/)).toBeVisible()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByLabel('Your answer').fill('It leaves tomorrow.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/answered by/)).toBeVisible()
  expect(dialogs).toEqual([])
})

test('a customer is found by e-mail and blocked @desktop', async ({ page, shopper, isPhone }) => {
  const { email } = await shopper.becomeCustomer()
  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/customers')
  await page.getByLabel('Search customers').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expect(page.getByText('Not logged in on any device.')).toBeVisible()
  await isFit(page)

  // Another one is created by hand, tagged, and found by the tag.
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('आशा')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText(/has it$/)).toBeVisible()
  await dialog.getByLabel('E-mail').fill(`guest.${email}`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'आशा' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Tags' }).fill(`Kiln ${process.pid}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tags changed')).toBeVisible()
  await page.getByLabel('New note').fill('Calls before noon')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Calls before noon')).toHaveCount(2)
  await isFit(page)
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Tag', { exact: true }).selectOption(`Kiln ${process.pid}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select आशा' }).check()
  await page.getByRole('button', { name: 'Tags and groups' }).click()
  await dialog.getByRole('combobox', { name: 'Add to groups' }).fill('Wholesale')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Wholesale')

  // The filters are saved as a segment, which is renamed and deleted.
  await page.getByLabel('Orders up to').fill('0')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save as segment' }).click()
  await dialog.getByLabel('Name').fill(`Newcomers ${process.pid}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: `Newcomers ${process.pid}` })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await isFit(page)
  await page.goto('/admin/customer-segments')
  await page.getByRole('button', { name: `Rename Newcomers ${process.pid}` }).click()
  await dialog.getByLabel('Name').fill(`New ${process.pid}`)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  const segment = page.getByRole('listitem').filter({ hasText: `New ${process.pid}` })
  await expect(segment).toContainText('1 customer')
  await isFit(page)
  await segment.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(segment).toHaveCount(0)
})

test('a coupon, a price list and a promotion are made and used by a shopper @desktop', async ({
  page,
  shopper,
  isPhone,
}) => {
  const code = `KILN${process.pid}`
  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/coupons/create')
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Title').fill('20% off everything')
  await page.getByLabel('Percent').fill('20')
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: 'One field needs a correction.' })
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport()
  await isFit(page)
  await summary.getByRole('button', { name: 'Ends' }).click()
  await expect(page.getByLabel('Ends')).toBeFocused()
  await page.getByLabel('Ends').fill('2099-12-31T23:59')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await page.getByRole('button', { name: 'Create codes' }).click()
  await page.getByLabel('Number of codes').fill('3')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('3 codes, 0 used')).toBeVisible()
  await isFit(page)
  await page.getByRole('link', { name: 'Show codes' }).click()
  await expect(page.getByText(`Single-use code of ${code}`)).toHaveCount(3)

  await shopper.addToCart('everyday-speckled-mug')
  await shopper.open('/cart')
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill(code.toLowerCase())
  await page.getByLabel('Coupon code').press('Enter')
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()

  await page.goto('/admin/price-lists/create')
  await page.getByLabel('Name').fill('Mugs for less')
  await page.getByRole('button', { name: 'Paste SKUs and prices' }).click()
  const lines = page.getByLabel('Lines with SKU and price')
  await lines.fill('NO-SUCH-SKU\t123')
  await lines.press('Tab')
  await page.getByRole('button', { name: 'Put into the list' }).click()
  await expect(page.getByText('No goods have these SKUs: NO-SUCH-SKU')).toBeVisible()
  await lines.fill('KL-MG-104-1\t123')
  await page.getByRole('button', { name: 'Put into the list' }).click()
  await expect(page.getByLabel(/^Price of /)).toHaveValue('123')
  await isFit(page)
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Mugs for less' })).toBeVisible()
  await shopper.open('/cart')
  await expect(page.getByText('₹123').first()).toBeVisible()

  await page.goto('/admin/promotions/create')
  await page.getByRole('button', { name: 'Buy 2, get 1 free' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Buy 2, get 1 free' })).toBeVisible()
  await page.getByText('Code, shoppers, limits and combination').click()
  await page.getByLabel('Code').fill(`THREE${process.pid}`)
  await isFit(page)
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Buy 2, get 1 free' })).toBeVisible()

  await shopper.addToCart('everyday-speckled-mug')
  await shopper.addToCart('everyday-speckled-mug')
  await shopper.open('/cart')
  await page.getByRole('button', { name: `Remove coupon ${code}` }).click()
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill(`THREE${process.pid}`)
  await page.getByLabel('Coupon code').press('Enter')
  await expect(page.getByRole('term').filter({ hasText: `Discount (THREE${process.pid})` })).toBeVisible()
})

test('a shopper who cancels an item that a promotion needs confirms what the rest loses @desktop', async ({
  page,
  shopper,
  isPhone,
}) => {
  const code = `AGAIN${process.pid}`
  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/promotions/create')
  await page.getByRole('button', { name: 'Buy 2, get 1 free' }).click()
  await page.getByText('Code, shoppers, limits and combination').click()
  await page.getByLabel('Code').fill(code)
  await page
    .getByLabel('When a part of the order')
    .selectOption({ label: 'Calculated again: the rest has what it gets alone' })
  await isFit(page)
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Buy 2, get 1 free' })).toBeVisible()

  await shopper.openProduct('noodle-bowl')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  await shopper.closeDrawer()
  await shopper.open('/cart')
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill(code)
  await page.getByLabel('Coupon code').press('Enter')
  await expect(page.getByRole('term').filter({ hasText: `Discount (${code})` })).toBeVisible()
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await shopper.orderWithCash()

  await page.getByRole('button', { name: 'Cancel items or order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  await dialog.getByRole('button', { name: 'One less' }).click()
  await dialog.getByRole('button', { name: 'One less' }).click()
  await dialog.getByRole('combobox', { name: 'Why?' }).selectOption({ label: 'I changed my mind' })
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  const loss = dialog.getByRole('alert')
  await expect(loss).toContainText('“Buy 2, get 1 free” no longer applies in full to what you keep')
  expect(await seriousFaults(page)).toEqual([])
  // Another choice has another amount, which is shown before it is accepted.
  await dialog.getByRole('button', { name: 'One more' }).click()
  await expect(loss).toHaveCount(0)
  await dialog.getByRole('button', { name: 'One less' }).click()
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(loss).toContainText('The amount to pay stays the same.')
  await dialog.getByRole('button', { name: 'Cancel all the same' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Quantity: 2')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: `Discount (${code})` })).toHaveCount(0)
})

test('a customer of a group sees and pays the prices of its list, which no one else sees @desktop', async ({
  page,
  shopper,
  isPhone,
  browser,
}) => {
  const group = `Trade ${process.pid}`
  const { email } = await shopper.becomeCustomer()
  await signInAsStaff(page, 'owner', isPhone)
  await page.goto('/admin/customers')
  await page.getByLabel('Search customers').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('combobox', { name: 'Groups' }).fill(group)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Groups changed')).toBeVisible()

  await page.goto('/admin/price-lists/create')
  await page.getByLabel('Name').fill('Trade prices')
  await page.getByRole('button', { name: /customer group/i }).click()
  await page.getByRole('dialog').getByText(group, { exact: true }).click()
  await page.getByRole('button', { name: 'Paste SKUs and prices' }).click()
  await page.getByLabel('Lines with SKU and price').fill('KL-VS-114-1\t1\t1111\nKL-VS-114-1\t3\t999')
  await page.getByRole('button', { name: 'Put into the list' }).click()
  await expect(page.getByLabel(/^Price of /)).toHaveCount(2)
  // A file as a list is exported, and a percentage for the whole list.
  await page.getByRole('button', { name: 'Paste SKUs and prices' }).click()
  await page.getByLabel('Or a CSV file').setInputFiles({
    ...{ name: 'prices.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('sku,name,min_quantity,price\r\nKL-VS-114-1,Moon Vase,3,998.00\r\n'),
  })
  await page.getByRole('button', { name: 'Put into the list' }).click()
  await expect(page.getByLabel(/^Price of .* from 3$/)).toHaveValue('998')
  await page.getByRole('button', { name: 'Set by percentage' }).click()
  await page.getByLabel('Percent', { exact: true }).fill('23')
  await page.getByLabel('From pieces').fill('3')
  await page.getByLabel(/^Rounded to/).selectOption({ label: '1' })
  await isFit(page)
  await page.getByRole('button', { name: 'Set the prices' }).click()
  await expect(page.getByLabel(/^Price of .* from 3$/)).toHaveValue('1000')
  await page.getByLabel(/^Price of .* from 3$/).fill('999')
  await isFit(page)
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Trade prices' })).toBeVisible()

  await shopper.open('/search?query=moon vase')
  await expect(page.getByText('₹1,111').first()).toBeVisible()
  await shopper.open('/product/moon-vase?sku=KL-VS-114-1')
  await expect(page.getByText('₹1,111').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Prices by quantity' })).toHaveText('3 or more: ₹999 each')
  await shopper.addToCart()
  await shopper.open('/cart')
  await expect(shopper.line('Moon Vase')).toContainText('₹1,111')

  const guest = await browser.newPage()
  for (const path of ['/search?query=moon vase', '/product/moon-vase?sku=KL-VS-114-1']) {
    await guest.goto(new URL(path, page.url()).href)
    await expect(guest.getByText('₹1,299').first()).toBeVisible()
    await expect(guest.getByText('₹1,111')).toHaveCount(0)
  }
  await guest.context().close()
})
