import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from '@playwright/test'
import { afterAll, expect, onTestFinished } from 'vitest'

/**
 * A browser for a test file, closed after its tests: HEADLESS_SHELL, else CHROME_PATH, else the system's Chromium.
 *
 * @param isWhole not the shell, which keeps no pages for Back and reports other requests, and takes less than half the time
 */
export async function launchBrowser({ isWhole = false } = {}) {
  const { HEADLESS_SHELL, CHROME_PATH = '/usr/bin/chromium' } = process.env
  const browser = await chromium.launch({
    executablePath: isWhole ? CHROME_PATH : (HEADLESS_SHELL ?? CHROME_PATH),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
    ],
    // Playwright disables the back/forward cache, which these tests need.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  afterAll(() => browser.close())
  return browser
}

type Options = BrowserContextOptions & {
  /** Runs in the page before any of its scripts. */
  before?: string
  /** Allows warnings and errors in the page. */
  mayComplain?: boolean
}

/**
 * A visitor with a fresh profile. The test fails if the page logs a warning or an error or violates the content security policy.
 */
export async function startVisit(browser: Browser, base: string, options: Options = {}) {
  const { before, mayComplain = false, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: base, ...rest })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  if (before) await page.addInitScript(before)
  const complaints: string[] = []
  const requests: Request[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  onTestFinished(async () => {
    // Chromium sometimes never reports that a context is closed; closing the browser closes it.
    await Promise.race([context.close(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    if (!mayComplain) expect(complaints).toEqual([])
  })

  return {
    page,
    complaints,
    requests,
    /** Opens a URL and waits for hydration. */
    async open(path: string) {
      const response = await page.goto(path)
      await hydrated(page)
      await page.evaluate('window.isSameDocument = true')
      return response?.status() ?? 0
    },
    hydrated: () => hydrated(page),
    /** Clicks a generated link to `href`. */
    follow: (href: string) =>
      page.evaluate((to) => {
        const link = document.createElement('a')
        link.href = to
        document.body.append(link)
        link.click()
        link.remove()
      }, href),
    heading: (text: string) =>
      page.waitForFunction((wanted) => document.querySelector('main h1')?.textContent === wanted, text),
    /** Whether the document of the last `open` is still loaded. */
    isSameDocument: () => page.evaluate<boolean>('window.isSameDocument === true'),
    /** Holds the payloads of all pages until the returned function is called. */
    async holdPayloads() {
      const held = Promise.withResolvers<void>()
      await page.route('**/_payload.json*', async (route) => {
        await held.promise
        // Fails for a page that has been left.
        await route.continue().catch(() => {})
      })
      return held.resolve
    },
    payloads: () => requests.filter((request) => request.url().includes('/_payload.json')).length,
    async scrollTo(y: number) {
      await page.evaluate((to) => scrollTo(0, to), y)
      // The runtime stores the scroll position with a delay.
      await page.waitForTimeout(150)
    },
    /** Waits until the page is scrolled to this position. */
    scrolledTo: (y: number) => page.waitForFunction((wanted) => Math.round(scrollY) === wanted, y),
    scrollY: () => page.evaluate<number>('Math.round(scrollY)'),
    run: <Result>(script: string) => page.evaluate<Result>(script),
  }
}

export type Visit = Awaited<ReturnType<typeof startVisit>>

/** React marks the root element once it is hydrated. Where navigations are soft, prefetching starts after that. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const { probe } = window as { probe?: { prefetch: (href: string) => boolean } }
    const isHydrated = Object.keys(document.querySelector('main') ?? {}).some((key) =>
      key.startsWith('__react'),
    )
    return isHydrated && (!window.navigation || !probe || probe.prefetch('https://elsewhere.example/'))
  })
