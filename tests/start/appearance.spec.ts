import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { devices, expect, type Page, test } from '@playwright/test'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { seriousFaults } from '../../e2e/serious-faults.ts'

// One store, whose appearance the tests change as its owner would.
test.describe.configure({ mode: 'default' })

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

const vitrine = (...command: string[]) =>
  promisify(execFile)(process.execPath, ['src/cli/vitrine.ts', ...command], {
    cwd: project,
    env: { ...cleanEnvironment(), DATA_DIR: folder.dataDir },
  })

const CUSTOM_CSS = `
h1, h2 { text-transform: uppercase; letter-spacing: 0.02em }
:root { --color-accent: #ffd166 }
@media (width < 600px) { footer { border-top: 4px double var(--color-accent) } }
`

/** Errors of the page, and violations of its policy. */
function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    userAgent: devices['Pixel 7'].userAgent,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
}

test('a dark theme with an uploaded font and custom CSS is readable at both sizes', async ({ browser }) => {
  const font = join(
    dirname(createRequire(import.meta.url).resolve('@fontsource-variable/newsreader/package.json')),
    'files/newsreader-latin-wght-normal.woff2',
  )
  const stylesheet = join(folder.dataDir, 'shop.css')
  writeFileSync(stylesheet, CUSTOM_CSS)
  expect((await vitrine('theme', 'set', 'night-loom')).stdout).not.toContain('Warning')
  await vitrine('media', 'add', font, '--use', 'heading', '--family', 'Night Letters')
  await vitrine('settings', 'set', 'custom_css', '--file', stylesheet)
  await vitrine('settings', 'set', 'is_custom_css_enabled', 'true')
  await expect.poll(async () => (await fetch(shop.url)).text()).toContain('id="custom-css"')

  for (const size of Object.values(sizes)) {
    const context = await browser.newContext({ baseURL: shop.url, ...size })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    for (const path of ['/', '/shop-online', '/product/moon-vase', '/cart']) {
      await page.goto(path)
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(27, 24, 22)',
      )
      expect(await seriousFaults(page), path).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveCSS('text-transform', 'uppercase')
    await expect(heading).toHaveCSS('font-family', /^"Night Letters", "Night Letters fallback"/)
    expect(await page.evaluate(() => document.fonts.check('16px "Night Letters"'))).toBe(true)
    expect(
      await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--color-accent'),
      ),
    ).toBe('#ffd166')
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('custom CSS does not apply to the payment page, also after a soft navigation', async ({ page }) => {
  await page.goto(`${shop.url}/cart`)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('text-transform', 'uppercase')

  await page.evaluate(() => history.pushState(null, '', '/checkout/payment'))
  await expect(heading).toHaveCSS('text-transform', 'none')

  await page.evaluate(() => history.pushState(null, '', '/cart'))
  await expect(heading).toHaveCSS('text-transform', 'uppercase')
})

test('the fallback of a font takes as much room as the font', async ({ page }) => {
  await vitrine('theme', 'reset')
  await expect.poll(async () => (await fetch(shop.url)).text()).toContain('Fraunces Variable fallback')
  await page.goto(shop.url)
  // The fonts are known to the page once its scripts have started (ADR 0020).
  await expect(page.locator('html[data-hydrated]')).toBeAttached()

  const room = await page.evaluate(async () => {
    const text = 'A quiet shelf of stoneware bowls, linen napkins and paper lamps from small workshops'
    await document.fonts.load('20px "Figtree Variable"')
    const measure = (family: string) => {
      const line = Object.assign(document.createElement('span'), { textContent: text })
      line.style.cssText = `position:absolute;white-space:nowrap;font:400 20px ${family}`
      document.body.append(line)
      const { width, height } = line.getBoundingClientRect()
      line.remove()
      return { width, height }
    }
    return { font: measure('"Figtree Variable"'), fallback: measure('"Figtree Variable fallback"') }
  })

  expect(Math.abs(room.fallback.width / room.font.width - 1)).toBeLessThan(0.03)
  expect(Math.abs(room.fallback.height - room.font.height)).toBeLessThanOrEqual(1)
})
