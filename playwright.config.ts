import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

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
/** Closes the shop to visitors, so that it runs after all others. */
const closed = 'closed-store.spec.ts'
const journeys = { testDir: './e2e', testMatch: '*.spec.ts' }
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

/**
 * Three kinds of tests: the shop as a program (`start`: processes, signals, crashes), journeys in Chromium (`phone`,
 * `desktop`, and `merchant` for those that change the shop) and
 * the shopper's journey in WebKit, Firefox and Chromium without the Navigation API (`engines`). Journeys run on one shop that `tests/harness/open-browser-shop.ts` starts. They
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
    ...browser,
  },
  projects: [
    // One browser of each engine serves all its journeys, one after the other: first, so that the others fill the second worker.
    { name: 'engines', testDir: './e2e/engines', testMatch: '*.spec.ts', fullyParallel: false },
    { name: 'start', testDir: './tests/start', testMatch: '*.spec.ts', timeout: 240_000 },
    { name: 'desktop', ...journeys, testIgnore: ['engines/**', closed, ...merchants], ...desktop },
    { name: 'phone', ...journeys, testIgnore: ['engines/**', closed, ...merchants], ...phone },
    // After the shoppers' journeys, which count on the demo shop's products, pages and look.
    { name: 'merchant', ...journeys, testMatch: merchants, ...desktop, dependencies: ['desktop', 'phone'] },
    { name: 'merchant-phone', ...journeys, testMatch: merchants, ...phone, dependencies: ['merchant'] },
    { name: 'closed', ...journeys, testMatch: closed, ...desktop, dependencies: ['merchant-phone'] },
  ],
})
