/**
 * `npm run upgrade-from -- COMMIT…`: starts the demo shop of each commit, then this release on its data, then the former one again. A
 * release before 0.9.0 must be refused with its data unchanged, and accepted once 0.9.0 has run on them; every order, customer and product
 * is still there (ADR 0011).
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts'
import { lastBeforeBaseline } from '../src/server/platform/db/migrate.ts'
import { cleanEnvironment, findFreePort } from '../tests/harness/run-shop.ts'

const root = dirname(import.meta.dirname)
const work = mkdtempSync(join(tmpdir(), 'vitrine-upgrade-'))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The first commit with this version. */
const commitOf = (version: string) =>
  git('log', '--format=%H', `-S"version": "${version}"`, '--', 'package.json').split('\n').at(-1) ?? ''

/** The files of a commit with the packages of its lockfile. */
function checkOut(commit: string): string {
  const folder = join(work, commit.slice(0, 8))
  execFileSync('git', ['clone', '-q', '--no-checkout', root, folder])
  execFileSync('git', ['checkout', '-q', commit], { cwd: folder })
  execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return folder
}

/** Without keep-alive: the first releases wait for open connections when they stop. @returns 0 without a reply */
const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const request = get(url, { agent: false }, (reply) => resolve(reply.resume().statusCode ?? 0))
    request.on('error', () => resolve(0))
  })

/** Starts a release on a data folder until it is ready, then stops it. @returns the last line of its errors if it does not start. */
async function start(folder: string, dataDir: string): Promise<string | undefined> {
  const port = await findFreePort()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: String(port) },
  })
  let printed = ''
  child.stdout.resume()
  child.stderr.on('data', (part) => (printed += part))
  const closed = once(child, 'close')
  // The first releases have no `/api/ready`.
  const isServed = async (path: string) => (await statusOf(`http://127.0.0.1:${port}${path}`)) === 200
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  while (!isGone() && !(await isServed('/'))) await new Promise((resolve) => setTimeout(resolve, 300))
  if (isGone()) {
    await closed
    return printed.trim().split('\n').at(-1)
  }
  for (const path of ['/shop-online', '/product/moon-vase'])
    if (!(await isServed(path))) throw new Error(`${path} is not served`)
  // npm ends before the shop does.
  const group = -(child.pid ?? 0)
  const isRunning = () => {
    try {
      return process.kill(group, 0)
    } catch {
      return false
    }
  }
  process.kill(group, 'SIGTERM')
  while (isRunning()) await new Promise((resolve) => setTimeout(resolve, 300))
  return undefined
}

/** A hash of all orders, their lines, customers and products, in the columns that this data has. */
async function readRecords(dataDir: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const client = new pg.Client(server.config)
  await client.connect()
  const found: string[] = []
  for (const [table, columns] of [
    ['orders', 'id, order_no, status, grand_total, email'],
    ['order_items', 'id, order_id, sku, quantity, total'],
    ['customers', 'id, email, first_name'],
    ['products', 'id, slug, name, is_published'],
    ['variations', 'id, sku, stock'],
  ]) {
    const { rows } = await client.query(`select ${columns} from ${table} order by id`)
    found.push(
      `${rows.length} ${table} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 8)}`,
    )
  }
  await client.end()
  await server.stop()
  return found.join(', ')
}

try {
  const commits = process.argv.slice(2)
  if (commits.length === 0) throw new Error('Usage: npm run upgrade-from -- COMMIT…')
  const last = checkOut(commitOf(lastBeforeBaseline))
  const replaced = readdirSync(join(last, 'migrations')).length
  for (const commit of commits) {
    const dataDir = join(work, `data-${commit.slice(0, 8)}`)
    const own = checkOut(git('rev-parse', commit))
    const failed = await start(own, dataDir)
    if (failed) throw new Error(`${commit} does not start: ${failed}`)
    const before = await readRecords(dataDir)
    say(`${commit}: ${before}`)
    const refusal = await start(root, dataDir)
    say(`  this release: ${refusal ?? 'starts'}`)
    const isOlder = !existsSync(join(own, 'migrations/replaced.json'))
    if (isOlder && !refusal?.includes(`Start release ${lastBeforeBaseline}`))
      throw new Error('it must be refused')
    const between = isOlder ? await start(last, dataDir) : refusal
    if (isOlder) say(`  ${lastBeforeBaseline} (${replaced} migrations): ${between ?? 'starts'}`)
    const accepted = isOlder ? await start(root, dataDir) : undefined
    if (isOlder) say(`  this release: ${accepted ?? 'starts'}`)
    const former = isOlder ? { folder: last, name: lastBeforeBaseline } : { folder: own, name: commit }
    const beside = await start(former.folder, dataDir)
    say(`  ${former.name} again, as in a rolling deploy: ${beside ?? 'starts'}`)
    const after = await readRecords(dataDir)
    say(`  ${after === before ? 'every record is unchanged' : `changed: ${after}`}`)
    if (between ?? accepted ?? beside ?? (after === before ? undefined : 'changed')) process.exitCode = 1
  }
  say(`This release: ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
