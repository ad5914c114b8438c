import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from '@playwright/test'
import { afterAll, expect, onTestFinished } from 'vitest'

/** A browser for a test file, closed after its tests. CHROME_PATH names another than the system's Chromium. */
export async function launchBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
    ],
    // Playwright switches the back/forward cache off; we want to see it work.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  afterAll(() => browser.close())
  return browser
}

type Options = BrowserContextOptions & {
  /** Runs in the page before any of its scripts. */
  before?: string
  /** Leaves what the page complains about to the test. */
  mayComplain?: boolean
}

/**
 * A visitor with a fresh profile. After the test the page must not have complained: no warning, no error, nothing
 * that the content policy refused.
 */
export async function startVisit(browser: Browser, base: string, options: Options = {}) {
  const { before, mayComplain = false, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: base, ...rest })
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
    // Chromium sometimes never says that a context is closed; with the browser it goes anyway.
    await Promise.race([context.close(), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    if (!mayComplain) expect(complaints).toEqual([])
  })

  return {
    page,
    complaints,
    requests,
    /** Opens an address and waits for React. */
    async open(path: string) {
      const response = await page.goto(path)
      await hydrated(page)
      await page.evaluate('window.isSameDocument = true')
      return response?.status() ?? 0
    },
    hydrated: () => hydrated(page),
    /** Follows a link as a script would, wherever it leads. */
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
    /** Whether the document of the last `open` is still there. */
    isSameDocument: () => page.evaluate<boolean>('window.isSameDocument === true'),
    async delayPayloads(ms: number) {
      await page.route('**/_payload.json*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        // Too late for a page that has been left.
        await route.continue().catch(() => {})
      })
    },
    payloads: () => requests.filter((request) => request.url().includes('/_payload.json')).length,
    async scrollTo(y: number) {
      await page.evaluate((to) => scrollTo(0, to), y)
      await page.waitForTimeout(150)
    },
    scrollY: () => page.evaluate<number>('Math.round(scrollY)'),
    run: <Result>(script: string) => page.evaluate<Result>(script),
  }
}

export type Visit = Awaited<ReturnType<typeof startVisit>>

/** React leaves its mark on the root once it has taken it over. */
const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
