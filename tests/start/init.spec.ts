import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import sharp from 'sharp'
import { startMailServer } from '#harness/mail-server.ts'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { createShopper } from '../../e2e/shopper.ts'
import { openScreen } from '../../e2e/staff-steps.ts'
import { totpAt } from '../../src/server/people/staff/totp.ts'

// Each test runs its own database.
test.describe.configure({ mode: 'default' })

const STORE_URL = 'https://shop.example'

const open: RunningShop[] = []
const closing: (() => Promise<unknown>)[] = []
const folders: (() => void)[] = []

test.afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  for (const { child, ended } of open.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  for (const remove of folders.splice(0)) remove()
})

function newDataDir() {
  const { dataDir, remove } = makeDataDir()
  folders.push(remove)
  return dataDir
}

/** A proxy before the shop speaks https, as in production. */
const headers = { 'x-forwarded-proto': 'https' }

async function production(environment: Record<string, string> = {}) {
  const mails = await startMailServer()
  folders.push(mails.close)
  return {
    mails,
    environment: {
      VITRINE_MODE: 'production',
      STORE_URL,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'shop@shop.example',
      ...environment,
    },
  }
}

function vitrine(dataDir: string, args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'src/cli/vitrine.ts'), ...args],
    {
      cwd: project,
      env: { ...cleanEnvironment(), DATA_DIR: dataDir, ...environment } as NodeJS.ProcessEnv,
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

const init = ['init', '--name', 'Asha Crafts', '--country', 'IN', '--state', 'Karnataka']
const owner = ['--owner', 'asha@crafts.example']

async function start(dataDir: string, environment: Record<string, string>) {
  const shop = runShop({ dataDir, port: await findFreePort(), withNpm: false, environment })
  open.push(shop)
  await shop.ready()
  return shop
}

/** Writes something into each gap of a template, such as `[[postal address]]`. */
async function fillGaps(settings: Locator) {
  for (const block of await settings.locator('li details').all()) {
    await block.locator('summary').first().click()
    const text = block.getByRole('textbox', { name: 'Text' })
    const template = await text.inputValue()
    if (template.includes('[[')) await text.fill(template.replaceAll(/\[\[|\]\]/g, ''))
  }
}

test('a merchant answers npm start, sets the empty shop up in the browser, and sees the first paid order', async ({
  browser,
}) => {
  test.skip(
    spawnSync('script', ['--version']).status !== 0,
    'util-linux is not installed: no pseudo terminal',
  )
  const dataDir = newDataDir()
  const { mails, environment } = await production({ SMTP_URL: '', MAIL_FROM: '' })
  const port = await findFreePort()
  const { link, output } = await answerNpmStart({ ...environment, DATA_DIR: dataDir, PORT: String(port) })
  expect(output()).not.toContain('Start the shop with npm start')
  const merchant = await openBrowser(browser, port)

  const first = await (await fetch(`http://localhost:${port}`, { headers })).text()
  expect(first).toContain('Welcome to Asha Crafts')
  expect(first).toContain('Opening soon')
  expect(first).not.toMatch(/kiln/i)

  // An owner sets up a second factor before anything else (ADR 0042).
  await merchant.goto(link)
  await expect(merchant.getByRole('heading', { name: 'Protect your sign-in' })).toBeVisible({
    timeout: 120_000,
  })
  await merchant.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await merchant.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await merchant.getByLabel('Code that the app shows').fill(totpAt(secret, Date.now()))
  await merchant.getByRole('button', { name: 'Switch on' }).click()
  const home = merchant.getByRole('link', { name: 'Home', exact: true })
  const checklist = merchant.getByRole('region', { name: 'Set up your shop' })
  const step = async (name: string) => {
    await home.click()
    await checklist.getByRole('link', { name }).click()
  }
  const save = async () => {
    await merchant.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(merchant.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  }
  await home.click()
  await expect(checklist).toContainText('5 of 11 done')

  await step('Enter your address and e-mail')
  await merchant.getByLabel('Address', { exact: true }).fill('4 Lake Road, Mysuru 570001')
  await expect(merchant.getByLabel('State').locator('option:checked')).toHaveText('Karnataka')
  await save()

  await step('Choose how you deliver')
  await merchant.getByRole('main').getByRole('link', { name: 'Standard delivery' }).click()
  const rate = merchant.getByRole('main').locator('details', { hasText: 'India' })
  await rate.locator('summary').click()
  await rate.getByLabel('Price').fill('79')
  await save()

  await step('Set up your mail server')
  const card = merchant.getByRole('article', { name: 'Mail server' })
  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = merchant.getByRole('dialog')
  await dialog.getByLabel('Server').fill(`127.0.0.1:${mails.port}`)
  await dialog.getByLabel('Sender').fill('Asha Crafts <hello@crafts.example>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(card).toContainText('Working')

  await step('Write your policies')
  for (const name of ['Terms and conditions', 'Privacy policy', 'Shipping and returns']) {
    await merchant.getByRole('main').getByRole('link', { name, exact: true }).click()
    await merchant.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Text' }).click()
    const settings = merchant.getByRole('complementary', { name: 'Settings' })
    await settings.getByRole('textbox', { name: 'Heading', exact: true }).fill('What counts here')
    if (name === 'Privacy policy') await fillGaps(settings)
    await merchant.getByRole('button', { name: 'Publish', exact: true }).click()
    await merchant.getByRole('button', { name: 'Publish now' }).click()
    await expect(merchant.getByText('Everything is published')).toBeVisible()
    await merchant.getByRole('main').getByRole('link', { name: 'Pages' }).click()
  }

  // Not in the list, because cash on delivery is offered from the start.
  await openScreen(merchant, 'Payment', false)
  await merchant.getByRole('main').getByRole('link', { name: 'Bank transfer' }).click()
  await merchant.getByLabel('Instructions').fill('Account 0042 of Asha Crafts')
  await merchant.getByLabel('Offered at checkout').check()
  await save()

  await step('Add a product')
  await merchant.getByLabel('Name', { exact: true }).fill('Brass lamp')
  await merchant.getByRole('textbox', { name: /^SKU of/ }).fill('LAMP-1')
  await merchant.getByRole('textbox', { name: /^Price of/ }).fill('1200')
  await merchant.getByRole('textbox', { name: /^Stock of/ }).fill('3')
  const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#8a6d2f' } })
    .png()
    .toBuffer()
  await merchant
    .getByLabel('Upload pictures')
    .setInputFiles([{ name: 'lamp.png', mimeType: 'image/png', buffer }])
  await expect(merchant.getByText('lamp.png uploaded')).toBeVisible()
  await merchant.getByLabel('Text alternative').fill('A brass lamp')
  await merchant.getByLabel('Status').selectOption('published')
  await merchant.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(merchant.getByText('Product added')).toBeVisible()
  await home.click()
  await expect(checklist).toContainText('10 of 11 done')
  await checklist.getByRole('button', { name: 'Hide “Upload a logo”' }).click()
  await expect(checklist).toBeHidden()

  const visitor = await openBrowser(browser, port)
  const shopper = createShopper(visitor, false)
  // A form that is sent before that would be answered with a redirect, which a fulfilled route does not follow.
  await shopper.open(`${STORE_URL}/`)
  await expect(visitor.getByText('Opening soon')).toHaveCount(0)
  await visitor.getByRole('main').getByRole('link', { name: 'Brass lamp' }).first().click()
  await shopper.addToCart()
  await shopper.goToCheckout()
  await shopper.fillAddress()
  await shopper.goToPayment()
  await visitor.getByRole('radio', { name: /^Bank transfer/ }).check()
  await shopper.placeOrder()
  await expect(visitor.getByText('Account 0042 of Asha Crafts')).toBeVisible()

  await merchant.reload()
  await merchant.getByRole('link', { name: 'Bank transfers to confirm' }).click()
  await merchant.getByRole('main').locator('tbody th a').first().click()
  await merchant.getByRole('button', { name: 'Confirm payment' }).click()
  await dialog.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(merchant.getByText('Paid', { exact: true }).first()).toBeVisible()
  const order_no =
    (await merchant.getByRole('heading', { level: 1, name: /^[A-Z]+-\d+$/ }).textContent()) ?? ''
  await expect.poll(() => mails.got.filter((mail) => mail.includes(order_no)).length).toBeGreaterThan(1)
})

/** Answers the questions of the first start in a pseudo terminal, some wrongly first. @returns the owner's link, once the shop runs. */
async function answerNpmStart(environment: Record<string, string>) {
  const child = spawn('script', ['-qec', 'npm start', '/dev/null'], {
    cwd: project,
    env: { ...cleanEnvironment(), ...environment } as NodeJS.ProcessEnv,
  })
  let shown = ''
  let readUpTo = 0
  child.stdout.on('data', (data) => {
    shown += data
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  folders.push(() => child.kill())
  const sees = (text: string) =>
    expect.poll(() => shown.slice(readUpTo), { timeout: 200_000 }).toContain(text)
  const answer = async (question: string, text: string) => {
    const from = shown.length
    await sees(question)
    readUpTo = from
    child.stdin.write(`${text}\n`)
  }
  await answer('Name of the shop', 'Asha Crafts')
  await answer('Country', 'ZZ')
  await answer('no data of that country', 'in')
  await answer('Currency', '')
  await answer('State that the shop is in', 'Karnatakaa')
  await answer('no state of that name', 'karnataka')
  await answer('E-mail address of the owner', 'no address')
  await answer('The owner is an e-mail address', 'asha@crafts.example')
  await sees('Ctrl-C stops it.')
  closing.push(async () => {
    child.stdin.write('\u0003')
    await ended
  })
  return {
    link: /https:\/\/shop\.example\/admin\/login\?token=\S+/.exec(shown)?.[0] ?? '',
    output: () => shown,
  }
}

/** A browser behind a proxy that speaks https, as in production. */
async function openBrowser(browser: Browser, port: number) {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, locale: 'en-IN', serviceWorkers: 'block' })
  closing.push(() => context.close())
  await context.route(`${STORE_URL}/**`, async (route) => {
    const request = route.request()
    const response = await route.fetch({
      url: request.url().replace(STORE_URL, `http://localhost:${port}`),
      headers: { ...(await request.allHeaders()), ...headers },
      maxRedirects: 0,
    })
    await route.fulfill({ response })
  })
  return context.newPage()
}

test('init refuses what it does not know, says what is missing, and changes no shop that exists', async () => {
  const dataDir = newDataDir()
  const fails = (...args: string[]) => vitrine(dataDir, args)
  expect(fails('init', '--name', 'Asha Crafts')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/Missing: --country, --owner[\s\S]*npm run vitrine -- init --name/),
  })
  expect(fails('init', '--name', 'A', '--country', 'FR', ...owner).stderr).toContain(
    'IN India, US United States',
  )
  expect(fails(...init, '--currency', 'XYZ', ...owner).stderr).toContain('INR, USD')
  expect(fails(...init, '--currency', 'USD', ...owner).stderr).toContain('repeat the command with --yes')
  expect(fails(...init, '--state', 'Karnatakaa', ...owner).stderr).toContain('Karnataka, Ladakh')
  expect(fails(...init, '--owner', 'nobody').stderr).toContain('The owner is an e-mail address')

  expect(fails(...init, ...owner).status).toBe(0)
  expect(fails(...init, '--owner', 'second@crafts.example')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has a shop already, “Asha Crafts”. Nothing was changed.'),
  })
  expect(fails('staff', 'list').stdout).not.toContain('second@crafts.example')
})

test('a first start in production without a terminal prints the command that creates a shop', async () => {
  const dataDir = newDataDir()
  const { environment } = await production()
  const shop = runShop({ dataDir, port: await findFreePort(), withNpm: false, environment })
  open.push(shop)
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toContain('npm run vitrine -- init --name "My shop" --country IN --currency INR')
  expect(shop.output()).not.toMatch(/VITRINE_MODE=demo|at .*\.ts:\d+/)
})

test('production lets a locked demo shop start, with its products and without its people', async () => {
  const dataDir = newDataDir()
  const demo = await start(dataDir, { VITRINE_MODE: 'demo' })
  demo.child.kill('SIGTERM')
  await demo.ended
  open.pop()
  const { environment } = await production()

  const locked = vitrine(dataDir, ['demo', 'lock', ...owner], environment)
  expect(locked).toMatchObject({ status: 0, stdout: expect.stringContaining('can no longer sign in') })
  expect(locked.stdout).toContain('/admin/login?token=')

  const shop = await start(dataDir, environment)
  const send = (path: string, email: string, password: string) =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }).then((response) => response.json())
  const [customer, staff] = ['demo@kilnandloom.example', 'owner@kilnandloom.example']
  expect(await send('/api/auth/login', customer, 'try-the-kiln')).toMatchObject({ status: 'error' })
  expect(await send('/api/admin/session/by-password', staff, 'try-the-kiln')).toMatchObject({
    status: 'error',
  })
  expect((await fetch(`${shop.url}/product/moon-vase`, { headers })).status).toBe(200)
})

test('production refuses the people of the demo shop until they are locked or removed', async () => {
  const dataDir = newDataDir()
  const demo = await start(dataDir, { VITRINE_MODE: 'demo' })
  demo.child.kill('SIGTERM')
  await demo.ended
  open.pop()
  const { environment } = await production()

  const refused = runShop({ dataDir, port: await findFreePort(), withNpm: false, environment })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('demo@kilnandloom.example, whose password is in the README')
  expect(refused.output()).toContain('owner@kilnandloom.example')
  expect(refused.output()).toContain('npm run vitrine -- demo remove --owner')

  expect(vitrine(dataDir, ['demo', 'lock'], environment)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The demo owner is the only owner'),
  })
  expect(vitrine(dataDir, ['demo', 'remove', ...owner], environment).stderr).toContain('--yes')
  const removed = vitrine(dataDir, ['demo', 'remove', '--yes', ...owner], environment)
  expect(removed).toMatchObject({ status: 0, stdout: expect.stringContaining('/admin/login?token=') })

  const shop = await start(dataDir, environment)
  const login = await fetch(`${shop.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@kilnandloom.example', password: 'try-the-kiln' }),
  })
  expect(await login.json()).toMatchObject({ status: 'error' })
  const html = await (await fetch(shop.url, { headers })).text()
  expect(html).toContain('Opening soon')
  expect(html).not.toContain('/media/kiln/')
})
