import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startMailServer } from '#harness/mail-server.ts'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { placeOrder } from '#harness/shop-client.ts'
import { totpAt } from '../../src/server/people/staff/totp.ts'

// Each test runs its own database.
test.describe.configure({ mode: 'default' })

const open: RunningShop[] = []
const folders: (() => void)[] = []

test.afterEach(async () => {
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
      STORE_URL: 'https://shop.example',
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

/** The back office's API with the session of a one-time link. */
async function signIn(url: string, link: string) {
  let cookie = ''
  const call = async (method: string, path: string, input?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
      ...(input && { body: JSON.stringify(input) }),
    })
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return (await response.json()) as { status: string; data: Record<string, never>; message?: string }
  }
  const token = new URL(link).searchParams.get('token')
  expect(await call('POST', '/api/admin/session/link', { token })).toMatchObject({ status: 'success' })
  return call
}

test('a fresh production shop without demo data takes an order', async () => {
  const dataDir = newDataDir()
  const { mails, environment } = await production()

  const created = vitrine(dataDir, [...init, ...owner], environment)
  expect(created).toMatchObject({ status: 0, stderr: '' })
  const link = /https:\/\/shop\.example\/admin\/login\?token=\S+/.exec(created.stdout)?.[0] ?? ''
  const shop = await start(dataDir, environment)
  const admin = await signIn(shop.url, link)
  // An owner sets up a second factor before anything else (ADR 0042).
  const { data: app } = await admin('POST', '/api/admin/session/totp', {})
  const code = totpAt(String(app.secret), Date.now())
  expect(await admin('POST', '/api/admin/session/totp/confirm', { code })).toMatchObject({
    status: 'success',
  })

  const home = await (await fetch(shop.url, { headers })).text()
  expect(home).toContain('Welcome to Asha Crafts')
  expect(home).toContain('Opening soon')
  expect(home).not.toMatch(/kiln/i)

  const product = {
    name: 'Brass lamp',
    is_published: true,
    variations: [{ sku: 'LAMP-1', selling_price: 120_000, initial_stock: 3, is_default: true }],
  }
  expect(await admin('POST', '/api/admin/products', { values: product })).toMatchObject({ status: 'success' })
  const { order_no } = await placeOrder(shop.url, 'brass-lamp', { headers })

  const orders = await admin('GET', `/api/admin/orders?q=${order_no}`)
  expect(JSON.stringify(orders.data)).toContain(order_no)
  expect(await (await fetch(shop.url, { headers })).text()).not.toContain('Opening soon')
  await expect.poll(() => mails.got.filter((mail) => mail.includes(order_no)).length).toBeGreaterThan(0)
})

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

test('init asks in a terminal for what is missing, and again after a mistake', async () => {
  test.skip(
    spawnSync('script', ['--version']).status !== 0,
    'util-linux is not installed: no pseudo terminal',
  )
  const dataDir = newDataDir()
  const command = `${process.execPath} ${join(project, 'src/cli/vitrine.ts')} init`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: project,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir, STORE_URL: 'https://shop.example' },
  })
  let shown = ''
  child.stdout.on('data', (data) => {
    shown += data
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const answer = async (question: string, text: string) => {
    const from = shown.length
    await expect.poll(() => shown.slice(readUpTo), { timeout: 60_000 }).toContain(question)
    readUpTo = from
    child.stdin.write(`${text}\n`)
  }
  let readUpTo = 0
  await answer('Name of the shop', 'Terminal & Sons')
  await answer('Country', 'ZZ')
  await answer('no data of that country', 'in')
  await answer('Currency', '')
  await answer('State that the shop is in', 'Maharashtraa')
  await answer('no state of that name', 'maharashtra')
  await answer('E-mail address of the owner', 'no address')
  await answer('The owner is an e-mail address', 'owner@shop.example')
  expect(await ended, shown).toBe(0)
  expect(shown).toContain('/admin/login?token=')
  const store = vitrine(dataDir, ['settings', 'get', 'store_state'])
  expect(store.stdout).toContain('Maharashtra')
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
