import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

const browser = {
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    // Playwright switches the back/forward cache off; shoppers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
}

/**
 * Two kinds of tests: the shop as a program (`start`: processes, signals, crashes) and as a place (`phone`, `desktop`: journeys
 * in a real browser, on one shop that `e2e/open-shop.ts` starts). Not Vitest's: these need nothing of the server's code.
 */
export default defineConfig({
  globalSetup: './e2e/open-shop.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // A test that passes now and then is a fault to be found.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    // What failed is kept as a picture; `TRACE=1` records all that led there.
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'en-IN',
    ...browser,
  },
  projects: [
    { name: 'start', testDir: './tests/start', testMatch: '*.spec.ts', timeout: 120_000 },
    {
      name: 'desktop',
      testDir: './e2e',
      testMatch: '*.spec.ts',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: './e2e',
      testMatch: '*.spec.ts',
      grepInvert: /@desktop/,
      use: {
        viewport: { width: 390, height: 844 },
        userAgent: devices['Pixel 7'].userAgent,
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
})
