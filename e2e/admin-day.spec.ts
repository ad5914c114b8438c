import type { Browser, Page } from '@playwright/test'
import { keysOf, refusePointers } from './keyboard-steps.ts'
import { caller, payByLink, placeOrder } from './order-steps.ts'
import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './shopper.ts'
import { newStaff, untilBuilt } from './staff-steps.ts'
import { widerThanScreen } from './wider-than-screen.ts'

test.use({ mayComplain: [/status of (401|404|409|422|503)/] })

const own = process.pid
const town = `Daypur${own}`
const goods = [
  { name: `Day vase ${own}`, sku: `VASE-${own}`, selling_price: 120_000 },
  { name: `Day lamp ${own}`, sku: `LAMP-${own}`, selling_price: 150_000 },
] as const
const [vase, lamp] = goods

test('a day with 60 orders is worked through by keyboard alone @desktop', async ({ page, browser }) => {
  test.slow()
  await untilBuilt(page)
  const { link } = await newStaff('manager', 'desktop')
  await refusePointers(page)
  const keys = keysOf(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  for (const one of goods) await addProduct(page, one)
  const orders = await placeOrders(browser)

  const heading = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog')
  const search = page.getByLabel('Search orders')
  const rows = page.locator('tbody tr')
  const results = page.getByRole('region', { name: 'Results' })
  /** By the field at the top, where a number that fits exactly is first. */
  const open = async (order_no: string) => {
    await keys.search(order_no)
    await expect(page.getByRole('option', { name: `${order_no} Asha` })).toBeVisible()
    await keys.press('Enter')
    await expect(heading).toHaveText(order_no)
  }

  // Filter.
  await keys.press('g', 'o')
  await expect(heading).toHaveText('Orders')
  await keys.type(search, town)
  await keys.press('Enter')
  const conditions = page.getByRole('list', { name: 'Conditions of the list' })
  await expect(conditions).toContainText(town)
  await expect(page.getByRole('button', { name: /^All 60/ })).toBeVisible()
  await expect(search, 'another search needs no way back').toBeFocused()
  await keys.enter(page.getByRole('button', { name: 'Filters' }))
  await keys.choose(page.getByLabel('Payment method'), 'Cash on delivery')
  await expect(conditions).toContainText('Cash on delivery')
  await keys.type(page.getByLabel('Total from'), '1,00x')
  await keys.press('Tab')
  const isRefused = (field: HTMLInputElement) => field.validity.customError
  expect(await page.getByLabel('Total from').evaluate(isRefused)).toBe(true)
  await keys.type(page.getByLabel('Total from'), '100')
  await keys.press('Enter')
  await expect(conditions).toContainText('₹100')
  expect(await seriousFaults(page)).toEqual([])
  await keys.enter(page.getByRole('button', { name: 'Save view' }))
  await keys.enter(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await keys.type(dialog.getByLabel('Name'), 'Cash')
  await keys.enter(dialog.getByRole('button', { name: 'Save' }))
  const view = page.getByRole('navigation', { name: 'Saved views' }).getByRole('button', { name: 'Cash' })
  await expect(view).toHaveAttribute('aria-current', 'true')
  await keys.enter(conditions.getByRole('button', { name: 'Clear all' }))
  await expect(conditions).toBeHidden()
  await keys.enter(view)
  await keys.enter(conditions.getByRole('button', { name: 'Remove Payment method: Cash on delivery' }))
  await keys.enter(page.getByRole('button', { name: /^To pack/ }))
  await keys.choose(page.getByLabel('Rows'), '100')
  await expect(rows).toHaveCount(60)

  // Pick: one list for all of them.
  await keys.press('Shift+Tab', 'a')
  await expect(page.getByText('60 selected')).toBeVisible()
  await keys.press('b')
  expect(await seriousFaults(page)).toEqual([])
  await keys.enter(page.getByRole('link', { name: 'Packing slips' }))
  await expect(page.getByRole('article', { name: 'Picking list' })).toContainText('60 orders, 68 pieces')

  // A scanner does not wait for the shop.
  await keys.press('g', 'o')
  await keys.enter(page.getByRole('link', { name: 'Scan to pack' }))
  await expect(page.getByLabel('Order number')).toBeFocused()
  for (const { order_no, sku, quantity } of orders.slice(0, 4))
    for (const code of [order_no, ...Array<string>(quantity).fill(sku)]) {
      await keys.text(code)
      await keys.press('Enter')
    }
  await expect(page.getByRole('region', { name: 'Packed' })).toContainText('Packed now (4)')

  // Edit one, then pack the others at once.
  const [, , , , edited, ...others] = orders
  if (!edited) throw new Error('No orders')
  await keys.enter(page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }))
  await open(edited.order_no)
  await keys.enter(page.getByRole('link', { name: 'Edit order' }))
  await keys.type(page.getByLabel(`Quantity of ${edited.name}`), '1')
  await keys.enter(page.getByRole('button', { name: 'Work out the new total' }))
  await keys.enter(page.getByRole('region', { name: 'New total' }).getByRole('button').last())
  await expect(page.getByText('Order changed', { exact: true }).first()).toBeVisible()

  await keys.press('g', 'o')
  await expect(page.getByText('56 selected'), 'those of before').toBeVisible()
  await keys.press('b')
  await keys.enter(page.getByRole('button', { name: 'Pack 56 orders' }))
  await expect(results).toContainText('56 of 56 orders packed')

  // Ship all but one by the courier's file.
  await keys.enter(page.getByRole('button', { name: /^To ship/ }))
  await expect(rows).toHaveCount(60)
  await keys.press('a')
  await keys.press('b')
  await keys.enter(page.getByRole('button', { name: 'Ship 60 orders' }))
  await keys.type(dialog.getByLabel('Courier'), 'Bluebird')
  const [file] = await Promise.all([
    page.waitForEvent('filechooser'),
    keys.enter(dialog.getByLabel('Or choose a CSV file')),
  ])
  const [part, ...whole] = orders
  if (!part) throw new Error('No orders')
  const lines = whole.map(({ order_no }) => `${order_no},DAY-${order_no}`)
  await file.setFiles({ name: 'waybills.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(dialog.getByText('59 of 60 waybills filled in.')).toBeVisible()
  await keys.enter(dialog.getByRole('button', { name: 'Ship', exact: true }))
  await expect(results).toContainText('59 of 59 orders shipped')
  await expect(rows).toHaveCount(1)

  // One piece of two.
  await keys.press('j', 'Enter')
  await expect(heading).toHaveText(part.order_no)
  await keys.enter(page.getByRole('button', { name: 'Ship', exact: true }))
  await keys.type(dialog.getByLabel('Courier'), 'Bluebird')
  await keys.type(dialog.getByLabel('Waybill (optional)'), `DAY-${part.order_no}`)
  await keys.type(dialog.getByLabel(/of 2/), '1')
  await keys.enter(dialog.getByRole('button', { name: 'Ship', exact: true }))
  await expect(page.getByText('Items shipped')).toBeVisible()

  // Refund by hand.
  const [refunded, exchanged] = others
  if (!refunded || !exchanged) throw new Error('No orders')
  const deliver = async (order_no: string) => {
    await open(order_no)
    await keys.enter(page.getByRole('button', { name: 'Mark as delivered' }))
    await keys.enter(dialog.getByRole('button', { name: 'Mark as delivered' }))
    await expect(dialog).toBeHidden()
  }
  await deliver(refunded.order_no)
  await keys.enter(page.getByRole('button', { name: 'Give money back' }))
  await keys.choose(dialog.getByLabel('Reason'), 'Late delivery')
  await keys.type(dialog.getByLabel('Amount in INR'), '2.50')
  await keys.enter(dialog.getByRole('button', { name: 'Refund' }))
  await keys.enter(page.getByRole('button', { name: 'Paid back' }))
  await keys.type(dialog.getByLabel('Reference'), 'UTR 4711')
  await keys.enter(dialog.getByRole('button', { name: 'Record payment' }))
  await expect(page.getByText('reference UTR 4711')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Credit note CN-/ }).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // Exchange for the dearer one, the difference by a link.
  await deliver(exchanged.order_no)
  await keys.enter(page.getByRole('link', { name: 'Exchange items' }))
  await keys.type(page.getByRole('spinbutton', { name: exchanged.name }), '1')
  await keys.type(page.getByLabel('Find a product'), lamp.sku)
  await keys.enter(page.getByRole('button', { name: `Add ${lamp.name}` }))
  await keys.pick(page.getByRole('radio', { name: /^At once, before the return/ }))
  await keys.enter(page.getByRole('button', { name: 'Work out the difference' }))
  const difference = page.getByRole('region', { name: 'Difference' })
  await keys.pick(difference.getByRole('radio', { name: /by a payment link$/ }).first())
  expect(await seriousFaults(page)).toEqual([])
  expect(await widerThanScreen(page)).toEqual([])
  await keys.enter(difference.getByRole('button', { name: 'Start the exchange and send the link' }))
  await expect(page.getByText(/^The customer can pay until/)).toBeVisible()
  await payByLink(page, browser)
  await keys.enter(page.getByRole('main').getByRole('link', { name: exchanged.order_no }).first())
  await expect(page.getByText('Exchanged by')).toBeVisible()
  for (const step of ['Items arrived', 'Refund']) {
    await keys.enter(page.getByRole('button', { name: step, exact: true }))
    await keys.enter(dialog.getByRole('button', { name: step, exact: true }))
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('link', { name: /^Credit note CN-/ })).toBeVisible()

  // An order by phone, paid by a link.
  await keys.press('g', 'o')
  await keys.enter(page.getByRole('link', { name: 'New order' }))
  await keys.type(page.getByLabel('Find a product'), vase.sku)
  await keys.enter(page.getByRole('button', { name: `Add ${vase.name}` }))
  for (const [label, value] of caller) await keys.type(page.getByLabel(label, { exact: true }), value)
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await keys.enter(page.getByRole('button', { name: 'Work out the total' }))
  await keys.pick(page.getByRole('radio', { name: /by a payment link$/ }).first())
  await keys.enter(page.getByRole('button', { name: 'Place the order and send the link' }))
  await expect(page.getByText(/^The customer can pay until/)).toBeVisible()
  await payByLink(page, browser)

  // Stock for a second location.
  const goTo = async (name: string) => {
    await keys.search(name)
    await page.getByRole('option', { name }).first().waitFor()
    await keys.press('Enter')
  }
  await goTo('Stock locations')
  await keys.enter(page.getByRole('link', { name: /^(New|Add) / }).first())
  for (const [label, value] of [
    ['Name', `Attic ${own}`],
    ['Code', `attic${own}`],
    ['Priority', '9'],
  ] as const)
    await keys.type(page.getByLabel(label), value)
  await keys.press('Control+s')
  await expect(page.getByText('Location added')).toBeVisible()
  await goTo('Transfers')
  await keys.enter(page.getByRole('link', { name: /^(New|Add) / }).first())
  await keys.choose(page.getByLabel('To', { exact: true }), `Attic ${own}`)
  await keys.type(page.getByLabel('SKUs and quantities'), `${vase.sku} 3`)
  await keys.enter(page.getByRole('button', { name: 'Save draft' }))
  await keys.enter(page.getByRole('button', { name: 'Send', exact: true }))
  await keys.enter(dialog.getByRole('button', { name: 'Send', exact: true }))
  await expect(page.getByText('In transit')).toBeVisible()
  await keys.enter(page.getByRole('button', { name: 'Receive', exact: true }))
  await keys.type(dialog.getByLabel(vase.name), '2')
  await keys.enter(dialog.getByRole('button', { name: 'Put into stock' }))
  await expect(page.getByText('2 arrived')).toBeVisible()

  // What the day brought.
  await goTo('Reports')
  const choices = page.getByRole('search', { name: 'Report' })
  await keys.choose(choices.getByLabel('Period'), 'Today')
  await keys.choose(choices.getByLabel('Report'), 'Returns')
  const allowance = page.getByRole('row').filter({ hasText: 'Allowance: Late delivery' })
  await expect(allowance).toContainText('₹')
  await keys.choose(choices.getByLabel('Compare with'), 'No comparison')
  await expect(page).toHaveURL(/report=returns.*compare=none/)
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    keys.enter(page.getByRole('link', { name: 'Export as CSV' })),
  ])
  expect(csv.suggestedFilename()).toMatch(/^returns-\d{4}/)
  // The address is all that a colleague needs.
  await page.reload()
  await expect(allowance).toContainText('₹')
  await keys.enter(page.getByRole('button', { name: 'Pin to Home' }))
  await keys.choose(dialog.getByLabel('Show as'), 'First five rows')
  expect(await seriousFaults(page)).toEqual([])
  await keys.enter(dialog.getByRole('button', { name: 'Pin', exact: true }))
  await expect(dialog).toBeHidden()
  for (const [name, shown] of [
    ['Carts to orders', 'Orders confirmed'],
    ['Stock value and age', 'Value at price'],
  ] as const) {
    await keys.choose(choices.getByLabel('Report'), name)
    await expect(page.getByText(shown).first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  }
  await arrangeHome(page)
})

/** From a pinned report: moves it up, hides a card, and puts the standard arrangement back. A card that fails leaves the others. */
async function arrangeHome(page: Page) {
  const keys = keysOf(page)
  await page.route('**/api/admin/home/low-stock', (route) =>
    route.fulfill({ status: 404, json: { status: 'error', code: 'NOT_FOUND', message: 'It failed' } }),
  )
  // Letters choose in the field that has the focus.
  await keys.press('Shift+Tab', 'Shift+Tab', 'g', 'h')
  const pinned = page.getByRole('region', { name: 'Returns, today' })
  await expect(pinned).toContainText('Allowance: Late delivery')
  const failed = page.getByRole('region', { name: 'Low stock' })
  await expect(failed.getByRole('alert')).toContainText('It failed')
  await expect(page.getByRole('region', { name: 'Best sellers' })).toContainText('sold')
  await page.unroute('**/api/admin/home/low-stock')
  await keys.enter(failed.getByRole('button', { name: 'Try again' }))
  await expect(failed.getByRole('alert')).toHaveCount(0)

  await keys.enter(page.getByRole('button', { name: 'Arrange' }))
  const tiles = page.getByRole('list', { name: 'Cards of the home screen' }).getByRole('listitem')
  await keys.enter(tiles.last().getByRole('button', { name: 'Move up: Returns, today' }))
  await expect(page.getByText(/^Returns, today, first five rows moved to position 6 of 7$/)).toBeAttached()
  await expect(tiles.nth(5).getByRole('button', { name: /^Move up/ })).toBeFocused()
  await keys.enter(tiles.filter({ hasText: 'Best sellers' }).getByRole('button', { name: /^Hide/ }))
  expect(await seriousFaults(page)).toEqual([])
  await keys.enter(page.getByRole('button', { name: 'Save' }))
  await page.reload()
  await expect(pinned).toContainText('Allowance: Late delivery')
  await expect(page.getByRole('region').last()).toHaveAccessibleName(/^Searches without results/)
  await expect(page.getByRole('region', { name: 'Best sellers' })).toHaveCount(0)

  await keys.enter(page.getByRole('button', { name: 'Arrange' }))
  await keys.enter(page.getByRole('button', { name: 'Standard arrangement' }))
  await keys.enter(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('region', { name: 'Best sellers' })).toBeVisible()
  await expect(pinned).toHaveCount(0)
}

/** A product of this journey: its orders take no stock of other journeys. */
async function addProduct(page: Page, { name, sku, selling_price }: (typeof goods)[number]) {
  const variations = [{ sku, selling_price, initial_stock: 500, is_default: true }]
  const reply = await page.request.post('/api/admin/products', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { values: { name, is_published: true, variations } },
  })
  expect(await reply.json()).toMatchObject({ status: 'success' })
}

/** 60 orders of four shoppers who buy at the same time; two of each are of two pieces. */
async function placeOrders(browser: Browser) {
  const buy = async (buyer: number) => {
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL,
      extraHTTPHeaders: { 'x-forwarded-for': `10.99.${buyer}.${own % 250}` },
    })
    const orders: { order_no: string; name: string; sku: string; quantity: number }[] = []
    for (let at = 0; at < 15; at += 1) {
      const { name, sku } = at % 2 ? lamp : vase
      const quantity = at < 2 ? 2 : 1
      const slug = name.toLowerCase().replaceAll(' ', '-')
      const order_no = await placeOrder(context, { slug, quantity }, { city: town })
      orders.push({ order_no, name, sku, quantity })
    }
    await context.close()
    return orders
  }
  const bought = await Promise.all([0, 1, 2, 3].map(buy))
  // The orders of two pieces first.
  return bought.flat().toSorted((a, b) => b.quantity - a.quantity)
}
