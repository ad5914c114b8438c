import { test as base, expect, type Page } from '@playwright/test'
import { findBrowserShop } from '#harness/open-browser-shop.ts'

type Options = {
  /** Console errors that this test allows, such as a refused request or a missing page. */
  mayComplain: RegExp[]
}

/** Number of visitors of this worker. Each has its own IP address, so that tests do not share rate limits. */
let visitors = 0

type Fixtures = { shopper: Shopper; isPhone: boolean; visitorHeaders: Record<string, string> }
type WorkerFixtures = { shopUrl: string }

/** Playwright's test with a shopper fixture. Every test also checks that no page logged an error. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  shopUrl: [
    async ({ browserName: _ }, use, { project }) => use(await findBrowserShop(project.metadata.shop)),
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  mayComplain: [[], { option: true }],
  // Set on the context that the tests of a worker share: as its option they would be a reason for a new one.
  visitorHeaders: async ({ browserName: _ }, use, { parallelIndex }) => {
    visitors += 1
    await use({ 'x-forwarded-for': `10.${30 + parallelIndex}.${visitors >> 8}.${visitors & 255}` })
  },
  baseURL: ({ shopUrl }, use) => use(shopUrl),
  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) < 700),
  page: async ({ page, mayComplain, baseURL, visitorHeaders }, use, { testId, retry, repeatEachIndex }) => {
    await page.context().setExtraHTTPHeaders(visitorHeaders)
    // Has answered the cookie banner.
    const value = encodeURIComponent(JSON.stringify([{ id: 'essential', accepted: true }]))
    await page.context().addCookies([{ name: 'cookiePreferences', value, url: baseURL ?? '' }])
    const complaints = listen(page)
    // The network is away only where a test has switched it off.
    const expected = [...mayComplain, /ERR_INTERNET_DISCONNECTED/]
    await page.addInitScript(forgetSession, `${testId} ${retry} ${repeatEachIndex}`)
    await page.addInitScript(reportCauses)
    await page.addInitScript(reportMovedControls)
    await page.addInitScript(reportRepeatedIds)
    await use(page)
    // Errors, React's hydration warnings and violations of the content security policy.
    expect(complaints.filter((text) => !expected.some((allowed) => allowed.test(text)))).toEqual([])
  },
  shopper: async ({ page, isPhone }, use) => use(createShopper(page, isPhone)),
})

export { expect }

/** The tab is that of the test before, whose session it still has. */
function forgetSession(test: string) {
  // A sandboxed frame has no session, nor has a page without an address.
  if (window !== top || !location.protocol.startsWith('http')) return
  if (sessionStorage.getItem('test') === test) return
  sessionStorage.clear()
  sessionStorage.setItem('test', test)
}

/** React reports a failed hydration as its own error, which names the thrown one as its cause. */
function reportCauses() {
  const report = window.reportError
  window.reportError = (error) => {
    if (error instanceof Error && error.cause) console.error('cause', error.cause)
    report(error)
  }
}

/**
 * A control that moves between press and release loses the click: the release hits what is in its place then. Checked at every press
 * of every journey.
 */
function reportMovedControls() {
  const controls = 'a, button, summary, label, select, input, textarea'
  let pressed: { control: Element; x: number; y: number } | undefined
  const at = (control: Element) => control.getBoundingClientRect()
  addEventListener(
    'mousedown',
    ({ target }) => {
      const control = target instanceof Element ? target.closest(controls) : null
      pressed = control ? { control, x: at(control).x + scrollX, y: at(control).y + scrollY } : undefined
    },
    true,
  )
  addEventListener(
    'mouseup',
    () => {
      if (!pressed?.control.isConnected) return
      const { control, x, y } = pressed
      const { x: left, y: top, width } = at(control)
      const moved = Math.hypot(left + scrollX - x, top + scrollY - y)
      // Some buttons sink by a pixel while they are pressed.
      if (width > 0 && moved > 2)
        console.error(
          `“${control.textContent?.trim()}” moved by ${Math.round(moved)} px while it was pressed`,
        )
    },
    true,
  )
}

/**
 * A label, a form or a description finds the first element of its id. Checked at every press. Targets of links may also be on a page
 * that is not on screen: prerendered, or left by this very press.
 */
function reportRepeatedIds() {
  const targets = ['filters', 'products', 'reviews', 'posted']
  const check = () => {
    const seen = new Set<string>()
    for (const element of document.querySelectorAll('[id]')) {
      if (targets.includes(element.id) && element.closest('main > [inert]')) continue
      if (seen.has(element.id)) console.error(`The id ${element.id} is in the document twice`)
      seen.add(element.id)
    }
  }
  addEventListener('mousedown', check, true)
}

function listen(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (message.text().includes('Service Worker registration blocked by Playwright')) return
    // Depends on how long a test stays on a page; `every-screen` checks preloads itself.
    if (message.text().includes('was preloaded using link preload but not used')) return
    complaints.push(`${message.text()} (${message.location().url})`)
  })
  return complaints
}

/** What a script imports, a choice that the address has, and the focus that a dialog returns are there. */
export const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** A person holds the button of a mouse for some 90 ms, in which what they left a field for can move. */
export const PERSONS_PRESS = { delay: 90 }

/** A complete address in India, by the form's labels. */
export const address = {
  Phone: '9876543210',
  Email: 'asha@example.com',
  'First name': 'Asha',
  'Last name': 'Rao',
  'Flat, house no., building': '12 Lake Road',
  Pincode: '560001',
  City: 'Bengaluru',
  State: 'Karnataka',
}

/** A new customer with their own IP address, because registrations per address are limited. */
function newPerson() {
  const number = Math.floor(Math.random() * 1e8)
  const from = [10, number >> 16, number >> 8, number].map((part) => part & 255).join('.')
  const person = {
    first_name: 'Asha',
    last_name: 'Rao',
    email: `asha.${number}@example.com`,
    phone: `90${String(number).padStart(8, '0')}`,
    password: 'kupfer-Kanne-71',
  }
  return { person, headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from } }
}

export type Shopper = ReturnType<typeof createShopper>

/** Actions of a shopper; elements are found by their visible or accessible names. */
export function createShopper(page: Page, isPhone: boolean) {
  /** Opens a URL and waits for hydration. */
  async function open(path: string) {
    const response = await page.goto(path)
    await isHydrated()
    return response
  }

  const isHydrated = () => expect(page.locator('html[data-hydrated]')).toBeAttached()
  const drawer = () => page.getByRole('dialog', { name: /^Cart/ })
  const line = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

  return {
    open,
    isHydrated,
    drawer,
    /** The line of a product in the cart. */
    line,

    /** Registers an account; the shopper is logged in afterwards. */
    async becomeCustomer() {
      const { person, headers } = newPerson()
      const reply = await page.request.post('/api/auth/register', { data: person, headers })
      expect(reply.status()).toBe(200)
      return person
    },

    async openProduct(slug: string) {
      await open(`/product/${slug}`)
    },

    /** Chooses an option of the current product by its visible name. */
    async choose(option: string) {
      await page.getByRole('link', { name: option, exact: true }).click()
    },

    /** Adds the current product, or the one with this slug, and waits for the drawer. */
    async addToCart(slug?: string) {
      if (slug) await open(`/product/${slug}`)
      // Phones have a second button in the bottom bar.
      const button = page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true })
      await button.first().click(PERSONS_PRESS)
      await expect(drawer()).toBeVisible()
    },

    async closeDrawer() {
      await drawer().getByRole('button', { name: 'Close' }).click()
      await expect(drawer()).toBeHidden()
    },

    async goToCheckout() {
      const link = page.getByRole('link', { name: 'Proceed to checkout' }).filter({ visible: true })
      await link.first().click(PERSONS_PRESS)
      await expect(page).toHaveURL(/\/checkout\/address/)
      await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible()
    },

    /** Fills the given fields and leaves the others unchanged. */
    async fillAddress(values: Partial<Record<keyof typeof address | 'Mobile number', string>> = address) {
      for (const [label, value] of Object.entries(values)) {
        const name = new RegExp(`^${label}( \\(optional\\))?$`)
        if (label === 'State') await page.getByRole('combobox', { name }).selectOption({ label: value })
        else await page.getByRole('textbox', { name }).fill(value)
      }
    },

    async goToPayment() {
      await page.getByRole('button', { name: 'Proceed to payment' }).click(PERSONS_PRESS)
      await expect(page).toHaveURL(/\/checkout\/payment/)
      await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
    },

    async acceptTerms() {
      await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    },

    async placeOrder() {
      await page.getByRole('button', { name: /^Place order/ }).click(PERSONS_PRESS)
      await expect(page).toHaveURL(/\/checkout-complete/)
      // The step before is still there for a moment.
      await expect(page.locator('h1', { hasText: /^Payment$/ })).toHaveCount(0)
    },

    /** From the payment step on. */
    async orderWithCash() {
      await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
      await this.acceptTerms()
      await this.placeOrder()
    },

    /** Chooses a filter: in the sheet on phones, in the column on wide screens. */
    async filter(option: string | RegExp) {
      if (isPhone) await page.getByRole('link', { name: /^Filters/ }).click()
      const filters = isPhone
        ? page.getByRole('dialog', { name: 'Filters' })
        : page.getByRole('complementary', { name: 'Filters' })
      await filters.getByRole('checkbox', { name: option }).click()
      await expect(filters.getByRole('checkbox', { name: option })).toBeChecked()
      if (!isPhone) return
      await filters.getByRole('button', { name: /^Show \d/ }).click()
      await expect(filters).toBeHidden()
    },

    /** The listing's product count. */
    total: () =>
      page
        .getByRole('region', { name: 'Products' })
        .getByText(/^\d+ products?$/)
        .first(),

    /** Searches through the search field of this viewport. */
    async search(query: string) {
      if (isPhone) await page.getByRole('link', { name: 'Search' }).click()
      const field = page.getByLabel('Search the shop').filter({ visible: true }).first()
      await field.fill(query)
      await field.press('Enter')
    },

    /** Checks the number of items on the cart button. */
    async seesInCart(count: number) {
      const name = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
    },
  }
}
