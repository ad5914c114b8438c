import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { familyOf, leftOf, type Process } from '#harness/processes.ts'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'
import { placeOrder, readCart, readOutbox, startCart } from '#harness/shop-client.ts'

// Not in parallel, because they measure times and each runs its own database.
test.describe.configure({ mode: 'default' })

const open: { shop: RunningShop; dataDir: string }[] = []

async function start(dataDir: string, options: { withNpm?: boolean; port?: number } = {}) {
  const { port = await findFreePort(), ...rest } = options
  const started = performance.now()
  const shop = runShop({ dataDir, port, ...rest })
  open.push({ shop, dataDir })
  await shop.ready()
  const page = await fetch(shop.url)
  const html = await page.text()
  return { ...shop, page, html, port, seconds: (performance.now() - started) / 1000 }
}

/** Sends SIGINT to the whole process group, as a terminal does on Ctrl-C. */
const pressCtrlC = ({ pid }: RunningShop) => process.kill(-pid, 'SIGINT')

function newDataDir() {
  const { dataDir, remove } = makeDataDir()
  folders.push(remove)
  return dataDir
}
const folders: (() => void)[] = []

test.afterEach(async () => {
  const all = open.splice(0)
  // Shops end before databases, because a running shop restarts its database. The whole group is signalled, because npm may have
  // ended; the database is in another group.
  for (const { shop } of all) tryKill(-shop.pid)
  for (const dataDir of new Set(all.map((one) => one.dataDir)))
    await expect
      .poll(() => {
        const left = leftOf([], dataDir)
        for (const { pid } of left) tryKill(pid)
        return left
      })
      .toEqual([])
  for (const remove of folders.splice(0)) remove()
})

function tryKill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended already.
  }
}

test('the first start creates a shop, Ctrl-C leaves no process behind, the second start serves its first page', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  expect(first.page.status).toBe(200)
  expect(first.html).toContain('/product/')
  expect(first.output()).toMatch(/\d\.\d s {2}Migration 1 of \d+/)

  // The command line does not know the port that the shop was started with.
  const added = run(['staff', 'add', 'owner@shop.example', '--role', 'owner'], { DATA_DIR: dataDir })
  expect(added.stdout).toContain(`${first.url}/admin/login?token=`)

  const family = familyOf(first.pid)
  expect(family.map(({ command }) => command).join('\n')).toMatch(/vitrine\.ts start.*postgres/s)
  const stopRequestedAt = performance.now()
  pressCtrlC(first)
  await first.ended
  await expect.poll(() => leftOf(family, dataDir), { timeout: 60_000 }).toEqual([])
  const stopped = (performance.now() - stopRequestedAt) / 1000
  expect(first.output()).toContain('Stopped.')

  const second = await start(dataDir)
  expect(second.page.status).toBe(200)
  // Printed, not asserted: how long a start takes is a benchmark (`npm run bench -- start`).
  console.log(
    `first start ${first.seconds.toFixed(1)} s, Ctrl-C ${stopped.toFixed(1)} s, second start ${second.seconds.toFixed(1)} s`,
  )
})

test('kill -9 of the shop loses no acknowledged write, and the next start recovers by itself', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir)
  const shopper = await startCart(first.url, 'moon-vase')
  const order = await placeOrder(first.url, 'everyday-speckled-mug')

  const node = theShop(familyOf(first.pid))
  process.kill(node.pid, 'SIGKILL')
  await first.ended

  const second = await start(dataDir)
  expect(await readCart(second.url, shopper)).toMatchObject({ items: [{ quantity: 1 }], total_quantity: 1 })
  expect(await readOutbox(second.url)).toContain(order.order_no)
})

test('kill -9 of the shop and its database loses no acknowledged write', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir, { withNpm: false })
  const family = familyOf(first.pid)
  const order = await placeOrder(first.url, 'moon-vase')
  for (const { pid } of [...family, ...leftOf([], dataDir)]) tryKill(pid)
  await first.ended
  await expect.poll(() => leftOf(family, dataDir)).toEqual([])

  const second = await start(dataDir, { withNpm: false })
  expect(await readOutbox(second.url)).toContain(order.order_no)
})

test('the shop stops when npm is killed', async () => {
  const dataDir = newDataDir()
  const { pid, ended } = await start(dataDir)
  const family = familyOf(pid)

  process.kill(pid, 'SIGKILL')

  await expect.poll(() => leftOf(family, dataDir), { timeout: 60_000 }).toEqual([])
  await ended
})

test('a start on a busy port names the port and the solution', async () => {
  const dataDir = newDataDir()
  const port = await findFreePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, 'localhost', resolve))

  const shop = runShop({ dataDir, port, withNpm: false })
  const code = await shop.ended
  other.close()

  expect(code).toBe(1)
  expect(shop.output()).toContain(`Port ${port} is already in use`)
  expect(shop.output()).toContain('PORT=')
  expect(shop.output()).not.toMatch(/^\s+at /m)
  // The database was not created.
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('a start that fails after it listens ends and leaves no process behind', async () => {
  const dataDir = newDataDir()
  // The file for the address of the last start cannot be written.
  mkdirSync(join(dataDir, 'store-url'), { recursive: true })

  const shop = runShop({ dataDir, port: await findFreePort(), withNpm: false })
  open.push({ shop, dataDir })

  expect(await shop.ended).toBe(1)
  expect(leftOf([], dataDir)).toEqual([])
})

test('invalid settings exit with 78 and one line each, without their values', async () => {
  const dataDir = newDataDir()
  const wrong = {
    PORT: '99999',
    DATABASE_URL: 'mysql://shop:topsecret@db/shop',
    VITRINE_MODE: 'prod',
    VITRINE_TOKEN_SECRET: 'short-secret',
    VITRINE_TYPO: 'yes',
  }
  const shop = runShop({ dataDir, port: 0, environment: wrong, withNpm: false })

  expect(await shop.ended).toBe(78)
  const lines = shop.output().trim().split('\n')
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(wrong).sort())
  for (const value of ['topsecret', 'short-secret', '99999']) expect(shop.output()).not.toContain(value)
})

test('doctor shows the effective configuration without secrets', () => {
  const dataDir = newDataDir()
  const tokenSecret = 'R4nd0m-l00king-t0ken-secret-f0r-this-test'
  const { stdout, status } = runDoctor({
    DATA_DIR: dataDir,
    PORT: '4321',
    DATABASE_URL: 'postgres://shop:hunter2@db.example.com:5432/shop?sslpassword=letmein',
    VITRINE_TOKEN_SECRET: tokenSecret,
    VITRINE_PASSWORD_PEPPER: tokenSecret,
  })

  expect(status).toBe(0)
  expect(stdout).toMatch(/PORT +4321/)
  expect(stdout).toContain(dataDir)
  expect(stdout).toContain('db.example.com:5432/shop')
  expect(stdout).toMatch(/VITRINE_TOKEN_SECRET +•+/)
  for (const secret of [tokenSecret, 'hunter2', 'letmein']) expect(stdout).not.toContain(secret)
})

test('settings are read from .env, and the environment overrides them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine env '))
  folders.push(() => rmSync(folder, { recursive: true }))
  const { stdout } = runDoctor({ PORT: '4321' }, { cwd: folder, envFile: 'PORT=1111\nHOST=127.0.0.7\n' })

  expect(stdout).toMatch(/PORT +4321/)
  expect(stdout).toMatch(/HOST +127\.0\.0\.7/)
})

test('an unknown command lists the known commands', () => {
  const { stdout, status } = run(['fly'], {})
  expect(status).toBe(2)
  for (const command of ['start', 'import', 'export', 'backup', 'restore', 'reset', 'doctor'])
    expect(stdout).toContain(command)
})

test('a command with --help is not run', () => {
  const { stdout, status } = run(['start', '--help'], {})
  expect(status).toBe(0)
  expect(stdout).toContain('Usage')
})

function runDoctor(environment: Record<string, string>, { cwd = project, envFile = '' } = {}) {
  if (envFile) writeFileSync(join(cwd, '.env'), envFile)
  return run(['doctor'], environment, cwd)
}

function run(args: string[], environment: Record<string, string>, cwd = project) {
  const { DATABASE_URL: _, HOST: __, STORE_URL: ___, ...clean } = cleanEnvironment()
  const env = { ...clean, DATA_DIR: newDataDir(), ...environment }
  return spawnSync(process.execPath, [join(project, 'src/cli/vitrine.ts'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  })
}

const theShop = (family: readonly Process[]) => {
  // npm and its shell contain the same command line; the shop is the innermost process.
  const shop = family.findLast(({ command }) =>
    /scripts\/launch\.mjs (--\S+ )*src\/cli\/vitrine\.ts start/.test(command),
  )
  if (!shop) throw new Error(`No shop among ${JSON.stringify(family)}`)
  return shop
}
