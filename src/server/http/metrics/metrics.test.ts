import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Api } from '#contract/client.ts'
import { metricsOfDeployment } from '#harness/deployed-metrics.ts'
import { openShop } from '#harness/open-shop.ts'
import { buy } from '#harness/orders.ts'
import { readGroupPrices } from '#server/catalog/products/member-prices.ts'
import { readRedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { readStoreStatus } from '#server/content/storefront/store-status.ts'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { readChannelSelection } from '#server/shop/channels/channel-selection.ts'
import { readImports } from '../../../../scripts/read-imports.ts'
import { openPages } from '../../../entry-server.tsx'
import type { CachedPage } from '../pages/cached-page.ts'
import { servePages } from '../pages/page-routes.ts'
import { type MetricsSources, openMetrics } from './open-metrics.ts'

const TOKEN = 'a-token-of-a-scraper'

/** The demo shop with pages and metrics, listening on a port of its own. */
async function openShopWithMetrics(sources: Partial<MetricsSources> = {}) {
  const shop = await openShop({
    seed: true,
    extend(app, pipeline, services) {
      const pages = openPages(
        { build: 'test', entry: '/entry.js', head: () => '' },
        { origin: services.config.storeUrl },
      )
      const cache = createPageCache<CachedPage>()
      const metrics = openMetrics(app, {
        config: { token: TOKEN },
        log: services.log,
        db: services.db,
        pool: {
          totalCount: 3,
          idleCount: 2,
          waitingCount: 1,
          options: { max: 10 },
        } as MetricsSources['pool'],
        pageRoute: (path) => (path.startsWith('/product/') ? '/product/:slug+' : undefined),
        pageCache: cache,
        ...sources,
      })
      servePages<Api>(app, {
        pages: () => pages,
        openApi: pipeline.openApi,
        services,
        mode: 'production',
        cache,
        checks: {
          readRedirects: () => readRedirectRules(services.db),
          readStatus: () => readStoreStatus(services.db),
          readChannels: () => readChannelSelection(services.db),
          readGroupPrices: () => readGroupPrices(services.db),
        },
        onPage: metrics.countPage,
      })
      void metrics.serve()
    },
  })
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers, redirect: 'manual' })
    return { status: response.status, body: await response.text() }
  }
  const scrape = async () => (await get('/metrics', { authorization: `Bearer ${TOKEN}` })).body
  return { ...shop, origin, get, scrape }
}

const shop = await openShopWithMetrics({
  readIndexStats: () => [{ channelId: 1, products: 40, bytes: 12_000, loadedAt: Date.now() - 90_000 }],
  readJobCounts: async () => [{ job: 'invoices', state: 'failed', count: 2 }],
  replica: { secondsAway: () => 90 },
})

await buy(shop.db, shop.guest(), {
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  phone: '9876543210',
})

/** The value of a series, by name and labels in their exposition format. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const requests = (method: string, route: string, status: number) =>
  `http_request_duration_seconds_count{method="${method}",route="${route}",status_code="${status}"}`

/** A request is counted when its response has been closed, which the client may see earlier. */
const eventually = (series: string, value: number) =>
  vi.waitFor(async () => expect(seriesValue(await shop.scrape(), series), series).toBe(value), {
    timeout: 100_000,
  })

test('metrics require the right token', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }] as Record<
    string,
    string
  >[]) {
    const { status, body } = await shop.get('/metrics', headers)
    expect([status, body]).toEqual([401, ''])
  }
})

test('requests are counted by route pattern and status, including cached pages and payloads', async () => {
  await shop.get('/product/moon-vase')
  await shop.get('/product/moon-vase')
  await shop.get('/product/no-such-product')
  await shop.get('/api/product/single-product/moon-vase')
  await shop.get('/api/product/single-product/no-such-product')
  await shop.get('/product/moon-vase/_payload.json?test')

  await eventually(requests('GET', '/product/:slug+', 200), 2)
  await eventually(requests('GET', '/product/:slug+', 404), 1)
  await eventually(requests('GET', '/product/:slug+ (payload)', 200), 1)
  await eventually(requests('GET', '/api/product/single-product/:id', 200), 1)
  await eventually(requests('GET', '/api/product/single-product/:id', 404), 1)
  expect(await shop.scrape()).not.toContain('moon-vase')
})

test('a request aborted by the client is counted with 499', async () => {
  const leaving = new AbortController()
  await shop.db.transaction().execute(async (tx) => {
    // The request below waits for it.
    await sql`lock table products in access exclusive mode`.execute(tx)
    const request = fetch(`${shop.origin}/api/product/single-product/oxford-shirt`, {
      signal: leaving.signal,
    })
    request.catch(() => {})
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        waiting: number
      }>`select count(*)::int as waiting from pg_locks where not granted`.execute(tx)
      expect(rows[0]?.waiting).toBeGreaterThan(0)
    })
    leaving.abort()
    await expect(request).rejects.toThrow()
  })
  await eventually(requests('GET', '/api/product/single-product/:id', 499), 1)
})

test('page cache results are counted', async () => {
  const of = (cache: string) => `vitrine_page_requests_total{cache="${cache}"}`
  const before = await shop.scrape()
  const at = (cache: string) => seriesValue(before, of(cache)) ?? 0
  await shop.get('/about')
  await shop.get('/about')
  await shop.get('/cart')
  await eventually(of('miss'), at('miss') + 1)
  await eventually(of('hit'), at('hit') + 1)
  await eventually(of('visitor'), at('visitor') + 1)
  expect(seriesValue(await shop.scrape(), 'vitrine_page_cache_entries')).toBeGreaterThan(0)
})

test('metrics report the index, pool, jobs, outbox and orders', async () => {
  await shop.db.deleteFrom('outbox').execute()
  await shop.db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'order_placed',
      recipient: 'asha@example.com',
      text: 'Thank you',
      created_at: new Date(Date.now() - 600_000),
    } as never)
    .execute()
  const text = await shop.scrape()
  expect(seriesValue(text, 'vitrine_catalog_index_products{channel="1"}')).toBe(40)
  expect(seriesValue(text, 'vitrine_catalog_index_bytes{channel="1"}')).toBe(12_000)
  expect(seriesValue(text, 'vitrine_catalog_index_age_seconds{channel="1"}')).toBeGreaterThanOrEqual(90)
  expect(seriesValue(text, 'vitrine_db_pool_connections{state="busy"}')).toBe(1)
  expect(seriesValue(text, 'vitrine_db_pool_waiting_requests')).toBe(1)
  expect(seriesValue(text, 'vitrine_read_replica_away_seconds')).toBe(90)
  expect(seriesValue(text, 'vitrine_jobs{job="invoices",state="failed"}')).toBe(2)
  expect(seriesValue(text, 'vitrine_outbox_messages{channel="mail"}')).toBe(1)
  expect(seriesValue(text, 'vitrine_outbox_messages{channel="sms"}')).toBe(0)
  expect(seriesValue(text, 'vitrine_outbox_oldest_message_seconds{channel="mail"}')).toBeGreaterThanOrEqual(
    600,
  )
  expect(seriesValue(text, 'vitrine_orders{status="placed"}')).toBe(1)
  expect(text).not.toContain('asha@example.com')
})

test('every metric of the alerts and of the dashboard exists', async () => {
  await shop.get('/about')
  const text = await shop.scrape()
  const names = [...metricsOfDeployment()]
  expect(names.length).toBeGreaterThan(12)
  expect(names.filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text))).toEqual([
    // Only a source that fails has a series.
    'vitrine_metrics_errors_total',
  ])
})

test('a failing source is counted, and the rest is still served', async () => {
  await shop.pool.query('alter table outbox rename to outbox_away')
  onTestFinished(async () => void (await shop.pool.query('alter table outbox_away rename to outbox')))
  const text = await shop.scrape()
  expect(seriesValue(text, 'vitrine_metrics_errors_total{source="outbox"}')).toBe(1)
  expect(seriesValue(text, 'vitrine_page_cache_entries')).toBeGreaterThan(0)
})

test('metrics on a separate port are not served by the shop, and a busy port is named', async () => {
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const { port } = busy.address() as { port: number }
  const sources = {
    log: shop.services.log,
    db: shop.db,
    pool: shop.pool,
    pageRoute: () => undefined,
    config: { port },
  }
  const app = Fastify()
  onTestFinished(() => app.close())
  const metrics = openMetrics(app, sources)
  await expect(metrics.serve()).rejects.toThrow(`METRICS_PORT ${port} cannot be opened (EADDRINUSE)`)
  await new Promise((resolve) => busy.close(resolve))

  await metrics.serve()
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect(await response.text()).toContain('process_resident_memory_bytes')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})

test('the shop loads prom-client and OpenTelemetry only through dynamic imports, where they are configured', () => {
  const root = join(import.meta.dirname, '../../../..')
  const reached = new Set(['src/main.ts'])
  const packages = new Set<string>()
  for (const file of reached) {
    if (!existsSync(join(root, file))) continue
    for (const { specifier, target, isType, isDynamic } of readImports(
      file,
      readFileSync(join(root, file), 'utf8'),
    ).imports) {
      if (isType || isDynamic) continue
      if (target) reached.add(target)
      else packages.add(specifier)
    }
  }
  expect(reached.size).toBeGreaterThan(200)
  expect(packages).toContain('fastify')
  expect(packages).not.toContain('prom-client')
  expect([...packages].filter((name) => name.startsWith('@opentelemetry'))).toEqual([])
})
