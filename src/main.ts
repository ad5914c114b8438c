import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Api } from '#contract/client.ts'
import type { Pages } from '#pages/answer.ts'
import { loadSection } from '#sections/section-loaders.ts'
import { ensureBuilt } from '../scripts/build.ts'
import { allHandlers } from './server/all-handlers.ts'
import { serveAuthForms } from './server/auth/serve-auth-forms.ts'
import { createMemoryCatalogIndex } from './server/catalog-index/memory-catalog-index.ts'
import type { Config } from './server/config/config.ts'
import { startEmbeddedPostgres } from './server/db/embedded-postgres.ts'
import { migrate } from './server/db/migrate.ts'
import { type Connection, type OpenDatabase, openDatabase } from './server/db/open.ts'
import { serveFound } from './server/found/serve-found.ts'
import { serveApiDocs } from './server/http/api-docs.ts'
import { serveApi } from './server/http/api-routes.ts'
import { openBuiltPages, registerBuildFiles } from './server/http/build-files.ts'
import type { CachedPage } from './server/http/cached-page.ts'
import { createCallLimits, noCallLimits } from './server/http/call-limits.ts'
import { type ChangeFeed, startChangeFeed } from './server/http/change-feed.ts'
import type { Services } from './server/http/context.ts'
import { createServer } from './server/http/create-server.ts'
import { serveFonts } from './server/http/fonts.ts'
import { createImageVariants, type ImageVariants } from './server/http/image-variants.ts'
import { serveImages } from './server/http/images.ts'
import { serveMedia } from './server/http/media.ts'
import { createPageCache } from './server/http/page-cache.ts'
import { servePages } from './server/http/page-routes.ts'
import { readRedirectRules } from './server/http/redirect-rules.ts'
import { createSecurityHeaders } from './server/http/security-headers.ts'
import { type AllHandlers, createPipeline } from './server/http/serve.ts'
import { readVisitor } from './server/http/session.ts'
import { readStoreStanding } from './server/http/store-standing.ts'
import { serveDevOutbox } from './server/notify/dev-outbox.ts'
import { serveUnsubscribe } from './server/notify/serve-unsubscribe.ts'
import { serveRefundPhotos } from './server/orders/photo-route.ts'
import { offerGateways } from './server/payments/offer-gateways.ts'
import { servePostedBack } from './server/payments/razorpay/posted-back-route.ts'
import { serveTestGateway } from './server/payments/test-gateway/hosted-page.ts'
import { retireTestGateway } from './server/payments/test-gateway/retire.ts'
import { serveWebhooks } from './server/payments/webhook-route.ts'
import { placeDemoImages } from './server/seed/place-demo-images.ts'
import { seedDemoOrders } from './server/seed/seed-demo-orders.ts'
import { seedDemoShop } from './server/seed/seed-demo-shop.ts'
import { originOf } from './server/storefront/origin.ts'
import { rememberedChannel } from './server/storefront/read-channel.ts'
import { requireShop } from './server/storefront/require-shop.ts'

const project = join(import.meta.dirname, '..')

export type Shop = {
  app: FastifyInstance
  services: Services
  variants: ImageVariants
  close(): Promise<void>
}

export type StartOptions = {
  config: Config
  log: Logger
  /** Told of every step that may take a while. */
  onProgress?: (step: string) => void
  /** Pages from source, replaced while they are open. */
  isDevelopment?: boolean
  /** False: every page is rendered anew. For measuring what a page costs (`npm run bench`), for nothing else. */
  pageCache?: boolean
  /** False: one visitor may call as often as they like. For measuring too. */
  callLimits?: boolean
}

/** The database of the configuration: the embedded one, or the server that `DATABASE_URL` names. Migrated. */
export async function openShopDatabase({ config, log, onProgress = () => {} }: StartOptions) {
  const { databaseUrl, dataDir } = config
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log, onProgress })
  const connection: Connection = embedded
    ? { config: embedded.config }
    : { connectionString: databaseUrl ?? '' }
  const stop = async () => embedded?.stop()
  try {
    await migrate(connection, {
      folder: join(project, 'migrations'),
      onProgress: ({ name, number, of }) => onProgress(`Migration ${number} of ${of}: ${name}`),
    })
    const database = openDatabase(connection)
    return {
      database,
      async close() {
        await database.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Everything but listening: configuration -> database -> API -> pages. The only place that sees all rooms. */
export async function openShop(options: StartOptions): Promise<Shop> {
  const {
    config,
    log,
    onProgress = () => {},
    isDevelopment = false,
    pageCache = !isDevelopment,
    callLimits = true,
  } = options
  const built = isDevelopment ? undefined : ensureBuilt({ onProgress })
  // Heard of below; until then a failure must not end the process under a database that is just starting.
  built?.catch(() => {})
  const { database, close: closeDatabase } = await openShopDatabase(options)
  let changes: ChangeFeed | undefined
  try {
    await built
    if (config.mode !== 'production') await seed(database, config, onProgress)
    else await retireTestGateway(database.db)
    await requireShop(database.db)
    await offerGateways(database.db, config)
    changes = await startChangeFeed(database.pool, { log })
    const feed = changes
    const { app, services, variants } = await assemble({
      database,
      changes: feed,
      config,
      log,
      isDevelopment,
      pageCache,
      callLimits,
    })
    return {
      app,
      services,
      variants,
      async close() {
        await app.close()
        await services.catalogIndex.stop()
        await feed.stop()
        await closeDatabase()
      },
    }
  } catch (error) {
    await changes?.stop()
    await closeDatabase()
    throw error
  }
}

async function seed({ db }: OpenDatabase, config: Config, onProgress: (step: string) => void) {
  await placeDemoImages(join(config.dataDir, 'media'))
  await seedDemoShop(db, { onProgress })
  await seedDemoOrders(db, config)
}

type Parts = {
  database: OpenDatabase
  changes: ChangeFeed
  config: Config
  log: Logger
  isDevelopment: boolean
  pageCache: boolean
  callLimits: boolean
}

async function assemble(parts: Parts) {
  const { changes, config, log, isDevelopment, pageCache, callLimits } = parts
  const { db } = parts.database
  const app = createServer({ config })
  const mediaDir = join(config.dataDir, 'media')
  const headers = createSecurityHeaders({ storeUrl: config.storeUrl, isDevelopment })
  const { pages, buildId } = await openPagesOf(app, config, isDevelopment)
  const cache = pageCache ? createPageCache<CachedPage>() : undefined
  const services: Services = {
    db,
    config,
    log,
    changes,
    catalogIndex: await createMemoryCatalogIndex({
      db,
      changes,
      log,
      onLate: (tags) => cache?.drop(tags),
    }),
    loadSection,
    buildId,
  }
  const pipeline = createPipeline({
    services,
    handlers: allHandlers as unknown as AllHandlers,
    readChannel: () => rememberedChannel(services),
  })
  const variants = createImageVariants({ mediaDir, cacheDir: join(config.dataDir, 'cache', 'img'), log })

  serveWebhooks(app, services)
  servePostedBack(app, services)
  serveTestGateway(app, services)
  serveRefundPhotos(app, services)
  serveUnsubscribe(app, services)
  const limits = callLimits ? createCallLimits(services) : noCallLimits
  serveApi(app, pipeline, services, limits)
  serveAuthForms(app, pipeline, services)
  serveApiDocs(app, pipeline, services)
  serveDevOutbox(app, services)
  serveFonts(app)
  serveImages(app, { variants, headers })
  serveMedia(app, { mediaDir, headers })
  serveFound(app, { services })
  servePages<Api>(app, {
    pages,
    openApi: pipeline.openApi,
    readVisitor: (request) => readVisitor(services, request),
    services,
    mode: isDevelopment ? 'development' : 'production',
    ...(cache ? { cache } : {}),
    readRedirects: () => readRedirectRules(db),
    readStanding: () => readStoreStanding(db),
    requirePage: limits.requirePage,
  })
  await app.ready()
  return { app, services, variants }
}

/** The pages of the build, with the files that browsers fetch of it; in development from source, ever anew. */
async function openPagesOf(app: FastifyInstance, { storeUrl }: Config, isDevelopment: boolean) {
  const origin = originOf({ storeUrl })
  if (isDevelopment) {
    const { openDevPages } = await import('./server/http/dev-pages.ts')
    return { pages: await openDevPages<Pages<Api>>(app, { origin }), buildId: () => 'dev' }
  }
  const dist = join(project, 'dist')
  const { pages, buildFile } = await openBuiltPages<Pages<Api>>(dist, { origin })
  registerBuildFiles(app, buildFile)
  const { id } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { id: string }
  return { pages: () => pages, buildId: () => id }
}
