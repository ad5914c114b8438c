import type { Page } from '@playwright/test'
import { startMailServer } from '#harness/mail-server.ts'
import { fillCart } from './order-steps.ts'
import { repeatedLandmarks, seriousFaults } from './serious-faults.ts'
import { expect, PERSONS_PRESS, test } from './shopper.ts'
import { newStaff, openScreen, untilBuilt } from './staff-steps.ts'

test.use({ mayComplain: [/status of (401|404|409|422|503)/] })

async function signIn(page: Page, isPhone: boolean) {
  await untilBuilt(page)
  const { link } = await newStaff('owner', isPhone ? 'phone' : 'desktop')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
}

async function isFit(page: Page, options: { except?: string } = {}) {
  expect(await seriousFaults(page, options)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('every screen of the settings is readable and fits @desktop', async ({ page, isPhone }) => {
  test.slow()
  await signIn(page, isPhone)
  const wide = page.viewportSize() as { width: number; height: number }
  const isFitAtBothSizes = async () => {
    // The shop in the preview has the draft of the journey beside this one, and its own checks.
    const options = page.url().includes('/appearance') ? { except: 'iframe' } : {}
    await isFit(page, options)
    await page.setViewportSize({ width: 390, height: 844 })
    // A page is laid out some frames after a resize.
    await expect
      .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]))
      .toEqual([390, 390])
    await isFit(page, options)
    await page.setViewportSize(wide)
  }
  const screens = [
    ['settings', 'Store settings', 'Name in messages and on documents'],
    ['settings?group=cookies', 'Store settings', 'Text of the question'],
    ['modes', 'Availability', 'Password for the whole shop'],
    ['appearance?group=colors', 'Appearance', 'Scheme'],
    ['appearance?group=branding', 'Appearance', 'Upload a logo'],
  ] as const
  for (const [path, heading, field] of screens) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByLabel(field, { exact: true }).first()).toBeVisible()
    await isFitAtBothSizes()
    expect(await repeatedLandmarks(page), path).toEqual([])
  }
  for (const [path, heading] of [
    ['plugins', 'Plugins'],
    ['stock-locations', 'Stock locations'],
    ['stock-transfers', 'Transfers'],
    ['shipping-methods', 'Shipping'],
    ['payment-methods', 'Payment'],
    ['tax-rates', 'Taxes'],
    ['redirects', 'Redirects'],
    ['custom-fields', 'Custom fields'],
    ['custom-fields/create', 'New custom field'],
    ['channels', 'Channels'],
    ['services', 'Services'],
    ['mails', 'E-mails'],
    ['search-synonyms', 'Search synonyms'],
    ['search-rules', 'Search rules'],
    ['missed-searches', 'Searches without results'],
    ['consent-records', 'Consent records'],
    ['api-keys', 'API keys'],
    ['system', 'System'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await isFitAtBothSizes()
  }

  // The message at the field that the press leaves does not move the pressed button away.
  await page.goto('/admin/settings')
  await page.getByLabel(/^E-mail/).fill('asha@')
  await page.getByRole('button', { name: 'Save', exact: true }).click(PERSONS_PRESS)
  await expect(page.getByRole('alert')).toContainText('Enter a valid e-mail address')
  await expect(page.getByText('Enter a valid e-mail address', { exact: false })).toHaveCount(2)
})

test('the text of an e-mail is shown in its preview, saved, and returned to the default @desktop', async ({
  page,
  isPhone,
}) => {
  await signIn(page, isPhone)
  await page.goto('/admin/mails')
  await page.getByRole('link', { name: 'Order confirmation' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Thank you, Asha.' })).toBeVisible()
  await page.getByLabel('Closing').fill('See you soon, {first_name}!')
  await expect(preview.getByText('See you soon, Asha!')).toBeVisible()
  // The frame allows no scripts, so axe cannot work in it.
  await isFit(page, { except: 'iframe' })
  await page.getByLabel('Heading').fill('Dear {customer}')
  await save(page)
  await expect(page.getByText('{customer} is not a placeholder', { exact: false }).first()).toBeVisible()
  await page.getByLabel('Heading').fill('Dear {first_name|customer}')
  await save(page)
  await expect(page.getByText('E-mail texts saved')).toBeVisible()
  await page.getByRole('button', { name: 'Use the default texts' }).click()
  await save(page)
  await expect(page.getByText('The e-mail has the default texts again')).toBeVisible()
})

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
}

test.describe('the draft of the appearance, which a shop has one of', () => {
  // One after the other: the second editor of a draft is refused.
  test.describe.configure({ mode: 'default' })

  test('a look is chosen beside the shop, published, and restored; visitors see a draft never @desktop', async ({
    page,
    isPhone,
  }) => {
    test.slow()
    await signIn(page, isPhone)
    await page.goto('/admin/appearance?group=colors')
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('main')).toBeVisible()
    const shown = (of: 'primary' | 'heading') =>
      frame
        .locator('html')
        .evaluate(
          (html, name) => getComputedStyle(html).getPropertyValue(name),
          of === 'primary' ? '--color-primary' : '--font-heading',
        )
    const visitorsSee = (text: string) =>
      page.evaluate(async (part) => (await (await fetch('/')).text()).includes(part), text)
    const input = page
      .getByRole('group', { name: 'Theme colours' })
      .getByRole('textbox', { name: 'Primary', exact: true })
    await input.fill('no color')
    await save(page)
    await expect(page.getByRole('alert').getByRole('button')).toBeVisible()
    // A name becomes digits; the frame shows it before it is saved, and its contrast is too low.
    await input.fill('hotpink')
    await input.press('Tab')
    await expect(input).toHaveValue('#ff69b4')
    await expect.poll(() => shown('primary')).toBe('#ff69b4')
    await expect(page.getByText('Below AA').first()).toBeVisible()
    await page
      .getByRole('button', { name: /^Use #/ })
      .first()
      .click()
    await expect(page.getByText('Below AA')).toHaveCount(0)
    const chosen = await input.inputValue()
    await isFit(page, { except: 'iframe' })
    await save(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(frame.locator('html[data-hydrated]')).toBeAttached()
    await expect.poll(() => shown('primary')).toBe(chosen)
    expect(await visitorsSee(chosen)).toBe(false)

    // Links stay in the preview, also where a page has fonts of its own draft.
    await frame.getByRole('navigation').getByRole('link', { name: 'Ceramics', exact: true }).first().click()
    await expect(frame.getByRole('heading', { name: 'Ceramics', level: 1 })).toBeVisible()
    expect(await shown('primary')).toBe(chosen)
    await page.getByRole('button', { name: 'Fonts' }).click()
    const heading = page.getByRole('group', { name: 'Headings' }).getByLabel('Font', { exact: true })
    await heading.selectOption('Newsreader')
    await expect.poll(() => shown('heading')).toContain('Newsreader')
    await expect(frame.getByRole('button', { name: 'Edit Page' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('not saved')
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await save(page)
    await expect(page.getByText('Draft saved').last()).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(chosen)
    expect(await seriousFaults(page, { except: 'iframe' })).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Visitors see it now')).toBeVisible()
    await expect.poll(() => visitorsSee(chosen), { timeout: 30_000 }).toBe(true)
    expect(await visitorsSee('--font-heading:"Newsreader Variable"')).toBe(true)

    // Dark colours are derived from the theme; its pages remain readable.
    await page.goto('/admin/appearance?group=colors')
    await page.getByLabel('Scheme').selectOption({ label: 'Device' })
    await save(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await publish(page)
    await expect(page.getByText('Visitors see it now')).toBeVisible()
    const dark = await page.context().newPage()
    await fillCart(page, 'moon-vase')
    await dark.emulateMedia({ colorScheme: 'dark' })
    for (const path of [
      '/',
      '/product-category/ceramics',
      '/product/moon-vase',
      '/cart',
      '/checkout/address',
    ]) {
      await dark.goto(path)
      await expect(dark.locator('html[data-hydrated]')).toBeAttached()
      expect(await seriousFaults(dark), path).toEqual([])
    }
    await dark.goto('/product/your-picture-tote')
    await expect(dark.locator('main img').first()).toHaveCSS('filter', 'brightness(0.8)')
    await dark.close()

    // The look from before the first publication comes back with one press, and its undo.
    await page.goto('/admin/appearance?group=history')
    await page
      .getByRole('button', { name: /^Publish again/ })
      .last()
      .click()
    await expect(page.getByText('Restored. Visitors see it now')).toBeVisible()
    await expect.poll(() => visitorsSee(chosen), { timeout: 30_000 }).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => visitorsSee(chosen), { timeout: 30_000 }).toBe(true)
    await isFit(page, { except: 'iframe' })

    await page.getByRole('button', { name: 'Themes', exact: true }).click()
    await page.getByRole('button', { name: 'Use Kiln' }).click()
    await expect(page.getByText('The draft has the theme Kiln')).toBeVisible()
    await isFit(page, { except: 'iframe' })
    await publish(page)
    await expect.poll(() => visitorsSee(chosen), { timeout: 30_000 }).toBe(false)
    expect(await visitorsSee('Newsreader')).toBe(false)
  })

  test('icons are made from a picture of the media library, and the audit log has their files as text @desktop', async ({
    page,
    isPhone,
  }) => {
    await signIn(page, isPhone)
    await page.goto('/admin/appearance?group=branding')
    await page.getByRole('button', { name: 'Replace Icons' }).click()
    await page.getByRole('dialog').locator('[data-choice]').first().click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await isFit(page)
    await save(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await publish(page)
    const icons = () =>
      page.evaluate(async () => (await (await fetch('/')).text()).includes('/uploads/icons-'))
    await expect.poll(icons).toBe(true)

    await page.goto('/admin/audit')
    const entry = page.getByRole('listitem').filter({ hasText: 'Settings: update branding' }).first()
    await expect(entry.getByText(/^Favicon, Png 32: .*favicon-32\.png$/)).toBeVisible()
    await expect(entry).not.toContainText('{"')
    await isFit(page)
  })
})

test('a plugin is switched on, asks shoppers for consent, and is switched off @desktop', async ({
  page,
  isPhone,
  browser,
  baseURL,
}) => {
  await signIn(page, isPhone)
  await page.goto('/admin/plugins')
  const pixel = page.getByRole('listitem').filter({ hasText: 'Meta Pixel' })
  await expect(pixel.getByText(/Needs the consent/)).toBeVisible()
  await pixel.getByRole('link').click()
  await page.getByLabel('Pixel id').fill('1234567890')
  await isFit(page)
  await save(page)
  await expect(page.getByText('Meta Pixel saved')).toBeVisible()
  await page.goto('/admin/plugins')
  await pixel.getByRole('button', { name: /Switch on/ }).click()
  await expect(pixel.getByText('On', { exact: true })).toBeVisible()

  const visitor = await browser.newPage({ baseURL })
  await expect(async () => {
    await visitor.goto('/')
    await visitor.getByRole('button', { name: 'Cookie Preferences' }).click({ timeout: 5_000 })
    await expect(visitor.getByRole('dialog').getByText('Meta Pixel')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await visitor.close()

  await pixel.getByRole('button', { name: /Switch off/ }).click()
  await expect(pixel.getByText('Off', { exact: true })).toBeVisible()
})

test('a custom field is defined, filled, shown on the page, and deleted after its values @desktop', async ({
  page,
  isPhone,
}) => {
  await signIn(page, isPhone)
  await page.goto('/admin/custom-fields/create')
  await page.getByLabel('Name', { exact: true }).fill('Fired in')
  await page.getByLabel('Key', { exact: true }).fill('constructor')
  await page.getByLabel('Type', { exact: true }).selectOption('Choice')
  await save(page)
  await expect(page.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/reserved/)
  await page.getByLabel('Key', { exact: true }).fill('fired_in')
  const choices = page.getByRole('group', { name: 'Choices' })
  await choices.getByRole('button', { name: 'Add' }).click()
  await choices.getByLabel('Name', { exact: true }).fill('Wood kiln')
  await page.getByRole('checkbox', { name: 'On its page' }).check()
  await save(page)
  await expect(page.getByText('Custom field added')).toBeVisible()
  const field = page.url()

  await page.goto(`/admin/products?filter=${encodeURIComponent(JSON.stringify({ q: 'Round Serving Tray' }))}`)
  await page.getByRole('link', { name: 'Round Serving Tray' }).click()
  await page.getByRole('region', { name: 'Custom fields' }).getByLabel('Fired in').selectOption('Wood kiln')
  await isFit(page)
  await save(page)
  await expect(page.getByText('Product saved')).toBeVisible()
  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('row', { name: 'Fired in Wood kiln' })).toBeVisible()

  await page.goto(field)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete this custom field' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Round Serving Tray')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete all values' }).click()
  await dialog.getByRole('button', { name: 'Delete one value' }).click()
  await expect(page.getByText('No record has a value yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete this custom field' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Custom field deleted')).toBeVisible()
})

test('a redirect is refused at its field and added, a payment is tested, and an API key works until it is revoked @desktop', async ({
  page,
  isPhone,
  baseURL,
}) => {
  await signIn(page, isPhone)
  await page.goto('/admin/redirects/create')
  await page.getByLabel('From', { exact: true }).fill('/last-summer')
  await page.getByLabel('To', { exact: true }).fill('/last-summer')
  await save(page)
  await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/would lead to itself/)
  await page.getByLabel('To', { exact: true }).fill('/shop')
  await save(page)
  await expect(page.getByText('Redirect added')).toBeVisible()
  await expect
    .poll(async () => (await page.request.get('/last-summer', { maxRedirects: 0 })).status())
    .toBe(301)

  await page.goto('/admin/payment-methods')
  await page.getByRole('link', { name: 'Card / UPI (test)' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Test gateway answered.')).toBeVisible()

  await page.goto('/admin/channels')
  await page.getByRole('main').getByRole('link', { name: 'India' }).click()
  const methods = page.getByRole('group', { name: 'Payment methods' }).getByRole('checkbox')
  await expect(methods, 'those that the checkout offers').toHaveCount(3)
  for (const method of await methods.all()) await method.uncheck()
  await save(page)
  await expect(page.getByText('at least one payment method', { exact: false }).first()).toBeVisible()
  await isFit(page)

  await page.goto('/admin/api-keys')
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Stock sync ${process.pid}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByRole('alert'), 'a key without a permission').toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Look at orders' }).check()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  await isFit(page)

  await page.getByRole('link', { name: 'All calls with examples' }).click()
  await expect(page.getByRole('heading', { name: 'Vitrine back office API', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'adminOrders' }).click()
  await page.locator('summary', { hasText: '/api/admin/orders/{id}/ship' }).press('Enter')
  const copy = page.getByRole('button', { name: 'Copy as curl' })
  await copy.press('Enter')
  await expect(page.getByRole('button', { name: /Copied|Selected/ })).toBeFocused()
  await expect(copy, 'after two seconds').toBeFocused()
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await isFit(page)
  }
  await page.goto('/admin/api-keys')

  const call = async (path: string) =>
    (await fetch(`${baseURL}/api/admin/${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await call('orders?per_page=1')).toBe(200)
  expect(await call('coupons'), 'not one of its permissions').toBe(403)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText('Last used', { exact: false })).toBeVisible()
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('API key revoked')).toBeVisible()
  expect(await call('orders?per_page=1')).toBe(401)
})

test('an owner sets up the mail server and sends a test mail; a manager does not see the screen @desktop', async ({
  page,
}) => {
  await untilBuilt(page)
  const owner = await newStaff('owner', 'services')
  // Messages that other journeys queue at the same time stay in the outbox.
  const mails = await startMailServer({ accepts: owner.email })
  await page.goto(owner.link)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await openScreen(page, 'Services', false)
  const card = page.getByRole('article', { name: 'Mail server' })
  await expect(card).toContainText('Not set')

  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Server').fill(`127.0.0.1:${mails.port}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Sender is missing')).toBeVisible()
  await isFit(page)
  await dialog.getByLabel('Sender').fill('Kiln & Loom <hello@shop.example>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(card).toContainText('Working')
  expect(mails.got[0]).toContain(`To: ${owner.email}`)
  await isFit(page)

  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText('No mail is sent')
  await dialog.getByRole('button', { name: 'Remove the keys' }).click()
  await expect(card).toContainText('Not set')
  mails.close()

  const { link } = await newStaff('manager', 'services')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.goto('/admin/services')
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Services' })).toHaveCount(0)
})
