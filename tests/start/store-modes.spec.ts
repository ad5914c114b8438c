import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, expect, type Page, test } from '@playwright/test'
import pino from 'pino'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { readOutbox } from '#harness/shop-client.ts'
import { joinEmbeddedPostgres } from '#server/platform/db/join-embedded-postgres.ts'
import { seriousFaults } from '../../e2e/serious-faults.ts'

// One store: each test changes its mode and opens it again.
test.describe.configure({ mode: 'serial' })

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

let shop: RunningShop
let folder: ReturnType<typeof makeDataDir>

test.beforeAll(async () => {
  folder = makeDataDir()
  shop = runShop({ dataDir: folder.dataDir, port: await findFreePort(), withNpm: false })
  await shop.ready()
})

test.afterAll(async () => {
  shop.child.kill('SIGTERM')
  await shop.ended
  folder.remove()
})

/** Runs `vitrine …` beside the running shop, as an operator does. */
const vitrine = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/cli/vitrine.ts', ...args], {
    cwd: project,
    env: { ...cleanEnvironment(), DATA_DIR: folder.dataDir, STORE_URL: shop.url },
  })

const set = (key: string, value: string) => vitrine('settings', 'set', key, value)

/** Waits until the running shop follows a change: the home page, which is cached, then answers with this path. */
const untilHome = (path: string) =>
  expect.poll(async () => new URL((await fetch(shop.url)).url).pathname).toBe(path)

async function openAt(browser: Browser, path: string, options: { javaScriptEnabled?: boolean } = {}) {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(shop.url + path)
  return page
}

/** No fault that axe finds, and nothing wider than the window, on a phone and on a desktop. */
async function expectSound(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
}

test('a store that is coming soon counts down, takes an address without JavaScript and mails it on opening', async ({
  browser,
}) => {
  await fetch(shop.url)
  await set('special_pages.opens_at', '2099-12-01T09:00:00+05:30')
  await set('mode', 'Coming Soon')
  await untilHome('/coming-soon')

  const page = await openAt(browser, '/shop-online')
  await expect(page.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  await expect(page.locator('[data-until] dd').last()).toHaveText(/^\d\d$/)
  await expectSound(page)

  const plain = await openAt(browser, '/', { javaScriptEnabled: false })
  await plain.getByLabel('Email address').fill('leela@example.com')
  await plain.getByRole('button', { name: 'Notify me' }).click()
  await expect(plain.getByRole('status')).toHaveText('Thank you. We will let you know when we open.')

  await set('mode', 'Normal')
  await untilHome('/')
  await expect.poll(() => readOutbox(shop.url), { timeout: 60_000 }).toContain('leela@example.com')
})

test('staff put the store under maintenance in the back office, and its page leads back when it is open again', async ({
  browser,
}) => {
  const { stdout } = await vitrine('staff', 'add', 'owner@shop.example', '--role', 'owner')
  await expect.poll(async () => (await fetch(`${shop.url}/admin`)).status, { timeout: 120_000 }).toBe(200)
  const office = await (await browser.newContext()).newPage()
  await office.goto(/http\S+/.exec(stdout)?.[0] ?? '')
  await expect(office.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  async function change(mode: RegExp) {
    await office.goto(`${shop.url}/admin/modes`)
    await office.getByRole('radio', { name: mode }).check()
    await office.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(office.getByText('Settings saved')).toBeVisible()
  }
  await change(/^Under maintenance/)
  await untilHome('/under-maintenance')
  await office.goto(shop.url)
  await expect(office, 'staff see the shop').toHaveURL(`${shop.url}/`)

  const page = await openAt(browser, '/product/veranda-planter')
  await expect(page.getByRole('heading', { name: 'We’ll be back soon' })).toBeVisible()
  await expectSound(page)
  expect((await fetch(`${shop.url}/under-maintenance`)).status).toBe(503)

  await change(/^Open/)
  await untilHome('/')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${shop.url}/product/veranda-planter`)
})

test('an open page moves to the password page, and the password leads back to it until it changes', async ({
  browser,
}) => {
  const page = await openAt(browser, '/about')
  await set('store_password', 'open-sesame')
  await set('is_password_protection_enabled', 'true')
  await untilHome('/password-protected')

  await page.getByRole('link', { name: 'Kiln & Loom' }).first().click()
  await expect(page.getByRole('heading', { name: 'Password required' })).toBeVisible()
  await page.getByLabel('Password').fill('sesame')
  await page.getByRole('button', { name: 'Enter store' }).click()
  await expect(page.getByRole('alert')).toHaveText('The password is incorrect')
  await expectSound(page)

  await page.goto(`${shop.url}/about`)
  await page.getByLabel('Password').fill('open-sesame')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Enter store' }).click()
  await expect(page).toHaveURL(`${shop.url}/about`)
  await page.reload()
  await expect(page).toHaveURL(`${shop.url}/about`)

  await set('store_password', 'another-sesame')
  await expect
    .poll(async () => new URL((await page.request.get(`${shop.url}/about`)).url()).pathname)
    .toBe('/password-protected')
  await set('is_password_protection_enabled', 'false')
})

test('a store opens by itself when its countdown ends, cached pages included, and mails that it is open', async () => {
  await fetch(`${shop.url}/about`)
  await set('mode', 'Coming Soon')
  await set('special_pages.opens_at', new Date(Date.now() + 15_000).toISOString())
  await untilHome('/coming-soon')
  await fetch(`${shop.url}/coming-soon`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: 'meera@example.com' }),
  })

  await untilHome('/')
  expect((await fetch(`${shop.url}/about`)).url).toBe(`${shop.url}/about`)
  await expect.poll(() => readOutbox(shop.url), { timeout: 60_000 }).toContain('meera@example.com')
})

test('a mode set from the command line is in force in two processes within two seconds', async () => {
  const second = await openSecondProcess()
  try {
    const urls = [shop.url, second.url]
    for (const [mode, path] of [
      ['Coming Soon', '/coming-soon'],
      ['Under Maintenance', '/under-maintenance'],
      ['Normal', '/'],
    ] as const) {
      // Cached in both processes.
      await Promise.all(urls.map((url) => fetch(url)))
      await set('mode', mode)
      const since = performance.now()
      const pathOf = async (url: string) => new URL((await fetch(url)).url).pathname
      for (const url of urls) await expect.poll(() => pathOf(url), { intervals: [50] }).toBe(path)
      expect(performance.now() - since, mode).toBeLessThan(2_000)
    }
  } finally {
    await second.stop()
  }
})

/** A second process of the same store, on the database of the first. */
async function openSecondProcess() {
  const { dataDir } = folder
  const { config } = await joinEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const { user, password, host, port, database } = config
  const credentials = [user, password].filter(Boolean).map(String).map(encodeURIComponent).join(':')
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  const own = makeDataDir()
  const process = runShop({
    dataDir: own.dataDir,
    port: await findFreePort(),
    withNpm: false,
    environment: {
      DATABASE_URL: `postgres://${credentials}@${encodeURIComponent(String(host))}:${port}/${database}`,
      VITRINE_TOKEN_SECRET: secrets.tokenSecret ?? '',
      VITRINE_PASSWORD_PEPPER: secrets.passwordPepper ?? '',
    },
  })
  await process.ready()
  return {
    url: process.url,
    async stop() {
      process.child.kill('SIGTERM')
      await process.ended
      own.remove()
    },
  }
}
