import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { seriousFaults } from '../../e2e/serious-faults.ts'
import { address } from '../../e2e/shopper.ts'

// One store whose tracking plugins are switched on.
test.describe.configure({ mode: 'default' })

const plugins = {
  GoogleGtag: { google_tag_id: 'G-TEST1234' },
  GoogleTagManager: { tag_code: 'GTM-TEST12' },
  FacebookPixel: { code: '1234567890' },
  MicrosoftClarity: { code: 'abcdefgh12' },
  UmamiAnalytics: {
    website_id: '7b8f2a4e-5d3c-4a1b-9e8f-0c6a3b1f2a77',
    script_url: 'https://stats.example/script.js',
  },
}

let shop: RunningShop
let folder: ReturnType<typeof makeDataDir>

test.beforeAll(async () => {
  folder = makeDataDir()
  shop = runShop({ dataDir: folder.dataDir, port: await findFreePort(), withNpm: false })
  await shop.ready()
  for (const [name, config] of Object.entries(plugins))
    await promisify(execFile)(
      process.execPath,
      ['src/cli/vitrine.ts', 'plugin', 'on', name, JSON.stringify(config)],
      { cwd: project, env: { ...cleanEnvironment(), DATA_DIR: folder.dataDir } },
    )
  await expect
    .poll(async () => (await (await fetch(`${shop.url}/api/plugins/all`)).text()).includes('UmamiAnalytics'))
    .toBe(true)
})

test.afterAll(async () => {
  shop.child.kill('SIGTERM')
  await shop.ended
  folder.remove()
})

type Report = { tool: string; call: unknown }

/** Local stand-ins of the five companies' scripts: they report what the shop gives them, and their own view of the address. */
const standIns: Record<string, string> = {
  'googletagmanager.com/gtag/js': `
    document.cookie = '_ga=1;path=/'
    const take = (call) => report({ tool: 'gtag', call: [...call] })
    gtagLayer.forEach(take); gtagLayer.push = (call) => take(call)`,
  'googletagmanager.com/gtm.js': `
    const take = (call) => report({ tool: 'gtm', call: call.event || !call.length ? call : [...call] })
    dataLayer.forEach(take); dataLayer.push = (call) => take(call)`,
  'connect.facebook.net': `
    document.cookie = '_fbp=1;path=/'
    const take = (...call) => report({ tool: 'pixel', call: [...call, location.search] })
    fbq.queue.forEach((call) => take(...call)); fbq.callMethod = take`,
  'clarity.ms': `
    const take = (...call) => report({ tool: 'clarity', call })
    clarity.q.forEach((call) => take(...call)); window.clarity = take`,
  'stats.example': `window.umami = { track: (make) => report({ tool: 'umami', call: make({}) }) }`,
}

async function openShop(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ baseURL: shop.url, ...options })
  const outside: string[] = []
  const reports: Report[] = []
  const complaints: string[] = []
  await context.exposeFunction('report', (report: Report) => void reports.push(report))
  await context.route(
    (url) => url.origin !== shop.url,
    (route) => {
      const url = route.request().url()
      outside.push(url)
      const body = Object.entries(standIns).find(([part]) => url.includes(part))?.[1] ?? ''
      return route.fulfill({ contentType: 'text/javascript', body: `(() => {${body}})()` })
    },
  )
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, outside, reports, complaints }
}

/** Hydrated, and its late parts have loaded: before that the buttons post their form. */
async function whenReady(page: Page) {
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const choicesIn = async (context: BrowserContext) => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'cookiePreferences')
  return JSON.parse(decodeURIComponent(cookie?.value ?? '[]')) as { id: string; accepted: boolean }[]
}
const names = (reports: readonly Report[], tool: string) =>
  reports
    .filter((one) => one.tool === tool)
    .map(({ call }) => {
      if (tool === 'umami') return (call as { name?: string }).name ?? 'page'
      if (tool === 'gtm')
        return Array.isArray(call) ? call.slice(0, 2).join(' ') : (call as { event?: string }).event
      return (call as unknown[]).slice(0, 2).join(' ')
    })
const count = (reports: readonly Report[], tool: string, name: string) =>
  names(reports, tool).filter((one) => one === name).length

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`declining sends nothing to third parties, at ${viewport.width} px`, async ({ browser }) => {
    const { context, page, outside, complaints } = await openShop(browser, { viewport })
    await page.goto('/product/moon-vase')
    await expect(banner(page)).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    const sizes = await banner(page)
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect()
          const { backgroundColor, font } = getComputedStyle(one)
          return [backgroundColor, font, Math.round(width), Math.round(height)].join(' ')
        }),
      )
    expect(sizes).toHaveLength(3)
    expect(new Set(sizes).size).toBe(1)

    await whenReady(page)
    await banner(page).getByRole('button', { name: 'Decline All' }).click()
    await expect(banner(page)).toBeHidden()
    await page.goto('/shop-online')
    await whenReady(page)
    await expect(banner(page)).toBeHidden()

    expect((await choicesIn(context)).filter(({ accepted }) => accepted).map(({ id }) => id)).toEqual([
      'essential',
    ])
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cookie Preferences' })
    await expect(dialog.getByRole('switch', { name: /^Essential/ })).toBeDisabled()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('switch', { name: 'Umami' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => outside.length).toBeGreaterThan(0)
    expect(outside.every((url) => url.startsWith('https://stats.example/'))).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })
}

test('a map loads after consent in the preferences, or after its button is pressed', async ({ browser }) => {
  const vitrine = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/cli/vitrine.ts', ...args], {
      cwd: project,
      env: { ...cleanEnvironment(), DATA_DIR: folder.dataDir },
    })
  const address = 'https://www.google.com/maps/embed?pb=test'
  await vitrine('settings', 'set', 'google_embed_url', JSON.stringify(address))
  await expect
    .poll(async () =>
      (await (await fetch(`${shop.url}/api/storefront/all`)).text()).includes('Videos and maps'),
    )
    .toBe(true)
  const { context, page, outside } = await openShop(browser, {})
  const map = page.getByTitle('Map: Collect it yourself')
  const isFromGoogle = (url: string) => url.startsWith('https://www.google.com/')
  await page.goto('/gift-guide')
  await banner(page).getByRole('button', { name: 'Decline All' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(map).toHaveCount(0)
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(map).toHaveAttribute('src', address)
  await expect.poll(() => outside.filter(isFromGoogle).length).toBe(1)

  await page.reload()
  await expect(map).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage cookies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cookie Preferences' })
  await dialog.getByRole('switch', { name: 'Videos and maps' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await map.scrollIntoViewIfNeeded()
  await expect(map).toHaveAttribute('src', address)
  await context.close()
  await vitrine('settings', 'set', 'google_embed_url', '""')
})

test('a press of “Manage cookies” before the code has loaded opens the dialog on the same page', async ({
  browser,
}) => {
  const { context, page } = await openShop(browser, {})
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'commit' })
  await banner(page).getByRole('button', { name: 'Cookie Preferences' }).click()
  code.resolve()

  await expect(page.getByRole('dialog', { name: 'Cookie Preferences' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/about')
  await context.close()
})

test('after consent each event is reported once, a purchase once on all devices, and nothing after withdrawal', async ({
  browser,
}) => {
  const { context, page, outside, reports, complaints } = await openShop(browser)
  await page.goto('/product/moon-vase')
  await whenReady(page)
  expect(outside).toEqual([])
  await banner(page).getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(() => new Set(reports.map(({ tool }) => tool)).size).toBe(5)
  expect(names(reports, 'gtag').slice(0, 2)).toEqual(['consent default', 'consent update'])
  expect(names(reports, 'gtm').slice(0, 2)).toEqual(['consent default', 'consent update'])
  for (const [tool, name] of [
    ['gtag', 'event view_item'],
    ['gtm', 'view_item'],
    ['pixel', 'track ViewContent'],
    ['clarity', 'event view_item'],
    ['umami', 'view_item'],
  ] as const)
    await expect.poll(() => count(reports, tool, name)).toBe(1)

  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click()
  const drawer = page.getByRole('dialog', { name: /^Cart/ })
  await expect(drawer).toBeVisible()
  await expect.poll(() => count(reports, 'gtag', 'event add_to_cart')).toBe(1)
  await drawer.getByRole('link', { name: 'Proceed to checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible()
  for (const [label, value] of Object.entries(address)) {
    const name = new RegExp(`^${label}( \\(optional\\))?$`)
    if (label === 'State') await page.getByRole('combobox', { name }).selectOption({ label: value })
    else await page.getByRole('textbox', { name }).fill(value)
  }
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await whenReady(page)
  // The payment step is a document of its own, without scripts of other companies.
  expect(await page.evaluate(() => 'fbq' in window)).toBe(false)
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: /^Place order/ }).click()
  await expect(page.getByText(/Order number/)).toBeVisible()
  const purchases = () => [
    count(reports, 'gtag', 'event purchase'),
    count(reports, 'gtm', 'purchase'),
    count(reports, 'pixel', 'track Purchase'),
    count(reports, 'clarity', 'event purchase'),
    count(reports, 'umami', 'purchase'),
  ]
  await expect.poll(purchases).toEqual([1, 1, 1, 1, 1])
  // Made on the payment step, and reported by the page after it.
  expect([
    count(reports, 'gtag', 'event add_payment_info'),
    count(reports, 'gtm', 'add_payment_info'),
    count(reports, 'pixel', 'track AddPaymentInfo'),
    count(reports, 'clarity', 'event add_payment_info'),
    count(reports, 'umami', 'add_payment_info'),
  ]).toEqual([1, 1, 1, 1, 1])
  const ofPixel = reports.find(({ tool, call }) => tool === 'pixel' && (call as string[])[1] === 'Purchase')
  const [, , sent, ids] = (ofPixel as Report).call as [
    string,
    string,
    { contents: object[]; currency: string },
    { eventID: string },
  ]
  expect(sent).toMatchObject({ currency: 'INR', contents: [{ quantity: 1 }] })
  expect(ids.eventID).toMatch(/^purchase\.SF-/)
  const ofGtag = reports.find(({ tool, call }) => tool === 'gtag' && (call as string[])[1] === 'purchase')
  expect((ofGtag?.call as unknown[] | undefined)?.[2]).toMatchObject({
    items: [{ index: 0, quantity: 1, item_variant: 'Oat' }],
  })
  expect(JSON.stringify(reports)).not.toContain('token')
  // Nor anything that the shopper has typed. ASVS 14.2.3
  for (const typed of [address.Phone, address.Email, address.Pincode, '12 Lake Road'])
    expect(JSON.stringify(reports)).not.toContain(typed)

  // Again in this tab, and in another tab that has no record of it.
  await page.reload()
  await expect(page.getByText(/Order number/)).toBeVisible()
  const seen = reports.length
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByText(/Order number/)).toBeVisible()
  await expect.poll(() => reports.length).toBeGreaterThan(seen)
  expect(purchases()).toEqual([1, 1, 1, 1, 1])
  await second.close()

  await page.getByRole('button', { name: 'Manage cookies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cookie Preferences' })
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Decline All' }).click()])
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => name.startsWith('_'))).toEqual([])
  outside.length = 0
  reports.length = 0
  await page.goto('/product/milk-jug')
  await whenReady(page)
  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click()
  await expect(drawer).toBeVisible()
  expect([outside, reports, complaints]).toEqual([[], [], []])
  await context.close()
})

test('Global Privacy Control counts as declined: no banner and no request to third parties', async ({
  browser,
}) => {
  const { context, page, outside } = await openShop(browser)
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/about')
  await whenReady(page)

  await expect(banner(page)).toBeHidden()
  expect(outside).toEqual([])
  await context.close()
})

test('a choice before the page’s code has run is stored when the page is left, without a message', async ({
  browser,
}) => {
  const { context, page } = await openShop(browser)
  await page.route(/\.js(\?|$)/, (route) => route.abort())
  await page.goto('/about')
  await banner(page).getByRole('button', { name: 'Decline All' }).click()
  await expect(banner(page)).toBeHidden()
  await page.unroute(/\.js(\?|$)/)

  await page.goto('/shop-online')
  await whenReady(page)

  await expect(banner(page)).toBeHidden()
  expect((await choicesIn(context)).filter(({ accepted }) => accepted).map(({ id }) => id)).toEqual([
    'essential',
  ])
  await context.clearCookies({ name: 'cookiePreferences' })
  await page.goto('/about')
  await whenReady(page)
  await banner(page).getByRole('button', { name: 'Decline All' }).click()
  await expect(banner(page)).toBeHidden()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Your cookie preferences are saved')).toHaveCount(0)
  await context.close()
})

test('the banner works without JavaScript', async ({ browser }) => {
  const { context, page } = await openShop(browser, { javaScriptEnabled: false })
  await page.goto('/about')
  await banner(page).getByRole('button', { name: 'Cookie Preferences' }).click()
  await page.getByRole('checkbox', { name: 'Umami' }).check()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL(/\/about$/)
  await expect(banner(page)).toBeHidden()
  const accepted = (await choicesIn(context)).filter((one) => one.accepted).map(({ id }) => id)
  expect(accepted).toEqual(['essential', 'UmamiAnalytics'])
  await context.close()
})
