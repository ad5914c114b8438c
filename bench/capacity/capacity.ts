import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { postgresFolder } from '#server/platform/db/launcher/database-folders.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { type Bench, perSecond, type Row } from '../figures.ts'
import { benchConfig } from '../jobs/bench-config.ts'
import { getMessage, postMessage } from '../load/http-message.ts'
import { findPages } from '../pages-of-shop.ts'
import { cpuSeconds } from '../processes/cpu-seconds.ts'
import type { Load } from '../processes/load.ts'
import { pinningNote } from '../processes/on-core.ts'
import type { BenchShop } from '../processes/shop.ts'
import { type Child, startProcess, stopAllProcesses } from '../processes/start-process.ts'
import { type PreparedCart, prepareCarts, stockUp } from '../writes/prepare-carts.ts'
import { measureFeeds } from './feeds.ts'
import { measureQueue } from './queue.ts'

const processCounts = [1, 2, 4]
const CLIENTS = 16
const SECONDS = 4
/** First, so that each connection has planned its statements. */
const WARM_UP = 320
const WRITES = 800

/**
 * What a page, a cart write and an order cost of processor time, of shop and database apart, with one to four processes; and how long
 * changes and jobs take to arrive when there are many.
 */
export const capacity: Bench = {
  title: 'Capacity',
  rows: [],

  async run(context) {
    const { say } = context
    const dataDir = join(context.dataDir, 'capacity')
    mkdirSync(dataDir, { mode: 0o755 })
    const server = await startEmbeddedPostgres({
      dataDir,
      log: { info: () => {}, warn: say, error: say },
      internal: { settings: { max_connections: '250' } },
    })
    const { host, port, user, database } = server.config
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const postmaster = Number(
      readFileSync(join(postgresFolder(dataDir), 'cluster/postmaster.pid'), 'utf8').split('\n')[0],
    )
    const direct = openDatabase({ config: server.config, statementTimeoutMs: 60_000 })
    try {
      const rows: Row[] = []
      for (const count of processCounts)
        rows.push(...(await measureProcesses({ count, url, dataDir, postmaster, direct, say })))
      rows.push(await measureFeeds({ connection: server, direct, postmaster, say }))
      rows.push(await measureQueue({ direct, say }))
      return {
        rows,
        notes: [
          `${CLIENTS} keep-alive connections, spread over the processes. Pages: ${SECONDS} s; writes: ${WRITES} each, every reply a 200, commits durable (fsync on). Milliseconds of processor time for one of them. ${pinningNote.replace('Server and database are', 'The shop is')}`,
          'A page from the cache is sent uncompressed to clients in Node; `npm run bench -- cache` measures it with `wrk`. A rendered page: the shop without its page cache.',
          'Listeners: change feeds with connections of their own in one process, each as a process of the shop has; every change is a transaction with one tag, and each must reach every listener once. Jobs: one worker, from the commit that enqueues to the start of the run.',
        ],
      }
    } finally {
      await direct.close()
      await server.stop()
    }
  },
}

type Setup = {
  count: number
  url: string
  dataDir: string
  postmaster: number
  direct: OpenDatabase
  say: (line: string) => void
}

async function measureProcesses({ count, url, dataDir, postmaster, direct, say }: Setup): Promise<Row[]> {
  say(`${count} ${count === 1 ? 'process' : 'processes'}`)
  const rows: Row[] = []
  for (const pageCache of [false, true]) {
    try {
      const shops = await openShops(count, { url, dataDir, pageCache })
      const measure = async (what: string, requests: (at: number) => string[], isInTurn: boolean) =>
        rows.push({
          what: `${what}, ${count} at work`,
          ...(await costOf(shops, postmaster, requests, isInTurn)),
        })
      const { listing, product } = await findPages(`http://127.0.0.1:${shops.ports[0]}`)
      const pages = [listing, product].map((path) => getMessage(path))
      await shops.sendAll(() => pages, 2)
      await measure(pageCache ? 'page from the cache' : 'rendered page', () => pages, true)
      if (!pageCache) continue
      const variations = await stockUp(direct.db, 1_000_000)
      const carts = async (size: number, lines: number) => {
        const contents = Array.from({ length: size }, (_, at) =>
          Array.from({ length: lines }, (_, line) => variations[(at + 3 * line) % variations.length] ?? 0),
        )
        const made = await prepareCarts(direct.db, contents)
        return (at: number) => made.filter((_, cart) => cart % count === at)
      }
      for (const [what, lines, messageOf] of [
        ['add to cart', 1, addMessage(variations)],
        ['order of two lines', 2, orderMessage],
      ] as const) {
        const [early, late] = [await carts(WARM_UP, lines), await carts(WRITES, lines)]
        await shops.sendAll((at) => early(at).map(messageOf), 0)
        await measure(what, (at) => late(at).map(messageOf), false)
      }
    } finally {
      await stopAllProcesses()
    }
  }
  return rows
}

const addMessage =
  (variations: readonly number[]) =>
  ({ session, variationIds: [first = 0] }: PreparedCart) => {
    const next = variations[(variations.indexOf(first) + 1) % variations.length]
    return postMessage('/api/cart/add-item', { product_id: next, quantity: 1 }, session)
  }

const orderMessage = ({ session }: PreparedCart) =>
  postMessage(
    '/api/checkout/place-order',
    { version: 1, idempotency_key: randomUUID(), accept_tnc: true },
    session,
  )

type Shops = Awaited<ReturnType<typeof openShops>>

async function openShops(count: number, options: { url: string; dataDir: string; pageCache: boolean }) {
  const shops: { child: Child<BenchShop>; load: Child<Load>; port: number }[] = []
  for (let at = 0; at < count; at++) {
    const child = startProcess<BenchShop>('shop.ts', 'server')
    const { port } = await child.ask('open', {
      dataDir: join(options.dataDir, `host-${at}`),
      environment: {
        DATABASE_URL: options.url,
        VITRINE_TOKEN_SECRET: benchConfig.tokenSecret ?? '',
        VITRINE_PASSWORD_PEPPER: benchConfig.passwordPepper,
      },
      pageCache: options.pageCache,
    })
    shops.push({ child, load: startProcess<Load>('load.ts', 'load'), port })
  }
  const clients = Math.max(1, CLIENTS / count)
  return {
    pids: shops.map(({ child }) => child.pid),
    ports: shops.map(({ port }) => port),
    /** @param seconds how long, with the requests in turn; 0: each request once */
    async sendAll(requestsOf: (at: number) => string[], seconds: number) {
      const sent = await Promise.all(
        shops.map(({ load, port }, at) => {
          const work = { port, clients, requests: requestsOf(at) }
          return seconds > 0 ? load.ask('sendFor', { ...work, seconds }) : load.ask('sendAll', work)
        }),
      )
      const refused = sent.find((one) => one.refused !== undefined)
      if (refused) throw new Error(`Refused: ${JSON.stringify(refused.statuses)} ${refused.refused}`)
      return sent.reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0)
    },
  }
}

async function costOf(
  shops: Shops,
  postmaster: number,
  requests: (at: number) => string[],
  isInTurn: boolean,
): Promise<Pick<Row, 'ours' | 'clock'>> {
  const used = () => ({ shop: cpuSeconds(shops.pids) ?? 0, database: cpuSeconds([postmaster]) ?? 0 })
  const before = used()
  const started = performance.now()
  const done = await shops.sendAll(requests, isInTurn ? SECONDS : 0)
  const seconds = (performance.now() - started) / 1_000
  const after = used()
  const each = (part: keyof typeof before) => (((after[part] - before[part]) * 1_000) / done).toFixed(2)
  return {
    ours: `${each('shop')} ms shop, ${each('database')} ms database`,
    clock: perSecond(done / seconds),
  }
}
