/**
 * The shop behind a real Varnish, `npm run edge`: varnishd starts exactly `deploy/varnish.vcl` before two hosts on one database. It
 * replays 100,000 mixed requests, changes a price and a menu under load, tries to have a page of one visitor kept, and kills all hosts
 * for a minute. Figures of a run are in docs/operations.md. Without varnishd it says so and ends. ADR 0014.
 *
 *     npm run edge -- [requests] [seconds without hosts]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts'
import { cleanEnvironment, findFreePort } from '../tests/harness/run-shop.ts'

const root = dirname(import.meta.dirname)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-edge-'))
chmodSync(folder, 0o755)
const [requestCount = 100_000, secondsAway = 60] = process.argv.slice(2).map(Number)
const key = randomBytes(16).toString('hex')
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const ends: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true }),
  () => agent.destroy(),
]
const problems: string[] = []

const say = (line: string) => void process.stdout.write(`${line}\n`)
const check = (isRight: boolean, what: string) => {
  say(`${isRight ? 'ok  ' : 'FAIL'} ${what}`)
  if (!isRight) problems.push(what)
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: string; from: string }
type Sent = { method?: string; headers?: Record<string, string>; port?: number; body?: string }

let varnish = 0
function send(
  path: string,
  { method = 'GET', headers = {}, port = varnish, body }: Sent = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: 'shop.test', ...headers },
      agent,
    })
    sent.once('error', reject)
    sent.once('response', (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.once('error', reject)
      reply.once('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts).toString(),
          from: String(reply.headers['x-cache']),
        }),
      )
    })
    sent.end(body)
  })
}

async function openDatabase() {
  const log = { info: () => {}, warn: console.warn, error: console.warn }
  const { config, stop } = await startEmbeddedPostgres({ dataDir: folder, log })
  ends.push(stop)
  const { host = '', port = 5432, user = '', password = '', database = '' } = config
  const query = new URLSearchParams({ host })
  const url = `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?${query}`
  const client = new pg.Client({ host, port, user, password: String(password), database })
  return { url, client }
}

const running = new Set<ChildProcess>()
async function startHost(port: number, environment: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'src/cli/vitrine.ts', 'start'], {
    cwd: root,
    env: {
      ...cleanEnvironment(),
      ...environment,
      PORT: String(port),
      DATA_DIR: join(folder, `data-${port}`),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ctrl-C stops it.')) resolve()
      })
    child.once('close', () => {
      running.delete(child)
      reject(new Error(`A host ended:\n${output}`))
    })
  })
}

async function killHosts() {
  const all = [...running]
  for (const child of all) child.kill('SIGKILL')
  await Promise.all(all.map((child) => new Promise((resolve) => child.once('close', resolve))))
}
ends.push(killHosts)

/** The hosts' file is the operator's; varnish.vcl is the repository's own. */
async function startVarnish(hosts: readonly number[]) {
  const own = readFileSync(join(root, 'deploy/varnish-hosts.vcl'), 'utf8')
  const [first = 0, second = 0] = hosts
  writeFileSync(
    join(folder, 'varnish-hosts.vcl'),
    own
      .replace('"3000"', `"${first}"`)
      .replaceAll(/^( *)# (?=backend b|shop\.add)/gm, '$1')
      .replace('"10.0.0.2"; .port = "3000"', `"127.0.0.1"; .port = "${second}"`),
  )
  copyFileSync(join(root, 'deploy/varnish.vcl'), join(folder, 'varnish.vcl'))
  mkdirSync(join(folder, 'varnish'))
  const args = [
    '-F',
    '-a',
    `127.0.0.1:${varnish}`,
    '-n',
    join(folder, 'varnish'),
    '-s',
    'malloc,256m',
    '-T',
    'none',
  ]
  const child = spawn(
    'varnishd',
    [...args, '-j', 'none', '-p', `vcl_path=${folder}`, '-f', join(folder, 'varnish.vcl')],
    {
      env: { ...process.env, VARNISH_PURGE_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  ends.push(() => child.kill('SIGTERM'))
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`varnishd ended:\n${output}`)
    const reply = await send('/').catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(200)
  }
  throw new Error(`Varnish does not answer with the shop:\n${output}`)
}

/** Addresses that shoppers and their browsers ask for, from the pages themselves. */
async function readAddresses(slugs: readonly string[]) {
  const pages = ['/', '/shop-online', '/product-category/ceramics', '/search?query=mug', '/blogs', '/about']
  const lists = ['/shop-online?sort=price_asc', '/shop-online?page=2', '/shop-online?price=1000-5000']
  const products = slugs.map((slug) => `/product/${slug}`)
  const documents: string[] = []
  const files = new Set<string>()
  const data = new Set<string>()
  for (const path of [...pages, ...lists, ...products]) {
    const { status, body } = await send(path)
    if (status !== 200) continue
    documents.push(path)
    for (const [url] of body.matchAll(
      /\/(?:assets|fonts|media|_img)\/[\w./?=&;@-]+\.(?:js|css|woff2|webp|svg|png)(?:\?v=\w+)?/g,
    ))
      files.add(url)
    for (const [url] of body.matchAll(/\/[\w/.-]*_payload\.json\?[\w.~&=-]+/g)) data.add(url)
  }
  const build = /_payload\.json\?([\w.-]+)~/.exec([...data][0] ?? '')?.[1] ?? ''
  const payloads = products.slice(0, 20).map((path) => `${path}/_payload.json?${build}`)
  return { documents, files: [...files].slice(0, 150), data: [...data, ...payloads], products }
}

const encodings = ['gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'gzip, deflate, br, zstd']
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** Half documents, the rest data and files; some with a session, a campaign, or a cart. */
async function replay(addresses: Awaited<ReturnType<typeof readAddresses>>, count: number) {
  const totals = { hits: 0, kept: 0, visitor: 0, failed: 0, slow: [] as number[] }
  let left = count
  async function shopper() {
    while (left-- > 0) {
      const kind = Math.random()
      const isVisitor = kind > 0.995
      const path = isVisitor
        ? '/cart'
        : kind < 0.45
          ? `${pick(addresses.documents)}`
          : kind < 0.6
            ? pick(addresses.data)
            : pick(addresses.files)
      const isCampaign = kind < 0.05
      const url = isCampaign ? `${path}${path.includes('?') ? '&' : '?'}utm_source=mail&gclid=${left}` : path
      const headers: Record<string, string> = { 'accept-encoding': pick(encodings) }
      if (Math.random() < 0.5) headers.cookie = `sid=${randomBytes(8).toString('hex')}; _ga=GA1.${left}`
      const started = performance.now()
      const { status, from } = await send(url, { headers })
      totals.slow.push(performance.now() - started)
      if (status !== 200) totals.failed += 1
      if (isVisitor) {
        totals.visitor += 1
        continue
      }
      totals.kept += 1
      if (from === 'hit') totals.hits += 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, shopper))
  return totals
}

/** Milliseconds until Varnish shows it; `change` is what staff do, in its own transaction. */
async function seenAfter(change: () => Promise<unknown>, isSeen: () => Promise<boolean>) {
  await change()
  const committed = performance.now()
  while (performance.now() - committed < 15_000) {
    if (await isSeen()) return performance.now() - committed
    await sleep(5)
  }
  return Number.POSITIVE_INFINITY
}

async function attack(hosts: readonly number[], slug: string) {
  const page = `/product/${slug}`
  const signedIn = { cookie: 'sid=0123456789abcdef; cart=secret-of-one' }
  const first = await send('/cart', { headers: signedIn })
  const second = await send('/cart')
  check(first.from === 'miss' && second.from === 'miss', 'the cart of a visitor is never kept')
  for (const path of [
    '/cart/x.css',
    '/account/orders/x.css',
    '/account/orders.js',
    '/cart;a.css',
    '/cart/%2e%2e/a.png',
    '/account/profile/_payload.json?x.css',
    '/login',
    '/api/cart/get',
    '/admin',
    '/no-such-page',
    '//shop-online',
  ]) {
    await send(path, { headers: signedIn })
    const again = await send(path)
    check(again.from === 'miss', `${path} is not kept (${again.status})`)
  }
  const { body: clean } = await send(page)
  const poisons: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-original-url': '/account', 'x-rewrite-url': '/account' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-forwarded-proto': 'http' },
    { 'accept-encoding': 'identity;q=0, *;q=0' },
    { range: 'bytes=0-9' },
    { 'if-none-match': '*' },
    { 'surrogate-key': 'evil', 'x-purge-hard': '1' },
    { cookie: 'channel=evil"<script>; grid_columns=<script>' },
  ]
  for (const headers of poisons) {
    const path = `${page}?a=${randomBytes(4).toString('hex')}`
    await send(path, { headers }).catch(() => undefined)
    const { status, body } = await send(path)
    check(
      status === 200 && !/evil|<script>alert/.test(body),
      `a page is not changed by ${JSON.stringify(headers)}`,
    )
  }
  const evil = await send(page, { headers: { host: 'evil.example' } })
  const { body: after } = await send(page)
  check(after === clean, `a page is not changed by another Host (which got ${evil.status})`)
  const bearer = await send(page, { headers: { authorization: 'Bearer x' } })
  check(bearer.from === 'miss', 'a request with Authorization passes')
  const [one, other] = [
    await send('/shop-online?sort=price_asc&x=2&x=1'),
    await send('/shop-online?sort=price_asc&x=1&x=2'),
  ]
  check(one.status === 200 && other.from === 'miss', 'parameters in another order are another address')
  check((await send(page, { method: 'POST' })).status === 405, 'a POST is answered by the shop')
  const head = await send(page, { method: 'HEAD' })
  check(head.status === 200 && head.body === '', 'a HEAD has no body')
  check(
    (await send('/', { method: 'PURGE', headers: { 'surrogate-key': 'pages' } })).status === 405,
    'a purge without the key is refused',
  )
  check(
    (await send('/', { method: 'PURGE', headers: { 'surrogate-key': 'pages', 'x-purge-key': 'wrong' } }))
      .status === 405,
    'a purge with a wrong key is refused',
  )
  check((await send(page)).from === 'hit', 'and has dropped nothing')
  const { headers } = await send(page)
  check(
    !headers['surrogate-key'] && !headers.xkey && headers['cache-control'] === 'no-cache',
    'browsers get no tags, and ask again',
  )
  const own = await send(page, { port: hosts[0] ?? 0 })
  check(String(own.headers['cache-control']).includes('s-maxage'), 'the host itself lets it be kept')
  const wide = await send(page, { headers: { cookie: 'grid_columns=2; sid=1' } })
  const again = await send(page, { headers: { cookie: 'sid=2; grid_columns=2' } })
  check(
    wide.status === 200 && again.from === 'hit',
    'a cookie that pages depend on is a key of its own, others are not',
  )
}

async function main() {
  if (spawnSync('varnishd', ['-V']).error) {
    say('Skipped: varnishd is not installed (Debian: apt-get install varnish varnish-modules)')
    return
  }
  const database = await openDatabase()
  varnish = await findFreePort()
  const hosts = [await findFreePort(), await findFreePort()]
  const environment = {
    DATABASE_URL: database.url,
    CDN: 'varnish',
    VARNISH_URL: `http://127.0.0.1:${varnish}`,
    VARNISH_PURGE_KEY: key,
    VITRINE_TOKEN_SECRET: randomBytes(32).toString('hex'),
    VITRINE_PASSWORD_PEPPER: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    STORE_URL: 'http://shop.test',
  }
  for (const port of hosts) await startHost(port, environment)
  await database.client.connect()
  await startVarnish(hosts)
  const { client } = database
  const { rows } = await client.query(
    `select p.id, p.slug from products p where p.is_published order by p.id limit 60`,
  )
  const slugs: string[] = rows.map(({ slug }) => slug)
  const [{ id, slug }] = rows
  const addresses = await readAddresses(slugs)
  say(
    `${addresses.documents.length} documents, ${addresses.data.length} data, ${addresses.files.length} files; ${hosts.length} hosts`,
  )

  await attack(hosts, slug)

  // What the start still purges, such as the pages of the build before, is over.
  await sleep(3_000)
  const started = performance.now()
  const { hits, kept, visitor, failed, slow } = await replay(addresses, requestCount)
  const seconds = (performance.now() - started) / 1_000
  slow.sort((a, b) => a - b)
  const rate = (100 * hits) / kept
  check(
    rate >= 98,
    `${rate.toFixed(2)} % of ${kept} requests for open pages, data and files are hits (${visitor} of visitors beside, ${failed} failed)`,
  )
  check(failed === 0, 'no request failed')
  say(
    `     ${requestCount} requests in ${seconds.toFixed(0)} s, median ${slow[Math.floor(slow.length / 2)]?.toFixed(1)} ms, p99 ${slow[Math.floor(slow.length * 0.99)]?.toFixed(1)} ms`,
  )

  const delays: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const price = 100_000 + round * 100
    const shown = new Intl.NumberFormat('en-IN').format(price / 100)
    await send(`/product/${slug}`)
    const ms = await seenAfter(
      () =>
        client.query(
          `with price as (update prices set selling_price = ${price}, mrp = greatest(mrp, ${price}) where variation_id in (select id from variations where product_id = ${id}) returning 1),
          noted as (insert into change_log (tag) select t from unnest(array['product:${id}', 'prices']) t where exists (select from price) returning 1)
          select pg_notify('change_log', '') from noted limit 1`,
        ),
      async () => (await send(`/product/${slug}`)).body.includes(shown),
    )
    delays.push(ms)
    await sleep(300)
  }
  delays.sort((a, b) => a - b)
  check(
    (delays.at(-1) ?? 0) <= 500,
    `a price change is seen through Varnish after ${delays[10]?.toFixed(0)} ms (median of 20), 18 of them within ${delays[17]?.toFixed(0)} ms, all within ${delays.at(-1)?.toFixed(0)} ms`,
  )

  let old = 0
  const label = `Menu ${randomBytes(4).toString('hex')}`
  await seenAfter(
    () =>
      client.query(
        `with menu as (update menu_items set label = '${label}' where id = (select min(id) from menu_items) returning menu_id),
        noted as (insert into change_log (tag) select t from menu, unnest(array['menus', 'storefront', 'menu:' || menu_id]) t returning 1)
        select pg_notify('change_log', '') from noted limit 1`,
      ),
    async () => (await send('/')).body.includes(label),
  )
  // Some shoppers read all the time while it changes; then every page is looked at.
  await Promise.all([replay(addresses, 4_000), sleep(25_000)])
  let shown = 0
  for (const path of addresses.documents) {
    if (!(await send(path, { port: hosts[0] ?? 0 })).body.includes(label)) continue
    shown += 1
    if (!(await send(path)).body.includes(label)) old += 1
  }
  check(shown > 0 && old === 0, `${old} of ${shown} pages show the menu from before its change`)

  for (const path of addresses.documents) await send(path, { headers: { 'accept-encoding': 'br' } })
  // These pages are dropped just before: nothing newer can be made of them.
  await client.query(
    `with noted as (insert into change_log (tag) values ('product:${id}'), ('listing') returning 1) select pg_notify('change_log', '') from noted limit 1`,
  )
  await sleep(400)
  await killHosts()
  let asked = 0
  const lost: string[] = []
  const until = performance.now() + secondsAway * 1_000
  while (performance.now() < until) {
    const path = pick(addresses.documents)
    const { status } = await send(path, { headers: { 'accept-encoding': 'br' } })
    asked += 1
    if (status !== 200) lost.push(path)
    await sleep(5)
  }
  if (lost.length > 0) say(`     ${[...new Set(lost)].slice(0, 10).join(' ')}`)
  check(
    lost.length === 0,
    `${lost.length} of ${asked} requests for open pages failed while all hosts were away for ${secondsAway} s`,
  )
  const { status } = await send('/cart')
  check(status === 503, `the cart answers ${status} meanwhile`)
  await client.end()
}

try {
  await main()
} finally {
  for (const end of ends.reverse()) await end()
}
if (problems.length > 0) {
  say(`${problems.length} of the checks failed`)
  process.exitCode = 1
}
