import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { leftOf } from '#harness/processes.ts'
import {
  cleanEnvironment,
  findFreePort,
  makeDataDir,
  project,
  type RunningShop,
  runShop,
} from '#harness/run-shop.ts'

const products = 20_000
test.describe.configure({ mode: 'default', timeout: 300_000 })

const { dataDir, remove } = makeDataDir()
const snapshot = join(dataDir, 'cache', 'catalog-index', 'channel-1.snapshot')
const running: RunningShop[] = []

async function startShop() {
  const shop = runShop({ dataDir, port: await findFreePort(), withNpm: false })
  running.push(shop)
  return shop
}

async function stop(shop: RunningShop) {
  shop.child.kill('SIGTERM')
  await shop.ended
}

test.afterAll(async () => {
  for (const { child, ended } of running) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  for (const { pid } of leftOf([], dataDir)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => leftOf([], dataDir)).toEqual([])
  remove()
})

test.beforeAll(async () => {
  const shop = await startShop()
  await shop.ready()
  await stop(shop)
  const env = cleanEnvironment() as NodeJS.ProcessEnv
  const args = [join(project, 'tests/start/add-products.ts'), dataDir, String(products)]
  execFileSync(process.execPath, args, { cwd: project, env, stdio: 'inherit' })
})

type Answer = { path: string; status: number; retryAfter: string | null; body: string }

const paths = ['/', '/shop-online', '/shop-online?sort=newest', '/api/ready', '/api/health']

/** Requests all paths repeatedly from the start until the shop is ready, and once more after that. */
async function watchStart(shop: RunningShop): Promise<Answer[]> {
  const answers: Answer[] = []
  let isReady = false
  const ready = shop.ready().then(() => {
    isReady = true
  })
  for (let isLast = false; !isLast; ) {
    isLast = isReady
    for (const path of paths) {
      const answer = await ask(shop.url, path)
      if (answer) answers.push(answer)
    }
    await sleep(20)
  }
  await ready
  return answers
}

/** Undefined while no process listens. */
async function ask(url: string, path: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + path)
    const { status, headers } = response
    return { path, status, retryAfter: headers.get('retry-after'), body: await response.text() }
  } catch {
    return undefined
  }
}

const hasProducts = ({ body }: Answer) => body.includes('href="/product/')

function expectSoundStart(answers: Answer[]) {
  const starting = answers.filter(({ status }) => status === 503)
  expect(starting.length).toBeGreaterThan(0)
  for (const { retryAfter } of starting) expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(answers.filter(({ path, status }) => path === '/api/health' && status !== 200)).toEqual([])
  const pages = answers.filter(({ path, status }) => !/health|ready/.test(path) && status === 200)
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.filter((answer) => !hasProducts(answer)).map(({ path }) => path)).toEqual([])
}

test('a cold start with 20,000 products answers 503 until the index is built, never 500 and never an empty page', async () => {
  const shop = await startShop()

  const answers = await watchStart(shop)

  expectSoundStart(answers)
  expect(answers.findLast(({ path }) => path === '/api/ready')?.status).toBe(200)
  await expect.poll(() => existsSync(snapshot), { timeout: 60_000 }).toBe(true)
  await stop(shop)
})

test('a start with a snapshot of 20,000 products answers complete pages', async () => {
  const before = readFileSync(snapshot)
  const shop = await startShop()

  expectSoundStart(await watchStart(shop))

  // The unchanged file shows that the index was not rebuilt.
  expect(readFileSync(snapshot).equals(before)).toBe(true)
  await stop(shop)
})

test('a shop that waits for the index of another process answers 503 and stops at once', async () => {
  writeFileSync(snapshot, 'damaged')
  writeFileSync(`${snapshot}.lock`, '1\n')
  const shop = await startShop()
  await expect.poll(async () => (await ask(shop.url, '/'))?.status, { timeout: 60_000 }).toBe(503)
  const html = await ask(shop.url, '/product/moon-vase')
  const call = await ask(shop.url, '/api/cart/get')

  expect(html?.body).toContain('The shop is starting')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ status: 'error', code: 'UNAVAILABLE' })
  await stop(shop)
  expect(shop.output()).not.toContain('Ctrl-C stops it.')
})
