import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Api } from '#contract/client.ts'
import type { Pages } from '#pages/answer.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { loadSection } from '#sections/section-loaders.ts'
import { sectionRegistry } from '#sections/section-registry.server.ts'
import type { ChangeFeed, ReadReplica } from '#server/platform/kernel/context.ts'
import { ensureBuilt } from '../scripts/build.ts'
import { ensureAdminBuilt } from '../scripts/build-admin.ts'
import {
  createMemoryCatalogIndex,
  type MemoryCatalogIndex,
} from './server/catalog/catalog-index/memory-catalog-index.ts'
import { readGroupPrices } from './server/catalog/products/member-prices.ts'
import { ALL_PRICES_TAG, PRICE_RANGE_TAGS } from './server/catalog/products/price-tags.ts'
import { createMissedSearchCounter } from './server/catalog/search-tuning/count-missed.ts'
import { serveCouriers } from './server/commerce/couriers/bookings/serve-couriers.ts'
import { formTargetsOf } from './server/commerce/gateways/find-gateway.ts'
import { offerGateways } from './server/commerce/gateways/offer-gateways.ts'
import { serveGateways } from './server/commerce/payments/serve-gateways.ts'
import { findPreview } from './server/content/pages/find-preview.ts'
import { createHitCounter } from './server/content/redirects/count-hits.ts'
import { readRedirectRules } from './server/content/redirects/redirect-rules.ts'
import { hasShop, requireShop } from './server/content/storefront/require-shop.ts'
import { readStoreStatus } from './server/content/storefront/store-status.ts'
import { coreGroups } from './server/core-groups.ts'
import { serveAdmin } from './server/http/admin/serve-admin.ts'
import { serveInvoicePreview } from './server/http/admin/serve-invoice-preview.ts'
import { serveMailPreview } from './server/http/admin/serve-mail-preview.ts'
import { serveApiDocs } from './server/http/api/api-docs.ts'
import { serveApi } from './server/http/api/api-routes.ts'
import { freeBytesIn, serveReadiness } from './server/http/api/readiness.ts'
import { serveRefundPhotos } from './server/http/api/serve-refund-photos.ts'
import { serveWorker } from './server/http/api/serve-worker.ts'
import { createServer } from './server/http/create-server.ts'
import { createDrain, type Drain } from './server/http/drain.ts'
import { createFormCalls } from './server/http/forms/form-calls.ts'
import { serveAuthForms } from './server/http/forms/serve-auth-forms.ts'
import { serveForms } from './server/http/forms/serve-forms.ts'
import { answerErrors } from './server/http/pages/answer-errors.ts'
import type { CachedPage } from './server/http/pages/cached-page.ts'
import { createPageCache, type PageCache } from './server/http/pages/page-cache.ts'
import { isTemporary } from './server/http/pages/page-failure.ts'
import { servePages } from './server/http/pages/page-routes.ts'
import { refuseWhileLocked } from './server/http/pages/refuse-while-locked.ts'
import { serveCookiePreferences } from './server/http/pages/serve-cookie-preferences.ts'
import { servePluginDocuments } from './server/http/pages/serve-plugin-documents.ts'
import { serveSpecialPages } from './server/http/pages/serve-special-pages.ts'
import { serveUnsubscribe } from './server/http/pages/serve-unsubscribe.ts'
import { createSecurityHeaders } from './server/http/security-headers.ts'
import { shareFiles } from './server/http/sharing.ts'
import { openBuiltPages, registerBuildFiles } from './server/http/static/build-files.ts'
import { serveFavicon } from './server/http/static/favicon.ts'
import { serveFonts } from './server/http/static/fonts.ts'
import { serveImages } from './server/http/static/images.ts'
import { serveMedia } from './server/http/static/media.ts'
import { serveOffline } from './server/http/static/serve-offline.ts'
import { serveSeo } from './server/http/static/serve-seo.ts'
import { serveWellKnown } from './server/http/static/serve-well-known.ts'
import { keepPublished, openSharedBuildFiles } from './server/http/static/shared-build-files.ts'
import { purgeFormerBuild, readPurges, repeatPurge } from './server/operations/cdn/purge-cdn.ts'
import { noteFormerDemo } from './server/operations/seed/note-demo.ts'
import { seedDemoOrders } from './server/operations/seed/seed-demo-orders.ts'
import { seedDemoShop } from './server/operations/seed/seed-demo-shop.ts'
import { storeDemoImages } from './server/operations/seed/store-demo-images.ts'
import { followServiceKeys } from './server/operations/services/service-keys.ts'
import { refuseDemoPeople } from './server/operations/setup/demo-people.ts'
import { createAdminToken } from './server/people/staff/create-admin-token.ts'
import { createRefusalLog } from './server/people/staff/refusal-log.ts'
import { seedDemoOwner } from './server/people/staff/seed-demo-owner.ts'
import { dropFromCaches } from './server/platform/changes/caches.ts'
import { startChangeFeed } from './server/platform/changes/change-feed.ts'
import { shareReplies } from './server/platform/changes/remember.ts'
import type { Config } from './server/platform/config/config.ts'
import { checkFingerprints } from './server/platform/db/check-fingerprints.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './server/platform/db/embedded-postgres.ts'
import { readMigrations } from './server/platform/db/migration-files.ts'
import type { Connection, OpenDatabase } from './server/platform/db/open.ts'
import { openReadReplica } from './server/platform/db/read-replica.ts'
import { directConnection, openConfiguredDatabase } from './server/platform/db/shop-connection.ts'
import { readJobCounts } from './server/platform/jobs/read-job-counts.ts'
import type { ServiceKeys, Services } from './server/platform/kernel/context.ts'
import { originOf } from './server/platform/kernel/csrf.ts'
import type { FileStorage } from './server/platform/kernel/file-storage.ts'
import { createPipeline } from './server/platform/kernel/pipeline.ts'
import { createCallLimits, noCallLimits } from './server/platform/limits/call-limits.ts'
import { createImageVariants, type ImageVariants } from './server/platform/media/image-variants.ts'
import { serveDevOutbox } from './server/platform/notify/dev-outbox.ts'
import { readVisitor } from './server/platform/sessions/session.ts'
import { openStorage } from './server/platform/storage/open-storage.ts'
import { withRemovalsNoted } from './server/shop/cdn/cache-tags.ts'
import { channelOf, readChannelSelection } from './server/shop/channels/channel-selection.ts'
import { prepareSchema, schemaFolders } from './server/shop/plugins/prepare-schema.ts'
import { createPluginRegistry } from './server/shop/plugins/registry.ts'
import { seedPlugins } from './server/shop/plugins/seed-plugins.ts'

const project = join(import.meta.dirname, '..')

export type Shop = {
  app: FastifyInstance
  services: Services
  variants: ImageVariants
  /** Builds and opens the back office when its sources have changed; a failure is logged. */
  prepareAdmin(): Promise<void>
  /** The database's address, for connections besides the shop's own. */
  connection: Connection
  /** Not ready from now on; each reply ends its connection. */
  drain: Drain['start']
  close(): Promise<void>
}

export type StartOptions = {
  config: Config
  log: Logger
  /** Called with every step that may take a while. */
  onProgress?: (step: string) => void
  /** Renders pages from source with hot replacement. */
  isDevelopment?: boolean
  /** False: every page is rendered on each request. Only for measuring the cost of a page (`npm run bench`). */
  pageCache?: boolean
  /** Aborts the waits for migrations and for the catalog index, which may take minutes; opening then fails with the signal's reason. */
  signal?: AbortSignal
  /** The embedded database, when the caller has already started it; it is stopped here in any case. */
  embedded?: Promise<EmbeddedPostgres>
  /** Creates a shop in an empty database of production mode. */
  createFirstShop?: (db: OpenDatabase['db']) => Promise<void>
  /** False: a visitor's calls are not limited. Only for measurements. */
  callLimits?: boolean
}

/** Opens the configured database, the embedded one or the server in `DATABASE_URL`, when its schema is that of this release. */
export async function openShopDatabase(options: StartOptions) {
  const { config, log, signal, onProgress = () => {} } = options
  const { databaseUrl, dataDir } = config
  const embedded = databaseUrl
    ? undefined
    : await (options.embedded ?? startEmbeddedPostgres({ dataDir, log, onProgress }))
  const stop = async () => embedded?.stop()
  let database: OpenDatabase | undefined
  try {
    const direct = await directConnection(config, embedded && { config: embedded.config })
    await prepareSchema(direct, installedPlugins, {
      config,
      signal,
      onProgress: ({ name, number, of }) => onProgress(`Migration ${number} of ${of}: ${name}`),
      onNotice: onProgress,
    })
    const opened = await openConfiguredDatabase(config, direct, { log })
    database = opened
    await checkFingerprints(opened.db, config)
    return {
      database: opened,
      connection: direct,
      async close() {
        await opened.close()
        await stop()
      },
    }
  } catch (error) {
    await database?.close()
    await stop()
    throw error
  }
}

/**
 * Everything but listening: configuration -> database -> API -> pages. The only module that imports all server
 * folders.
 */
export async function openShop(options: StartOptions): Promise<Shop> {
  // The keys that owners enter are added to it: the environment's own configuration stays as it is.
  const config = { ...options.config }
  const {
    log,
    onProgress = () => {},
    isDevelopment = false,
    pageCache = !isDevelopment,
    callLimits = true,
  } = options
  const isBuilt = !isDevelopment && config.role !== 'worker'
  const built = isBuilt ? ensureBuilt({ onProgress }) : undefined
  // Awaited below. The no-op handler keeps an early rejection from ending the process while the database is starting.
  built?.catch(() => {})
  const { database, connection, close: closeDatabase } = await openShopDatabase(options)
  let changes: ChangeFeed | undefined
  const stopOnFailure: (() => Promise<void>)[] = []
  try {
    await built
    const stored = await openStorage(config)
    const files = config.cdn ? withRemovalsNoted(stored, database) : stored
    if (config.mode !== 'production') await seed(database, { config, files, onProgress })
    else await prepareProduction(database.db, options)
    await requireShop(database.db, config)
    changes = await startChangeFeed(database.direct, { log })
    const feed = changes
    const replica = openReplica({ database, changes: feed, config, log })
    stopOnFailure.push(async () => replica?.stop())
    const serviceKeys = await followServiceKeys({ db: database.db, config, changes: feed, log })
    stopOnFailure.push(async () => serviceKeys.stop())
    await offerGateways(database.db, config)
    const { app, services, variants, prepareAdmin, drain, tracing } = await assemble({
      database,
      changes: feed,
      replica,
      serviceKeys,
      files,
      config,
      log,
      isDevelopment,
      pageCache,
      callLimits,
      signal: options.signal,
      stopOnFailure,
    })
    return {
      app,
      services,
      variants,
      prepareAdmin,
      drain,
      connection,
      async close() {
        await app.close()
        await services.catalogIndex.stop()
        services.serviceKeys.stop()
        await replica?.stop()
        await feed.stop()
        stored.close?.()
        await Promise.all([closeDatabase(), tracing?.close()])
      },
    }
  } catch (error) {
    for (const stop of stopOnFailure) await stop()
    await changes?.stop()
    await closeDatabase()
    throw error
  }
}

type Seeding = { config: Config; files: FileStorage; onProgress: (step: string) => void }

async function seed({ db }: OpenDatabase, { config, files, onProgress }: Seeding) {
  const outcome = await seedDemoShop(db, { onProgress })
  if (outcome === 'other-shop') return
  await noteFormerDemo(db)
  await storeDemoImages(files)
  await seedDemoOrders(db, config)
  await seedDemoOwner(db)
  await seedPlugins(db, installedPlugins)
}

/** No shop is invented in production, and the people of the demo shop stay out of it. */
async function prepareProduction(db: OpenDatabase['db'], { config, createFirstShop }: StartOptions) {
  if (!(await hasShop(db))) await createFirstShop?.(db)
  await refuseDemoPeople(db, config)
  await noteFormerDemo(db)
}

type Parts = {
  database: OpenDatabase
  changes: ChangeFeed
  replica: ReadReplica | undefined
  serviceKeys: ServiceKeys
  files: FileStorage
  config: Config
  log: Logger
  isDevelopment: boolean
  pageCache: boolean
  callLimits: boolean
  signal: AbortSignal | undefined
  /** Receives the background services that must be stopped after a failed start. */
  stopOnFailure: (() => Promise<void>)[]
}

function openReplica({
  database,
  changes,
  config,
  log,
}: Pick<Parts, 'database' | 'changes' | 'config' | 'log'>) {
  const { databaseReplicaUrl: url, databasePoolSize: poolSize } = config
  return url === undefined
    ? undefined
    : openReadReplica({ url, poolSize, primary: database.db, changes, log })
}

const openPageCache = ({ staleMinutes = 0 }: Config) =>
  createPageCache<CachedPage>({ minDropIntervalMs, staleMs: staleMinutes * 60_000, isTemporary })

/** Imports and bulk changes note these with every batch. */
const minDropIntervalMs = { listing: 1_000, [ALL_PRICES_TAG]: 1_000, [PRICE_RANGE_TAGS]: 1_000 }

async function openCatalogIndex({ database, changes, replica, files, log, config, stopOnFailure }: Parts) {
  const catalogIndex = await createMemoryCatalogIndex({
    db: database.db,
    replica,
    changes,
    log,
    onLate(tags) {
      dropFromCaches(changes, tags)
      repeatPurge({ db: database.db, config }, tags).catch((error: unknown) =>
        log.warn({ err: error }, 'late products could not be purged from the shared cache'),
      )
    },
    snapshotDir: join(config.dataDir, 'cache', 'catalog-index'),
    bucket: config.storage?.kind === 's3' ? { files, secrets: config } : undefined,
  })
  stopOnFailure.push(() => catalogIndex.stop())
  return catalogIndex
}

async function assemble(parts: Parts) {
  const { changes, replica, serviceKeys, files, config, log, pageCache, signal } = parts
  const { db } = parts.database
  const app = createServer({ config })
  const drain = createDrain(app)
  answerErrors(app, { log })
  const shown = config.role === 'worker' ? undefined : await openPagesOf(app, parts)
  const tracing = await openTracingOf(app, parts, shown?.pages)
  const cache = shown && pageCache ? openPageCache(config) : undefined
  const catalogIndex = await openCatalogIndex(parts)
  const plugins = createPluginRegistry(installedPlugins, { db, changes, log })
  const services: Services = {
    ...{ db, replica, config, log, changes, serviceKeys, files, catalogIndex, plugins, loadSection },
    buildId: shown?.buildId ?? (() => ''),
    sections: sectionRegistry,
    refusals: createRefusalLog({ db, log }),
    createAdminToken: (visitor) => createAdminToken(db, visitor),
    startSpan: tracing?.startSpan,
  }
  await purgeFormerBuild(services, services.buildId())
  const metrics = await openMetricsOf(app, { parts, pages: shown?.pages, cache, catalogIndex })
  const variants = createImageVariants({ files, cacheDir: join(config.dataDir, 'cache', 'img'), log })

  const migrations = await readMigrationNames()
  const { isDraining } = drain
  const readFreeBytes = config.databaseUrl ? undefined : () => freeBytesIn(config.dataDir)
  serveReadiness(app, { services, migrations, isIndexReady: catalogIndex.isReady, isDraining, readFreeBytes })
  const opened = { app, services, variants, drain: drain.start }
  const prepareAdmin = shown
    ? serveShop({ ...opened, ...shown, cache, onPage: metrics?.countPage }, parts)
    : serveWorker(app, variants)
  await metrics?.serve()
  tracing?.startObserving()
  await app.ready()
  await untilReady(catalogIndex, signal)
  return { ...opened, prepareAdmin, tracing }
}

type Shown = Pick<Shop, 'app' | 'services' | 'variants'> & {
  pages: () => Pages<Api> | Promise<Pages<Api>>
  worker: string | undefined
  cache: PageCache<CachedPage> | undefined
  onPage: Parameters<typeof servePages>[1]['onPage']
}

/** Everything that shoppers and staff ask for. @returns builds the back office when its sources have changed. */
function serveShop(
  { app, services, variants, pages, worker, cache, onPage }: Shown,
  parts: Parts,
): Shop['prepareAdmin'] {
  const { config, isDevelopment, callLimits } = parts
  const { db } = services
  refuseWhileLocked(app, { services, readStatus: () => readStoreStatus(db) })
  const headers = createSecurityHeaders({ storeUrl: config.storeUrl, isDevelopment })
  const pipeline = createPipeline({
    services,
    groups: [...coreGroups, ...installedPlugins.flatMap(({ groups }) => groups)],
    readChannel: (visitor) => channelOf(services, visitor),
    shareReply: shareReplies(services),
  })
  serveGateways(app, services)
  serveCouriers(app, services)
  serveRefundPhotos(app, services)
  serveUnsubscribe(app, services)
  servePluginDocuments(app, services)
  const limits = callLimits ? createCallLimits(services) : noCallLimits
  serveApi(app, pipeline, services, limits)
  const formCalls = createFormCalls(pipeline, services, limits)
  serveAuthForms(app, formCalls, services)
  serveSpecialPages(app, { calls: formCalls, services, readStatus: () => readStoreStatus(db) })
  serveForms(app, formCalls, services)
  serveCookiePreferences(app, formCalls, services)
  serveApiDocs(app, pipeline, { services, limits })
  serveDevOutbox(app, services)
  shareFiles(app, services, () => readStoreStatus(db))
  serveFiles(app, { services, variants, headers })
  serveOffline(app, { services, variants, worker })
  const { prepare } = serveAdmin(app, {
    services,
    headers,
    dist: join(project, 'dist/admin'),
    ensureBuilt: ensureAdminBuilt,
    shared: openSharedBuildFiles(services, 'admin'),
  })
  const redirectHits = createHitCounter(services)
  app.addHook('onClose', redirectHits.flush)
  const missedSearches = createMissedSearchCounter(services)
  app.addHook('onClose', missedSearches.flush)
  servePages<Api>(app, {
    pages,
    openApi: pipeline.openApi,
    readVisitor: (request) => readVisitor(services, request),
    services,
    mode: isDevelopment ? 'development' : 'production',
    ...(cache ? { cache } : {}),
    checks: {
      readRedirects: () => readRedirectRules(db),
      readStatus: () => readStoreStatus(db),
      readChannels: () => readChannelSelection(db),
      readGroupPrices: () => readGroupPrices(db),
      requirePage: limits.requirePage,
      onRedirect: redirectHits.count,
    },
    onMissedSearch: missedSearches.count,
    findPreview: (token, path) => findPreview(services, token, path),
    formTargets: () => formTargetsOf(config),
    ...(onPage ? { onPage } : {}),
  })
  return prepare
}

type Measured = {
  parts: Parts
  pages: (() => Pages<Api> | Promise<Pages<Api>>) | undefined
  cache: PageCache<CachedPage> | undefined
  catalogIndex: MemoryCatalogIndex
}

/** Only where the configuration asks for them. */
async function openMetricsOf(app: FastifyInstance, { parts, pages, cache, catalogIndex }: Measured) {
  const { config, log, database } = parts
  if (!config.metrics) return undefined
  const { openMetrics } = await import('./server/http/metrics/open-metrics.ts')
  return openMetrics(app, {
    config: config.metrics,
    log,
    db: database.db,
    pool: database.pool,
    replica: parts.replica,
    pageRoute: pages ? pageRouteOf(pages) : () => undefined,
    ...(cache ? { pageCache: cache } : {}),
    readIndexStats: catalogIndex.stats,
    ...(config.cdn && { readPurges: () => readPurges.first(database.db) }),
    readJobCounts: async () => {
      const { waiting = 0, running = 0, retrying = 0, dead = 0 } = (await readJobCounts(database.db)) ?? {}
      return Object.entries({ waiting, running, retrying, dead }).map(([state, count]) => ({
        job: 'all',
        state,
        count,
      }))
    },
  })
}

/** Only where the configuration asks for it. */
async function openTracingOf(
  app: FastifyInstance,
  { config, log, stopOnFailure }: Parts,
  pages: Measured['pages'],
) {
  if (!config.tracing) return undefined
  const { openTracing } = await import('./server/http/metrics/open-tracing.ts')
  const pageRoute = pages ? pageRouteOf(pages) : () => undefined
  const tracing = openTracing(app, { config: config.tracing, log, pageRoute })
  stopOnFailure.push(tracing.close)
  return tracing
}

type Served = {
  services: Services
  variants: ImageVariants
  headers: ReturnType<typeof createSecurityHeaders>
}

/** Fonts, pictures, uploads, and the files that crawlers and browsers look for. */
function serveFiles(app: FastifyInstance, { services, variants, headers }: Served) {
  serveFonts(app)
  serveImages(app, { variants, headers })
  serveMedia(app, { files: services.files, headers })
  serveFavicon(app, { services, headers })
  serveSeo(app, { services })
  serveWellKnown(app, { services })
  serveMailPreview(app, services)
  serveInvoicePreview(app, services)
}

/** The names of all migrations of this release and of the installed plugins. */
async function readMigrationNames(): Promise<string[]> {
  const migrations = await Promise.all(
    schemaFolders(installedPlugins).map(({ folder, plugin }) => readMigrations(folder, plugin)),
  )
  return migrations.flat().map(({ name }) => name)
}

/**
 * Finds the route pattern of the page at a path. In development, where pages are reloaded on each request, there is
 * none.
 */
function pageRouteOf(pages: () => Pages<Api> | Promise<Pages<Api>>) {
  return (pathname: string) => {
    const current = pages()
    if (current instanceof Promise) return undefined
    const { screen } = current.matches(pathname) ?? {}
    return current.routes.find((route) => route.screen === screen)?.path
  }
}

/** No request is answered before: without the index, a listing takes seconds in a large shop. */
async function untilReady(catalogIndex: MemoryCatalogIndex, signal: AbortSignal | undefined) {
  const aborted = Promise.withResolvers<void>()
  const abort = () => aborted.resolve()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  await Promise.race([catalogIndex.ready(), aborted.promise])
  signal?.removeEventListener('abort', abort)
  if (!catalogIndex.isReady()) signal?.throwIfAborted()
}

/**
 * The built pages with the files that browsers fetch from the build; in development from source, reloaded on each
 * request.
 */
type PageParts = Pick<Parts, 'config' | 'files' | 'log' | 'isDevelopment'>

async function openPagesOf(app: FastifyInstance, { config, files, log, isDevelopment }: PageParts) {
  const origin = originOf({ storeUrl: config.storeUrl })
  if (isDevelopment) {
    const { openDevPages } = await import('./server/http/pages/dev-pages.ts')
    return { pages: await openDevPages<Pages<Api>>(app, { origin }), buildId: () => 'dev', worker: undefined }
  }
  const { pages, buildFile, own, buildId, worker } = await openBuiltPages<Pages<Api>>(join(project, 'dist'), {
    origin,
  })
  const shared = openSharedBuildFiles({ config, files }, 'shop')
  registerBuildFiles(app, buildFile, shared?.find)
  const stopSharing = shared && (await keepPublished(shared, { id: buildId, files: own }, log))
  app.addHook('onClose', async () => stopSharing?.())
  return { pages: () => pages, buildId: () => buildId, worker }
}
