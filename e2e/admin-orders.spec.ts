import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { totpAt } from '../src/server/people/staff/totp.ts'
import { caller, payByLink, placeOrder } from './order-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { newStaff, openScreen, signInAsStaff, untilBuilt } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

// A guest who opens the back office, a used link, refused entries, and a first visit before the back office is built.
test.use({ mayComplain: [/status of (401|404|409|422|503)/] })

/** Of the order on the screen, once it is there. */
const orderNumber = async (page: Page) =>
  (await page.getByRole('heading', { level: 1, name: /^[A-Z]+-\d+$/ }).textContent()) ?? ''

test('staff sign in by a link, pack three orders at once, ship two at once and one in part @phone', async ({
  page,
  isPhone,
}) => {
  const placed: string[] = []
  const picture = await sharp({ create: { width: 1_200, height: 1_200, channels: 3, background: '#2f6f73' } })
    .png()
    .toBuffer()
  placed.push(await placeOrder(page, { slug: 'your-picture-tote', quantity: 2, picture }))
  for (let at = 0; at < 2; at += 1) placed.push(await placeOrder(page, { slug: 'milk-jug', quantity: 2 }))
  await untilBuilt(page)
  const { link } = await newStaff('owner', isPhone ? 'phone' : 'desktop')
  let bytes = 0
  page.on('response', (response) => {
    if (/\/admin\/assets\/.*\.(js|css)$/.test(response.url()))
      bytes += Number(response.headers()['content-length'] ?? 0)
  })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  expect(page.url(), 'the token is not in the address').not.toContain('token')
  await expect(page.getByText('Show as a table')).toBeVisible()
  expect(bytes, 'the first screen, compressed').toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(350_000)
  expect(await seriousFaults(page)).toEqual([])

  const nav = page.getByRole('navigation', { name: 'Back office' })
  if (isPhone) await nav.getByRole('button', { name: 'More' }).click()
  const marketing = nav.getByRole('button', { name: 'Marketing' })
  await expect(nav.getByRole('link', { name: 'Coupons' })).toHaveCount(0)
  await marketing.press('Enter')
  await expect(marketing).toHaveAttribute('aria-expanded', 'true')
  await nav.getByRole('link', { name: 'Coupons' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Coupons', level: 1 })).toBeVisible()
  await page.goto('/admin')
  if (isPhone) await nav.getByRole('button', { name: 'More' }).click()
  await expect(nav.getByRole('link', { name: 'Coupons' }), 'the opened group is remembered').toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await nav.getByRole('link', { name: 'Home' }).filter({ visible: true }).first().click()

  await page.getByRole('link', { name: 'Orders to pack' }).click()
  for (const order_no of placed) await page.getByLabel(`Select ${order_no}`).check()
  expect(page.url(), 'the tab is in the address').toContain('to_pack')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Pack 3 orders' }).click()
  await expect(page.getByText('3 of 3 orders packed')).toBeVisible()
  await expect(page.getByLabel(`Select ${placed[0]}`)).toBeHidden()

  await page.getByRole('button', { name: /^To ship/ }).click()
  const [, second = '', third = ''] = placed
  for (const order_no of [second, third]) await page.getByLabel(`Select ${order_no}`).check()
  await page.getByRole('button', { name: 'Ship 2 orders' }).click()
  const parcels = page.getByRole('dialog', { name: 'Ship orders' })
  await parcels.getByLabel('Courier').fill('Bluebird')
  await parcels
    .getByLabel('Paste orders and waybills')
    .fill(`Order,AWB\n${second},ADM-${second}\n${third},ADM-${second}\nSF-9,ADM-99999`)
  await expect(parcels.getByText('2 of 2 waybills filled in. Not used: SF-9,ADM-99999')).toBeVisible()
  await expect(parcels.getByLabel(`Waybill of ${third}`)).toHaveValue(`ADM-${second}`)
  await parcels.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(parcels).toBeHidden()
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('1 of 2 orders shipped')).toBeVisible()
  await expect(results.getByText('has a parcel with the waybill', { exact: false })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await expect(results.getByText('1 of 2 orders shipped'), 'the results stay').toBeVisible()
  await results.getByRole('button', { name: 'Close results' }).click()
  await expect(results).toBeHidden()
  // Two processes share the orders of a batch: either of the two may have got the waybill.
  await page.getByLabel(new RegExp(`^Select (${second}|${third})$`)).check()
  await page.getByRole('button', { name: 'Ship 1 order' }).click()
  await parcels.getByLabel('Courier').fill('Own van')
  await parcels.getByLabel('Ship without a waybill', { exact: false }).check()
  await parcels.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(results.getByText('1 of 1 orders shipped')).toBeVisible()
  for (const order_no of [second, third]) await expect(page.getByLabel(`Select ${order_no}`)).toBeHidden()

  await page.keyboard.press('/')
  await page.keyboard.type(placed[0] ?? '')
  await expect(page.getByRole('option', { name: `${placed[0]} Asha` })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: placed[0] ?? '', level: 1 })).toBeVisible()
  const upload = page.getByRole('link', { name: 'Picture of the customer' })
  const shown = upload.locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect((await page.request.get((await upload.getAttribute('href')) ?? '')).ok()).toBe(true)
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Mysuru')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Mysuru \d{6}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await expect(dialog.getByText('must not be empty')).toBeVisible()
  await dialog.getByLabel('Courier').fill('Bluebird')
  await dialog.getByLabel('Waybill').fill(`ADM-${placed[0]}`)
  await dialog.getByLabel(/of 2/).fill('1')
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await expect(page.getByText('Items shipped')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shipments' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ship', exact: true }), 'one piece is left').toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link has expired or was used already')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('an order that staff cancel does not announce an invoice @desktop', async ({ page, isPhone }) => {
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 1 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order_no }))}`)
  await page.getByRole('link', { name: order_no }).click()
  await expect(page.getByText('Each shipment gets its invoice when it leaves.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(dialog.getByText('Choose at least one item')).toBeVisible()
  await dialog.getByRole('button', { name: 'The whole order' }).click()
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(page.getByText('Nothing was shipped, so there is no invoice.')).toBeVisible()
  await expect(page.getByText('Each shipment gets its invoice when it leaves.')).toBeHidden()
})

test('staff tag and assign orders, find them by both, and tell a colleague by a note @desktop', async ({
  page,
  isPhone,
}) => {
  const size = isPhone ? 'phone' : 'desktop'
  const [city, tag] = [`Tagpur-${size}`, `Rush ${size}`]
  const other = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, { city })
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, { city, postcode: '400001' })
  const colleague = await newStaff('manager', size)
  const { email } = await signInAsStaff(page, 'fulfilment', isPhone)
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: city }))}`)
  await expect(page.getByRole('row', { name: order_no })).toContainText(
    `${order_no} !Check: pincode and state`,
  )
  await expect(page.getByLabel(`Select ${other}`)).toBeEnabled()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Tag or assign' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tags and assignment of 2 orders' })
  const tags = dialog.getByRole('combobox', { name: 'Add tags' })
  await tags.pressSequentially(`${tag},`)
  await expect(dialog.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
  // Typed, and added by the button.
  await tags.fill('Fragile')
  await dialog.getByLabel('Assigned to').selectOption({ label: email })
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 orders changed')).toBeVisible()
  await page
    .locator('tbody tr')
    .first()
    .evaluate((row: HTMLTableRowElement) => {
      const [work, total] = [...row.cells].slice(-2)
      work?.append('Rush, Fragile, manager@shop.example')
      if (total) total.textContent = '₹12,34,567.50'
    })
  // 1185: beside a scrollbar that takes space. 1360: the first width with all columns.
  for (const width of isPhone ? [] : [1024, 1185, 1200, 1360, 1440]) {
    await page.setViewportSize({ width, height: 750 })
    expect(await widerThanScreen(page), `${width} px`).toEqual([])
    const { right } = await page
      .getByRole('table')
      .evaluate((table) => ({ right: table.getBoundingClientRect().right }))
    expect(right, `the margin at ${width} px`).toBeLessThanOrEqual(width - 30)
  }

  await page.goto('/admin/orders?filter={}')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: tag })
  const conditions = page.getByRole('list', { name: 'Conditions of the list' })
  await expect(conditions.getByRole('button', { name: `Remove Tag: ${tag}` })).toBeVisible()
  await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'Me' })
  await expect(conditions.getByRole('button', { name: 'Remove Assigned to: Me' })).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  // The next arrow key goes on from what the select shows.
  const shown = await page.getByLabel('Assigned to', { exact: true }).evaluate(async (select) => {
    if (!(select instanceof HTMLSelectElement)) return
    select.selectedIndex = 0
    select.dispatchEvent(new Event('change', { bubbles: true }))
    for (let at = 0; at < 20; at += 1) await Promise.resolve()
    return select.selectedIndex
  })
  expect(shown, 'a choice is shown at once').toBe(0)

  await page.getByRole('link', { name: order_no }).click()
  await expect(page.getByRole('note', { name: 'Check before it leaves' })).toContainText(
    'Pincode 400001 is in Maharashtra, but the address says Karnataka.',
  )
  await page.getByRole('button', { name: 'Remove Fragile' }).click()
  await expect(page.getByText('Tags saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Fragile' })).toBeHidden()
  await expect(page.getByText('Tags changed').first()).toBeVisible()
  const note = page.getByLabel('New note, for staff only')
  await note.pressSequentially(`Please call, @${colleague.email.slice(0, -2)}`)
  await expect(page.getByRole('listbox', { name: 'Staff' }).getByRole('option')).toHaveText([colleague.email])
  expect(await seriousFaults(page)).toEqual([])
  await note.press('ArrowDown')
  await note.press('Enter')
  await expect(note).toHaveValue(`Please call, @${colleague.email} `)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText(`It waits for ${colleague.email}.`)).toBeVisible()
  await expect(page.getByText(`For ${colleague.email}`, { exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await page.goto(colleague.link)
  await page.getByRole('link', { name: 'Notes for you' }).click()
  await page.getByRole('link', { name: order_no }).click()
  await page.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(page.getByText(`For ${colleague.email} (seen)`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as seen' })).toBeHidden()
})

test('staff cancel an order that was not paid, with a reason @desktop', async ({ page, isPhone }) => {
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 1 }, {}, 'test_gateway')
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order_no }))}`)
  await page.getByRole('link', { name: order_no }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${order_no}?` })
  await expect(dialog.getByLabel('Reason')).toHaveValue('not_paid')
  await dialog.getByLabel('Comment').fill('Called twice')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel this order' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await expect(page.getByText('Reason: It was not paid')).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('the fulfilment role sees orders only @phone', async ({ page, isPhone }) => {
  await untilBuilt(page)
  const { link } = await newStaff('fulfilment', isPhone ? 'phone' : 'desktop')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const nav = page.getByRole('navigation', { name: 'Back office' })
  if (isPhone) await nav.getByRole('button', { name: 'More' }).click()
  await expect(nav.getByRole('link')).toContainText(['Orders', 'Account'])
  await expect(nav.getByRole('link', { name: 'Products' })).toHaveCount(0)
  await page.goto('/admin/staff')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect((await page.request.get('/api/admin/staff')).status()).toBe(403)
})

test('an owner confirms who they are, adds a member of staff, and finds it in the audit log @desktop', async ({
  page,
  isPhone,
}) => {
  await untilBuilt(page)
  const size = isPhone ? 'phone' : 'desktop'
  const { email, link } = await newStaff('owner', size)
  const isFit = async () => {
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await page.goto('/admin/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await isFit()
  await page.goto(link)
  await openScreen(page, 'Account', isPhone)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  // The code of 30 seconds ago, so that the present one is unused below. It is refused when the period ends in between.
  const isSetUp = page.getByText('It is set up.')
  await expect(async () => {
    if (!(await isSetUp.isVisible())) {
      await page.getByLabel('Code that the app shows').fill(totpAt(secret, Date.now() - 30_000))
      await page.getByRole('button', { name: 'Switch on' }).click()
    }
    await expect(isSetUp).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.getByLabel('Password').fill('a tall blue teapot')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByLabel('New password')).toBeVisible()
  await isFit()

  // Half an hour later, as the server would say.
  await page.route('**/api/admin/staff', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 401,
          json: { status: 'error', code: 'PROOF_REQUIRED', message: 'Please confirm that it is you' },
        })
      : route.continue(),
  )
  const added = `packer.${size}.${process.pid}@shop.example`
  await openScreen(page, 'Staff', isPhone)
  await page.getByRole('button', { name: 'Add a member of staff' }).click()
  await page.getByLabel('E-mail').fill(added)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(proof.getByLabel('Password')).toBeFocused()
  await isFit()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(page.getByLabel('E-mail'), 'the dialog below stays').toHaveValue(added)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(proof).toBeVisible()
  await page.unroute('**/api/admin/staff')
  await proof.getByLabel('Password').fill('a tall blue teapot')
  await proof.getByLabel(/Code/).fill(totpAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Sign-in link' })).toBeVisible()
  await isFit()

  const tabs = page.getByRole('navigation', { name: 'Staff' })
  await tabs.getByRole('link', { name: 'Roles' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Viewer' }).click()
  await expect(page.getByText('Look at orders')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await isFit()
  await page.getByRole('link', { name: 'Make a copy' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Viewer copy')

  await openScreen(page, 'Staff', isPhone)
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await tabs.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Who').fill(email)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('Staff: add', { exact: true }).first()).toBeVisible()
  await isFit()
  await page.goto('/admin/orders/999999999/show')
  await expect(page.getByText('This order could not be found')).toBeVisible()
  await isFit()

  await page.goto('/')
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  expect(page.url(), 'the token is not in the address').not.toContain('token')
})

test('staff take an order on the phone and print its packing slip @desktop', async ({ page, isPhone }) => {
  await placeOrder(page, { slug: 'milk-jug', quantity: 1 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await page.getByLabel('Find a product').fill('milk jug')
  await page.getByRole('button', { name: /^Add / }).first().click()
  await page.getByLabel(/^Quantity of/).fill('2')
  await page.getByRole('button', { name: 'Discount' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Off this line').fill('10%')
  await dialog.getByLabel('Reason').fill('Scratch')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Discount 10%: Scratch')).toBeVisible()
  await page.getByRole('button', { name: 'Custom line' }).click()
  await dialog.getByLabel('Name').fill('नाम की नक्काशी')
  await dialog.getByRole('button', { name: 'Add the line' }).click()
  await expect(dialog.getByText('Enter an amount such as 150')).toBeVisible()
  await dialog.getByLabel('Price of one').fill('250.50')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add the line' }).click()
  await page.getByRole('button', { name: 'Work out the total' }).click()
  await expect(page.getByRole('alert'), 'an order needs a contact and an address').toBeFocused()
  await page.getByRole('button', { name: 'Go to the first one' }).click()
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused()
  await page.getByLabel('Phone', { exact: true }).fill('9876543210')
  await page.getByText(/^Filled in from SF-/).waitFor()
  await expect(page.getByLabel('First name')).toHaveValue('Asha')
  await page.getByLabel('Pincode').fill('110001')
  await expect(page.getByLabel('State').locator('option:checked'), 'another place').toHaveText('Delhi')
  await expect(page.getByLabel('City')).not.toHaveValue('Bengaluru')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
  await expect(page.getByText(/^Known from SF-.*: Asha/)).toBeVisible()
  await page.getByLabel('Pincode').fill('411001')
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(page.getByLabel('State').locator('option:checked')).toHaveText('Maharashtra')
  for (const [label, value] of [
    ['First name', 'Nila'],
    ['Last name', 'Das'],
    ['Flat, house no., building', '4 Lake Road'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  // The look-up of the pincode answers after the total, with the town that is entered.
  const isQuoted = Promise.withResolvers<void>()
  await page.route(/postcode=411001/, async (route) => {
    await isQuoted.promise
    await route.continue()
  })
  const found = page.waitForResponse(/postcode=411001/)
  for (const pincode of ['411002', '411001']) await page.getByLabel('Pincode').fill(pincode)
  await page.getByRole('button', { name: 'Work out the total' }).click()
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeVisible()
  isQuoted.resolve()
  await found
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Place the order' }).click()

  await expect(page.getByText('Order placed', { exact: true })).toBeVisible()
  await expect(page.getByText('Nila Das')).toBeVisible()
  const order_no = await orderNumber(page)
  await page.getByRole('link', { name: 'Packing slip' }).click()
  const slip = page.getByRole('article', { name: `Packing slip of ${order_no}` })
  await expect(slip.getByRole('row')).toHaveCount(3)
  await expect(slip.getByText('नाम की नक्काशी')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('an order by phone is sent as a quote, and its customer accepts it by paying @desktop', async ({
  page,
  isPhone,
  browser,
}) => {
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await page.getByLabel('Find a product').fill('milk jug')
  await page.getByRole('button', { name: /^Add / }).first().click()
  for (const [label, value] of caller) await page.getByLabel(label, { exact: true }).fill(value)
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await page.getByRole('button', { name: 'Work out the total' }).click()
  await page
    .getByRole('radio', { name: /by a payment link$/ })
    .first()
    .check()
  await page.getByLabel('The customer gets').selectOption('A quote with all prices')
  await page.getByLabel('The quote is valid for').selectOption('30 days')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the quote' }).click()
  await expect(page.getByText('Quote sent', { exact: true })).toBeVisible()
  await expect(page.getByText(/^The quote is valid until/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await payByLink(page, browser, async (customer) => {
    await expect(customer.getByRole('heading', { name: 'Your quote' })).toBeVisible()
  })
})

test('staff add a passkey and sign in with it @desktop', async ({ page, isPhone }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { email } = await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/account')
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()

  await page.goto('/admin/account')
  await expect(page.getByText(email).first()).toBeVisible()
  await panel.getByRole('button', { name: /^Remove the passkey/ }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
})

test('staff change an order on the phone, see the difference first, and the customer accepts what costs more @phone', async ({
  page,
  isPhone,
  baseURL,
}) => {
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 2 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order }))}`)
  await page.getByRole('link', { name: order }).click()
  await page.getByRole('link', { name: 'Edit order' }).click()
  const quantity = page.getByLabel(/^Quantity of Milk Jug/)
  const total = page.getByRole('region', { name: 'New total' })
  await expect(quantity).toHaveValue('2')
  expect(await widerThanScreen(page)).toEqual([])

  await quantity.fill('3')
  await page.getByRole('button', { name: 'Work out the new total' }).click()
  await expect(total.getByText('more: the customer gets a message and accepts it')).toBeVisible()
  expect(await widerThanScreen(page)).toEqual([])
  expect(await seriousFaults(page)).toEqual([])
  await quantity.fill('4')
  await expect(total, 'it was for another quantity').toBeHidden()
  await page.getByRole('button', { name: 'Work out the new total' }).click()
  await total.getByRole('button', { name: 'Ask the customer' }).click()
  await expect(page.getByRole('heading', { name: 'On hold: a change waits for the customer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pack', exact: true })).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])

  const sent: { text: string }[] = await (await page.request.get('/dev/outbox.json')).json()
  const link = sent
    .find(({ text }) => text.includes(`order ${order} costs`))
    ?.text.match(/\/track-order\/\S+/)?.[0]
  const edit = page.url()
  await page.goto(new URL(link ?? '', baseURL).href)
  await expect(page.getByText('Added: 2 × Milk Jug')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept the change' }).click()
  await expect(page.getByText('Please confirm the change')).toBeHidden()
  await page.goto(edit)
  await expect(page.getByText('Order changed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pack', exact: true })).toBeVisible()
})

test('a refusal and a message are inside the dialog that is open, above everything @desktop', async ({
  page,
  isPhone,
}) => {
  const order = await placeOrder(page, { slug: 'milk-jug', quantity: 1 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: order }))}`)
  await page.getByRole('link', { name: order }).click()
  // Answered while the dialog is open.
  const isOpen = Promise.withResolvers<void>()
  await page.route('**/api/admin/orders/*/notes', async (route) => {
    await isOpen.promise
    await route.continue()
  })
  await page.getByLabel('New note, for staff only').fill('Gift wrap')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Cancel items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel these items' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()

  isOpen.resolve()
  const message = dialog.getByRole('status').getByText('Note added')
  await expect(message).toBeVisible()
  const isOnTop = message.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const isInTopLayer = element.closest(':popover-open') !== null
    return isInTopLayer && element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(await isOnTop).toBe(true)
  // It stays while the pointer is on it, also longer than it is shown otherwise.
  await message.hover()
  const box = await message.boundingBox()
  const header = await page.getByRole('banner', { includeHidden: true }).boundingBox()
  expect(box?.y, 'below the header').toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Infinity))
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close message' }).click()
  await expect(message).toBeHidden()
  await expect(dialog, 'closing a message does not close the dialog').toBeVisible()
})

test('staff pack with a scanner: foreign and surplus pieces are refused, and the last piece packs the order @phone', async ({
  page,
  isPhone,
}) => {
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 2 })
  const other = await placeOrder(page, { slug: 'moon-phases-print', quantity: 1 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Scan to pack' }).click()
  /** As a scanner types: where the focus is, ended by Enter. */
  const scan = async (code: string) => {
    await expect(page.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }

  await scan('SF-1')
  await expect(page.getByRole('alert')).toHaveText('There is no order SF-1')
  await scan(order_no.toLowerCase())
  const table = page.getByRole('region', { name: order_no })
  const sku = (await table.locator('small').first().textContent()) ?? ''
  await scan(sku)
  await expect(table.getByText('1 of 2')).toBeVisible()
  await scan('NO-SUCH-SKU')
  await expect(page.getByRole('alert')).toHaveText('NO-SUCH-SKU is not in this order')
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
  await scan(sku)
  await expect(
    page.getByRole('status').getByText(`${order_no} is packed. Scan the next order.`),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Packed' })).toContainText(order_no)

  await scan(order_no)
  await expect(page.getByRole('alert')).toContainText(`${order_no} is not to be packed`)
  await scan(other)
  await page.getByRole('button', { name: 'Mark as packed without counting' }).click()
  await expect(page.getByRole('link', { name: other })).toBeVisible()
})

test('staff book a courier by keyboard, print the label, ask for a pick-up, and ship with the booked waybill @desktop', async ({
  page,
  isPhone,
}) => {
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 2 })
  await signInAsStaff(page, 'manager', isPhone)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: order_no }).click()
  await page.getByRole('button', { name: 'Book a courier' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Book a courier for ${order_no}` })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expect(dialog.getByRole('radio', { name: /Surface.*Cheapest/ })).toBeChecked()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('radio').first().press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /Air/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Booked: Test Courier TEST-/)).toBeVisible()
  const label = page.getByRole('link', { name: /^Label TEST-/ })
  const pdf = await page.request.get((await label.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/orders/couriers')
  await expect(page.getByRole('article', { name: `Parcel of ${order_no}` })).toContainText('Booked')
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
  await page.getByRole('button', { name: /Ask Test Courier for a pick-up/ }).click()
  await page.getByRole('button', { name: 'Ask for the pick-up' }).click()
  await expect(page.getByText(/^Pick-up of \d+ parcels asked for/)).toBeVisible()

  await page
    .getByRole('article', { name: `Parcel of ${order_no}` })
    .getByRole('link', { name: order_no })
    .click()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const shipping = page.getByRole('dialog', { name: `Ship items of ${order_no}` })
  await expect(shipping.getByLabel('Waybill (optional)')).toHaveValue(/^TEST-/)
  await shipping.getByRole('button', { name: 'Ship' }).click()
  await expect(page.getByRole('heading', { name: 'Shipments' })).toBeVisible()
})

test('staff send an item of a delivered order again free of charge @phone', async ({ page, isPhone }) => {
  await signInAsStaff(page, 'manager', isPhone)
  const delivered = { tab: 'delivered', q: 'demo@kilnandloom.example' }
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify(delivered))}`)
  await page.locator('tbody th a').first().click()
  const former = await orderNumber(page)
  await page.getByRole('link', { name: 'Send a replacement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Replacement for ${former}` })).toBeVisible()
  await expect(page.getByLabel('First name')).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'Work out the total' }), 'no item is chosen').toBeDisabled()
  await page
    .getByRole('list', { name: `Items of ${former}` })
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Work out the total' }).click()
  await expect(page.getByText('Please enter the reason')).toBeVisible()
  await page.getByLabel('Off the items').fill('ten')
  await page.getByRole('button', { name: 'Work out the total' }).click()
  await expect(page.getByLabel('Off the items')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Off the items').fill('100 %')
  await page.getByLabel('Reason').fill('Arrived broken')
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
  await page.getByRole('button', { name: 'Work out the total' }).click()

  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('Total ₹0')
  await expect(total).toContainText('Nothing is due: no payment is requested.')
  expect(await seriousFaults(page)).toEqual([])
  await total.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText('Order placed', { exact: true })).toBeVisible()
  await expect(page.getByText('Discount: Arrived broken').first()).toBeVisible()
  const placed = await orderNumber(page)
  await page.getByRole('link', { name: former }).first().click()
  await expect(page.getByText('Replaced by')).toBeVisible()
  await expect(page.getByRole('link', { name: placed })).toBeVisible()
})

test('a parcel that was refused on delivery comes back, and staff send it again with its waybill @phone', async ({
  page,
  isPhone,
}) => {
  const order_no = await placeOrder(page, { slug: 'milk-jug', quantity: 2 })
  await signInAsStaff(page, 'fulfilment', isPhone)
  await page.goto(`/admin/orders?q=${order_no}`)
  await page.getByRole('link', { name: order_no }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  const waybill = `DOOR-${order_no}`
  const ship = async () => {
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await dialog.getByLabel('Courier').fill('Bluebird')
    await dialog.getByLabel('Waybill (optional)').fill(waybill)
    await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await ship()

  await page.getByRole('button', { name: 'Parcel came back' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'It came back' }).click()

  await expect(page.getByText('Its items can be shipped again, or cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel items' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Credit note CN-/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.goto(`/track-order/${waybill}`)
  await expect(page.getByText('The courier could not deliver it.')).toBeVisible()

  await page.goBack()
  await ship()
  await expect(page.getByRole('heading', { name: `Bluebird ${waybill}` })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Invoice INV-/ })).toHaveCount(2)
})
