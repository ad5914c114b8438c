import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { unsubscribeUrl } from '../src/server/platform/notify/unsubscribe-link.ts'
import { askForCode, fromShop, messageTo, newPerson, openLogin, registered } from './auth-steps.ts'
import { saveAddress } from './customer-steps.ts'
import { previewUrl } from './editor-page.ts'
import { equalAccessFaults } from './equal-access.ts'
import { placeOrder } from './order-steps.ts'
import { keepHtml, seriousFaults } from './serious-faults.ts'
import { expect, nextFrames, type Shopper, test } from './shopper.ts'
import { widerThanScreen } from './wider-than-screen.ts'

type Visit = { page: Page; shopper: Shopper }

/** Every screen of the shop and the steps that open it. */
const screens: Record<string, (visit: Visit) => Promise<unknown>> = {
  home: ({ shopper }) => shopper.open('/'),
  shop: ({ shopper }) => shopper.open('/shop-online'),
  'shop, filtered': ({ shopper }) =>
    shopper.open('/shop-online?category=textiles&sort=price_asc&price_min=500'),
  category: ({ shopper }) => shopper.open('/product-category/ceramics'),
  collection: ({ page, shopper }) => openFirst('/product-collection/', page, shopper),
  product: ({ shopper }) => shopper.openProduct('veranda-planter'),
  'product reviews, filtered': ({ shopper }) =>
    shopper.open('/product/everyday-speckled-mug?stars=5#reviews'),
  'product, sold out': ({ shopper }) => shopper.openProduct('fig-and-cedar-candle'),
  search: ({ shopper }) => shopper.open('/search?query=mug'),
  'search without a result': ({ shopper }) => shopper.open('/search?query=zzzzqqqq'),
  about: ({ shopper }) => shopper.open('/about'),
  faq: ({ shopper }) => shopper.open('/faq'),
  'faq, searched': ({ shopper }) => shopper.open('/faq?q=refund'),
  blog: ({ shopper }) => shopper.open('/blogs'),
  'blog without a result': ({ shopper }) => shopper.open('/blogs?search=zzzz'),
  'blog post': ({ shopper }) => shopper.open('/blogs/how-a-mug-is-made'),
  'gift guide': ({ shopper }) => shopper.open('/gift-guide'),
  collections: ({ shopper }) => shopper.open('/collections'),
  'preview of a draft': async ({ shopper }) => shopper.open(await previewUrl('gift-guide')),
  terms: ({ shopper }) => shopper.open('/terms-and-conditions'),
  contact: ({ shopper }) => shopper.open('/contact'),
  'trade enquiry': ({ shopper }) => shopper.open('/trade-enquiry?product=Mug&quantity=24'),
  'form on its own page': ({ shopper }) => shopper.open('/forms/newsletter'),
  login: ({ shopper }) => shopper.open('/login'),
  'login by password': ({ shopper }) => shopper.open('/login?mode=legacy'),
  register: ({ shopper }) => shopper.open('/register?mode=legacy'),
  'forgotten password': ({ shopper }) => shopper.open('/forgot-password'),
  'reset password': openReset,
  'login dialog': async ({ page, shopper }) => {
    await shopper.open('/about')
    await openLogin(page)
    await expect(page.getByLabel('Mobile number')).toBeFocused()
  },
  'login dialog, code wrong': async ({ page, shopper }) => {
    const { phone } = newPerson()
    await shopper.open('/about')
    const code = await askForCode(page, phone)
    await page.getByLabel('Code', { exact: true }).fill(code === '0000' ? '1111' : '0000')
    await page.getByRole('button', { name: 'VERIFY' }).click()
    await expect(page.getByText('4 tries left')).toBeVisible()
  },
  'not found': ({ shopper }) => shopper.open('/no/such/page'),
  'offline page': async ({ page, shopper }) => {
    await shopper.open('/about')
    await page.evaluate(async () => {
      // Of two digits, which are wider.
      const at = new Date().setHours(22, 58)
      const picture = '/_img/320x/kiln/moon-vase--oat.avif.webp'
      const cache = await caches.open('offline-seen')
      const seen = { url: '/product/moon-vase', name: 'Moon Vase', picture, price: '₹1,299', at }
      await cache.put('/_offline/products', Response.json([seen, { ...seen, picture: null }]))
      const lines = [{ url: '/product/moon-vase', name: 'Moon Vase', quantity: 2, total: '₹2,598' }]
      await cache.put('/_offline/cart', Response.json({ lines, subtotal: '₹2,598', at }))
      await cache.add(picture)
    })
    await page.goto('/_offline')
    await expect(page.getByRole('heading', { name: 'Products you last saw' })).toBeVisible()
  },
  'cart, empty': ({ shopper }) => shopper.open('/cart'),
  cart: async ({ shopper }) => {
    await shopper.addToCart('milk-jug')
    await shopper.open('/cart')
  },
  'cart, delivery estimated': async ({ page, shopper }) => {
    await shopper.addToCart('milk-jug')
    await shopper.open('/cart')
    await page.getByText('Estimate delivery').click()
    await page.getByLabel('Deliver to pincode').fill('560001')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('list', { name: 'Delivery to 560001' })).toBeVisible()
  },
  'cart drawer': ({ shopper }) => shopper.addToCart('milk-jug'),
  'checkout, address': async ({ shopper }) => {
    await shopper.addToCart('milk-jug')
    await shopper.goToCheckout()
  },
  'checkout, address with errors': async ({ page, shopper }) => {
    await shopper.addToCart('milk-jug')
    await shopper.goToCheckout()
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'account, addresses': async (visit) => {
    await asCustomer(visit, '/account/addresses')
    await visit.page.getByRole('button', { name: /^Edit/ }).click()
    await expect(visit.page.getByRole('button', { name: 'Update Address' })).toBeVisible()
  },
  'account, wishlist': async (visit) => {
    await asCustomer(visit, '/product/milk-jug')
    await visit.page.getByRole('button', { name: 'Save Milk Jug' }).click()
    await expect(visit.page.getByText('Added to wishlist')).toBeVisible()
    await visit.shopper.open('/account/wishlist')
  },
  'checkout, saved addresses': async (visit) => {
    await asCustomer(visit, '/product/milk-jug')
    await visit.shopper.addToCart()
    await visit.shopper.goToCheckout()
    await visit.page.getByRole('button', { name: 'Change shipping address' }).click()
    await expect(visit.page.getByRole('button', { name: 'Deliver here' })).toBeVisible()
  },
  'checkout, payment': atPayment,
  'track order, form': ({ shopper }) => shopper.open('/track-order'),
  'track order, nothing found': ({ shopper }) => shopper.open('/track-order/WB-NO-SUCH-PARCEL'),
  'track order, no waybill': ({ shopper }) => shopper.open(`/track-order/${'4E3SPU'.repeat(8)}`),
  'track order, parcel with its scans': async ({ page, shopper }) => {
    await shopper.open('/track-order/KLT10000008')
    await page.getByRole('button', { name: 'See all scans' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'checkout, complete': async (visit) => {
    await atPayment(visit)
    await visit.page.getByRole('radio', { name: /^Cash on delivery/ }).check()
    await visit.shopper.acceptTerms()
    await visit.shopper.placeOrder()
    await expect(visit.page.getByText(/Order number/)).toBeVisible()
  },
  account: atAccount(''),
  'account, profile': atAccount('/profile'),
  'account, store credit': atAccount('/store-credit'),
  'account, number verified': async (visit) => {
    await atAccount('/profile')(visit)
    await visit.page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(visit.page.getByRole('dialog', { name: 'Verify Account' })).toBeVisible()
  },
  'account, security': atAccount('/security'),
  'account, reset password': atAccount('/reset-password'),
  'account, your data': atAccount('/your-data'),
  'account, confirm email': atAccount('/confirm-email?token=none'),
  unsubscribe: async ({ page }) => {
    await page.goto(unsubscribePath('asha@example.com'))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  },
  'orders, none': atAccount('/orders'),
  orders: atOrders,
  order: openOrder,
  'order, cancel dialog': async (visit) => {
    await openOrder(visit)
    await visit.page.getByRole('button', { name: 'Cancel items or order' }).click()
    await expect(visit.page.getByRole('dialog')).toBeVisible()
  },
}

function atAccount(path: string) {
  return async ({ shopper }: Visit) => {
    await shopper.becomeCustomer()
    await shopper.open(`/account${path}`)
  }
}

async function atOrders({ page, shopper }: Visit) {
  await shopper.becomeCustomer()
  await placeOrder(page, { slug: 'moon-phases-print', quantity: 2 })
  await shopper.open('/account/orders')
}

async function openOrder(visit: Visit) {
  await atOrders(visit)
  await visit.page.getByRole('link', { name: /^View order/ }).click()
  await expect(visit.page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
}

async function asCustomer({ page, shopper }: Visit, path: string) {
  await shopper.becomeCustomer()
  await saveAddress(page, '12 Lake Road')
  await shopper.open(path)
}

async function atPayment({ shopper }: Visit) {
  await shopper.addToCart('milk-jug')
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
}

async function openReset({ page, shopper }: Visit) {
  const { email } = await registered(page.request)
  await page.request.post('/api/auth/reset', { data: { email }, headers: fromShop() })
  await shopper.open(/\/account\/reset-password\/\S+/.exec(await messageTo(page.request, email))?.[0] ?? '')
  await expect(page.getByLabel('Confirm new password', { exact: true })).toBeVisible()
}

/** The signed unsubscribe link of a marketing mail. */
function unsubscribePath(email: string) {
  const secrets = readFileSync(join(process.env.SHOP_DATA_DIR ?? '', 'secrets.json'), 'utf8')
  return unsubscribeUrl({ storeUrl: '', tokenSecret: JSON.parse(secrets).tokenSecret }, email)
}

async function openFirst(prefix: string, page: Page, shopper: Shopper) {
  await page.goto('/')
  const path = await page.locator(`a[href^="${prefix}"]`).first().getAttribute('href')
  expect(path).toBeTruthy()
  await shopper.open(path as string)
}

test.use({ mayComplain: [/status of (401|404)/], reducedMotion: 'reduce' })

/** Screens whose wide layout has other parts than the narrow one. */
const wideLayouts = new Set([
  'home',
  'shop, filtered',
  'product',
  'search',
  'cart',
  'cart drawer',
  'login dialog',
  'checkout, address',
  'checkout, payment',
  'checkout, complete',
  'account',
  'account, profile',
  'order',
  'contact',
  'gift guide',
  'blog',
  'blog post',
])

for (const [name, openScreen] of Object.entries(screens)) {
  test(`${name}: no console error, one h1, no accessibility violation, no horizontal scrolling at 320 px or with text of twice the size`, {
    tag: '@phone',
  }, async ({ page, shopper }) => {
    await openScreen({ page, shopper })

    await expect(page.locator('h1')).toHaveCount(1)
    expect(await seriousFaults(page)).toEqual([])
    // As the server sends it; `seriousFaults` keeps what scripts have made of it.
    keepHtml(await (await page.request.get(page.url())).text())
    await withTextSize(page, '200%', () => expect.poll(() => widerThanScreen(page)).toEqual([]))

    await page.setViewportSize({ width: 320, height: 640 })
    // Polled, because a page is laid out some frames after a resize.
    await expect.poll(() => widerThanScreen(page)).toEqual([])

    if (!wideLayouts.has(name)) return
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(1440)
    expect(await seriousFaults(page)).toEqual([])
    expect(await widerThanScreen(page)).toEqual([])
  })
}

// Takes 1.4 s of processor time a screen, axe 0.8: `npm run equal-access`. ADR 0006.
for (const [name, openScreen] of Object.entries(screens)) {
  test(`${name}: Equal Access finds no failure of WCAG 2.2`, { tag: ['@phone', '@by-command'] }, async ({
    page,
    shopper,
  }) => {
    await openScreen({ page, shopper })
    expect(await equalAccessFaults(page)).toEqual([])
  })
}

/** As browsers do whose user asks for larger text. WCAG 1.4.4. */
async function withTextSize(page: Page, size: string, check: () => Promise<void>) {
  const setSize = (value: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), value)
  await setSize(size)
  // Container queries follow the new size a frame later.
  await nextFrames(page)
  await check()
  await setSize('')
}

/** Where the bottom menu once covered half of a control of the first screen. */
const halfCovered = [
  ['/faq', 390, 844],
  ['/product/moon-vase', 412, 915],
  ['/product/moon-vase', 430, 932],
] as const

// On wide screens the filters are a column of the page.
test('the bottom menu of phones covers no part of a heart, and the filter sheet has no serious axe violation', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  // Lighthouse's size, at which the first screen ended within a heart.
  await page.setViewportSize({ width: 412, height: 823 })
  await shopper.open('/shop-online')
  const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target))).toEqual([])
  for (const [path, width, height] of halfCovered) {
    await page.setViewportSize({ width, height })
    await shopper.open(path)
    const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze()
    expect(
      violations.flatMap(({ nodes }) => nodes.map(({ target }) => `${path} ${width}: ${target}`)),
    ).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await shopper.open('/shop-online')
  await page.getByRole('link', { name: /^Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()

  expect(await seriousFaults(page)).toEqual([])
})

test('the fixed bars of phones cover no part of a control of the data page of the account', {
  tag: '@phone',
}, async ({ page, shopper }) => {
  await shopper.becomeCustomer()
  await shopper.open('/account/your-data')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  // Another font moves the controls.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))

  const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target))).toEqual([])

  const controls = page.getByRole('main').locator('a, button').filter({ visible: true })
  await expect(controls).toHaveCount(3)
  for (const control of await controls.all()) {
    await control.focus()
    await expect.poll(() => control.evaluate(coveredEdges)).toEqual([])
  }
})

/** The edges of a control where another element, or the end of the screen, is on top of it. */
function coveredEdges(control: Element) {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const [middle, center] = [(left + right) / 2, (top + bottom) / 2]
  const edges = {
    left: [left + 2, center],
    right: [right - 2, center],
    top: [middle, top + 2],
    bottom: [middle, bottom - 2],
  }
  return Object.entries(edges)
    .filter(([, [x = 0, y = 0]]) => !control.contains(document.elementFromPoint(x, y)))
    .map(([edge]) => edge)
}

for (const path of ['/', '/shop-online', '/product/moon-vase', '/about', '/gift-guide']) {
  test(`${path} preloads only pictures that it shows`, async ({ page, shopper }) => {
    await shopper.open(path)

    const useless = await page.evaluate(() => {
      const shown = new Set([...document.images].map(({ currentSrc }) => currentSrc))
      return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(
          ({ initiatorType, name }) =>
            initiatorType === 'link' && name.includes('/_img/') && !shown.has(name),
        )
        .map(({ name }) => name)
    })
    expect(useless).toEqual([])
  })
}
