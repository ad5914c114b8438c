/**
 * A rolling deploy, `npm run rolling`: two builds of different sources on one database and one bucket, a balancer before them. Each
 * script and style of a page of either build is requested from either host and through the balancer; none may be missing (ADR 0014). Then both
 * are restarted under load (`rolling-restart.ts`).
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { S3Config } from '../src/server/platform/config/storage-config.ts'
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts'
import { createS3Storage } from '../src/server/platform/storage/s3-storage.ts'
import { startBucketServer } from '../tests/harness/bucket-server.ts'
import { cleanEnvironment, findFreePort } from '../tests/harness/run-shop.ts'
import { copySources } from './copy-sources.ts'
import { restartUnderLoad } from './rolling-restart.ts'

const root = dirname(import.meta.dirname)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rolling-'))
chmodSync(folder, 0o755)
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const say = (line: string) => void process.stdout.write(`${line}\n`)
const paths = ['/', '/shop-online', '/product/moon-vase', '/cart', '/admin']

/** A copy of the project's files with another text in a part that most chunks share, and another color. */
function copyOfSources(): string {
  const copy = join(folder, 'next')
  copySources(copy)
  change(join(copy, 'src/ui/button.tsx'), 'Please wait', 'One moment')
  change(
    join(copy, 'src/ui/button.module.css'),
    'display: inline-flex;',
    'display: inline-flex; outline-offset: 3px;',
  )
  return copy
}

function change(file: string, from: string, to: string) {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no “${from}”`)
  writeFileSync(file, text.replace(from, to))
}

async function openBucket() {
  const { config, close } = await startBucketServer(join(folder, 'bucket'))
  ends.push(close)
  return config
}

async function openDatabase(): Promise<string> {
  const log = { info: () => {}, warn: console.warn, error: console.warn }
  const { config, stop } = await startEmbeddedPostgres({ dataDir: folder, log })
  ends.push(stop)
  const { host = '', port = 5432, user = '', password = '', database = '' } = config
  const query = new URLSearchParams({ host })
  return `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?${query}`
}

/** Starts a host from a folder of sources, which builds what is not built. It can be stopped and started again on its port. */
async function openHost(cwd: string, name: string, environment: Record<string, string>) {
  const port = await findFreePort()
  const env = {
    ...cleanEnvironment(),
    ...environment,
    PORT: String(port),
    DATA_DIR: join(folder, `data-${name}`),
  }
  let stop = async () => {}
  async function start() {
    const child = spawn(process.execPath, ['scripts/launch.mjs', 'src/cli/vitrine.ts', 'start'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    stop = async () => {
      child.kill('SIGTERM')
      await ended
      if (child.exitCode !== 0)
        throw new Error(`The ${name} host ended with ${child.exitCode ?? child.signalCode}`)
    }
    let output = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (output.includes('Ctrl-C stops it.')) resolve()
        })
      void ended.then(() => reject(new Error(`The ${name} host ended:\n${output}`)))
    })
  }
  await start()
  ends.push(() => stop())
  return { origin: `http://localhost:${port}`, port, start, stop: () => stop() }
}

/** Hands each request to the next host. */
async function openBalancer(hosts: readonly string[]): Promise<string> {
  let turn = 0
  const balancer = createServer(async ({ url }, response) => {
    const answer = await fetch(`${hosts[turn++ % hosts.length]}${url}`)
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => balancer.close(),
    () => balancer.closeAllConnections(),
  )
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
}

/** The scripts and styles of the pages of a host, and those that they name. */
async function filesOf(host: string): Promise<string[]> {
  const found = new Set<string>()
  const collect = (text: string, base: string) => {
    for (const [path] of text.matchAll(/\/(?:admin\/)?assets\/[\w.-]+\.(?:js|css)/g)) found.add(path)
    for (const [, name] of text.matchAll(/"\.\/([\w.-]+\.(?:js|css))"/g)) found.add(`${base}${name}`)
  }
  for (const path of paths) {
    for (let tries = 0; tries < 120; tries += 1) {
      const answer = await fetch(host + path, { redirect: 'manual' })
      if (answer.status === 200) {
        collect(await answer.text(), '')
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  for (const path of found)
    if (path.endsWith('.js'))
      collect(await (await fetch(host + path)).text(), path.slice(0, path.lastIndexOf('/') + 1))
  return [...found]
}

async function bytesOfBuilds(bucket: S3Config) {
  const storage = createS3Storage(bucket)
  const sizes = { shop: 0, admin: 0 }
  for await (const { path, size } of storage.list('builds'))
    sizes[path.startsWith('builds/admin/') ? 'admin' : 'shop'] += size
  return sizes
}

async function main() {
  const [bucket, database] = await Promise.all([openBucket(), openDatabase()])
  const shared = {
    DATABASE_URL: database,
    STORAGE: 's3',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint ?? '',
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    VITRINE_TOKEN_SECRET: randomBytes(32).toString('hex'),
    VITRINE_PASSWORD_PEPPER: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '5',
  }
  const old = await openHost(root, 'old', shared)
  const ofOld = await filesOf(old.origin)
  const alone = await bytesOfBuilds(bucket)
  const next = await openHost(copyOfSources(), 'next', shared)
  const ofNext = await filesOf(next.origin)
  const both = await bytesOfBuilds(bucket)
  const all = [...new Set([...ofOld, ...ofNext])]
  say(
    `${ofOld.length} scripts and styles of the old build, ${ofNext.length} of the new one, ${all.length - ofOld.length} of them new`,
  )
  if (all.length === ofOld.length) throw new Error('The two builds do not differ')
  const balancer = await openBalancer([old.origin, next.origin])
  let missing = 0
  for (const [name, origin, rounds] of [
    ['old host', old.origin, 1],
    ['new host', next.origin, 1],
    ['balancer', balancer, 2],
  ] as const) {
    let here = 0
    for (let round = 0; round < rounds; round += 1)
      for (const path of round ? [...all.slice(1), ...all.slice(0, 1)] : all) {
        const { status } = await fetch(origin + path)
        if (status !== 200) here += 1
      }
    say(`${name}: ${here} of ${all.length * rounds} missing`)
    missing += here
  }
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1)
  say(
    `bucket: ${mega(alone.shop)} MB of the shop and ${mega(alone.admin)} MB of the back office for one build, ${mega(both.shop + both.admin)} MB for both`,
  )
  const failed = await restartUnderLoad({ folder, hosts: [old, next], say })
  if (missing + failed > 0) process.exitCode = 1
}

try {
  await main()
} finally {
  for (const end of ends.reverse()) await end()
}
