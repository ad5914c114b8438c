import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsConfig } from '#server/platform/config/metrics-config.ts'
import type { Db, ReadReplica } from '#server/platform/kernel/context.ts'
import { readOrderCounts, readOutboxCounts } from './read-counts.ts'
import { type Observed, observeRequests } from './request-durations.ts'

/** How the page cache answered: `visitor` pages are never cached, `uncacheable` ones could not be this time. */
export type PageCacheResult = 'hit' | 'miss' | 'uncacheable' | 'visitor'

export type IndexStats = {
  channelId: number
  products: number
  bytes: number
  /** Milliseconds since 1970; undefined during the first load. */
  loadedAt: number | undefined
}

export type JobCount = { job: string; state: string; count: number }

export type MetricsSources = {
  config: MetricsConfig
  log: Logger
  db: Db
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>
  pageRoute: (pathname: string) => string | undefined
  pageCache?: { size(): { entries: number; bytes: number } }
  readIndexStats?: () => IndexStats[]
  readJobCounts?: () => Promise<JobCount[]>
  replica?: Pick<ReadReplica, 'secondsAway'> | undefined
  /** Without a shared cache there is none. */
  readPurges?: () => Promise<{ behind_seconds: number; failures: number } | undefined>
}

/** The port of METRICS_PORT cannot be opened. */
export class MetricsPortError extends Error {
  override name = 'MetricsPortError'
}

/** Counting all orders reads a large table, and operators do not need a value to the second. */
const COUNT_ORDERS_EVERY_MS = 60_000

/** From a cached page to a statement's time limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Metrics in Prometheus' format. Imported only when configured: with metrics off neither this file nor `prom-client`
 * is loaded. Labels never contain visitor data.
 */
export function openMetrics(app: FastifyInstance, sources: MetricsSources) {
  const { config, log, pageRoute } = sources
  const register = new Registry()
  const of = { registers: [register] }
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    ...of,
    name: 'http_request_duration_seconds',
    help: 'Requests by route pattern and status, with their durations',
    labelNames: ['method', 'route', 'status_code'],
    buckets: BUCKETS,
  })
  const cacheResults = new Counter({
    ...of,
    name: 'vitrine_page_requests_total',
    help: 'Page requests by page cache result',
    labelNames: ['cache'],
  })
  const refresh = createGauges(register, sources)

  const observe = ({ seconds, ...labels }: Observed) => durations.observe(labels, seconds)
  const startObserving = observeRequests(app, { pageRoute, start: () => observe })

  async function answer(authorization: string | undefined): Promise<Answer> {
    if (!isAllowed(config, authorization))
      return { status: 401, headers: { ...noStore, 'www-authenticate': 'Bearer' }, body: '' }
    await refresh()
    const headers = { ...noStore, 'content-type': register.contentType, 'x-content-type-options': 'nosniff' }
    return { status: 200, headers, body: await register.metrics() }
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const { status, headers, body } = await answer(request.headers.authorization)
    return reply.code(status).headers(headers).send(body)
  }

  return {
    countPage: (cache: PageCacheResult) => cacheResults.inc({ cache }),
    /**
     * Serves the metrics. Call it after all routes are added.
     *
     * @throws MetricsPortError
     */
    async serve() {
      startObserving()
      if (config.port === undefined) app.get('/metrics', { config: { whileLocked: true } }, send)
      else await listen(app, config.port, answer, log)
    },
  }
}

const noStore = { 'cache-control': 'no-store' }

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Serves the metrics on a port of their own, for this machine only. */
function listen(
  app: FastifyInstance,
  port: number,
  answer: (authorization: string | undefined) => Promise<Answer>,
  log: Logger,
): Promise<void> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    answer(request.headers.authorization).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error) => {
        log.error({ err: error }, 'metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new MetricsPortError(
          `METRICS_PORT ${port} cannot be opened (${error.code}). Choose another one, or set METRICS_TOKEN alone to serve metrics on the shop's own port.`,
        ),
      ),
    )
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

/** Compared by hash, which takes the same time for any input. */
function isAllowed({ token }: MetricsConfig, authorization: string | undefined) {
  if (token === undefined) return true
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`))
}

/**
 * Values that are read for each scrape. A value that cannot be read is left out and counted; the rest is still
 * served.
 */
function createGauges(register: Registry, sources: MetricsSources) {
  const { db, log, pool, replica, pageCache, readIndexStats, readJobCounts, readPurges } = sources
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ registers: [register], name: `vitrine_${name}`, help, labelNames })

  const errors = new Counter({
    registers: [register],
    name: 'vitrine_metrics_errors_total',
    help: 'Sources that could not be read for a scrape',
    labelNames: ['source'],
  })
  const cacheEntries = gauge('page_cache_entries', 'Pages in the page cache')
  const cacheBytes = gauge('page_cache_bytes', 'Bytes of the pages in the page cache')
  const indexProducts = gauge('catalog_index_products', 'Products in the catalog index', ['channel'])
  const indexBytes = gauge('catalog_index_bytes', 'Bytes of the catalog index', ['channel'])
  const indexReady = gauge('catalog_index_ready', '1 when the catalog index is loaded', ['channel'])
  const indexAge = gauge('catalog_index_age_seconds', 'Seconds since all products were loaded', ['channel'])
  const connections = gauge('db_pool_connections', 'Database connections of this process', ['state'])
  const maxConnections = gauge('db_pool_max_connections', 'Limit of database connections of this process')
  const waiting = gauge('db_pool_waiting_requests', 'Queries that wait for a database connection')
  const replicaAway = gauge('read_replica_away_seconds', 'Seconds since the read replica had every change')
  const jobs = gauge('jobs', 'Background jobs by state', ['job', 'state'])
  const outbox = gauge('outbox_messages', 'Unsent messages', ['channel'])
  const outboxAge = gauge('outbox_oldest_message_seconds', 'Age of the oldest unsent message', ['channel'])
  const orders = gauge('orders', 'Orders by status', ['status'])
  let ordersCountedAt = Number.NEGATIVE_INFINITY

  const read: Record<string, () => Promise<void> | void> = {
    page_cache() {
      const size = pageCache?.size()
      if (!size) return
      cacheEntries.set(size.entries)
      cacheBytes.set(size.bytes)
    },
    catalog_index() {
      for (const one of [indexProducts, indexBytes, indexReady, indexAge]) one.reset()
      for (const { channelId, products, bytes, loadedAt } of readIndexStats?.() ?? []) {
        const channel = { channel: String(channelId) }
        indexReady.set(channel, loadedAt === undefined ? 0 : 1)
        if (loadedAt === undefined) continue
        indexProducts.set(channel, products)
        indexBytes.set(channel, bytes)
        indexAge.set(channel, (Date.now() - loadedAt) / 1_000)
      }
    },
    db_pool() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      maxConnections.set(pool.options.max)
      waiting.set(pool.waitingCount)
      replicaAway.set(replica?.secondsAway() ?? 0)
    },
    async jobs() {
      const counts = (await readJobCounts?.()) ?? []
      jobs.reset()
      for (const { count, ...labels } of counts) jobs.set(labels, count)
    },
    async outbox() {
      const counts = await readOutboxCounts(db)
      for (const channel of ['mail', 'sms'] as const) {
        const found = counts.find((one) => one.channel === channel)
        outbox.set({ channel }, found?.count ?? 0)
        outboxAge.set({ channel }, found?.oldest_seconds ?? 0)
      }
    },
    edge_purges: createPurgeGauges(gauge, readPurges),
    async orders() {
      if (performance.now() - ordersCountedAt < COUNT_ORDERS_EVERY_MS) return
      const counts = await readOrderCounts(db)
      ordersCountedAt = performance.now()
      orders.reset()
      for (const { status, count } of counts) orders.set({ status }, count)
    },
  }

  return readTogether(read, (source, error) => {
    errors.inc({ source })
    log.warn({ source, error: String(error) }, 'metrics: a source could not be read')
  })
}

/** Of the shared cache. */
function createPurgeGauges(
  gauge: (name: string, help: string) => Gauge,
  readPurges: MetricsSources['readPurges'],
) {
  const age = gauge(
    'edge_purge_age_seconds',
    'Seconds since the oldest change that the shared cache was not purged of',
  )
  const failures = gauge('edge_purge_failures', 'Failed purges of the shared cache, of all processes')
  return async () => {
    const purges = await readPurges?.()
    age.set(purges?.behind_seconds ?? 0)
    failures.set(purges?.failures ?? 0)
  }
}

/** Runs all of these; concurrent callers share one run. */
function readTogether(
  read: Record<string, () => Promise<void> | void>,
  onError: (source: string, error: unknown) => void,
) {
  const readAll = async () => {
    await Promise.all(
      Object.entries(read).map(async ([source, work]) => {
        try {
          await work()
        } catch (error) {
          onError(source, error)
        }
      }),
    )
  }
  let reading: Promise<void> | undefined
  return () => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
}
