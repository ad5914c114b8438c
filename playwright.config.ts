import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'
import { expectWithoutSnapshots } from './tests/harness/expect-without-snapshots.ts'

expectWithoutSnapshots()

const browser = {
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    // Playwright disables the back/forward cache, which shoppers have.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
}

/** Journeys that change the catalogue, pages, look or plugins. */
const merchants = ['admin-*.spec.ts', 'changed-cart.spec.ts']
/** Closes its shop to visitors. */
const closed = 'closed-store.spec.ts'
/** `shop`: the projects with the same name share a shop, which `tests/harness/open-browser-shop.ts` opens. */
const journeys = { testDir: './e2e', testMatch: '*.spec.ts', metadata: { shop: 'shoppers' } }
const ownShop = (shop: string) => ({ ...journeys, metadata: { shop } })
const desktop = { grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } }
const phone = {
  grepInvert: /@desktop/,
  use: {
    viewport: { width: 390, height: 844 },
    userAgent: devices['Pixel 7'].userAgent,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
}
/** A tab that is used again costs half the processor time of a new one, whose process has compiled no script yet. */
const sameTab = <Use extends object>({ use, ...project }: { grepInvert: RegExp; use: Use }) => ({
  ...project,
  use: { ...use, reuseContext: true },
})

/**
 * Three kinds of tests: the shop as a program (`start`: processes, signals, crashes), journeys in Chromium (`phone`,
 * `desktop`, and `merchant` for those that change the shop) and
 * journeys in WebKit, Firefox and Chromium without the Navigation API (`engines`). They
 * use Playwright instead of Vitest because they import no server code.
 */
export default defineConfig({
  globalSetup: './tests/harness/open-browser-shop.ts',
  outputDir: 'test-results',
  // One more than the cores of a small machine, because two workers leave 10 to 25 % of them idle.
  workers: 3,
  fullyParallel: true,
  // A flaky test is a defect to fix. The gate tries it once more, names it, and goes on (ADR 0006).
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous: on a busy machine everything may take ten times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    // A failed test leaves a screenshot; `TRACE=1` records a trace.
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'en-IN',
    // A navigation through one cannot be intercepted; `offline.spec.ts` and `closed-store.spec.ts` have it.
    serviceWorkers: 'block',
    ...browser,
  },
  projects: [
    // One browser of each engine serves all its journeys, one after the other: first, so that the others fill the second worker.
    { name: 'engines', ...journeys, testDir: './e2e/engines', fullyParallel: false },
    { name: 'start', testDir: './tests/start', testMatch: '*.spec.ts', timeout: 240_000 },
    // Shops of their own, because the shoppers' journeys count on the demo shop's products, pages and look.
    { name: 'merchant', ...ownShop('merchant'), testMatch: merchants, ...desktop },
    { name: 'merchant-phone', ...ownShop('merchant-phone'), testMatch: merchants, ...phone },
    { name: 'closed', ...ownShop('closed'), testMatch: closed, ...desktop },
    { name: 'desktop', ...journeys, testIgnore: ['engines/**', closed, ...merchants], ...sameTab(desktop) },
    { name: 'phone', ...journeys, testIgnore: ['engines/**', closed, ...merchants], ...sameTab(phone) },
  ],
})
