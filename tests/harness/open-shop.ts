import type { FastifyInstance, RouteOptions } from 'fastify'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { WebPlugins } from '#client/web-plugin.ts'
import type { Api } from '#contract/client.ts'
import type { Settings } from '#contract/storefront.ts'
import { installedWebPlugins } from '#plugins/installed.web.ts'
import { loadSection } from '#sections/section-loaders.ts'
import { sectionRegistry } from '#sections/section-registry.server.ts'
import { createMemoryCatalogIndex } from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { createSqlCatalogIndex } from '#server/catalog/catalog-index/sql/sql-catalog-index.ts'
import { readGroupPrices } from '#server/catalog/products/member-prices.ts'
import {
  createMissedSearchCounter,
  type MissedSearchCounter,
} from '#server/catalog/search-tuning/count-missed.ts'
import { serveCouriers } from '#server/commerce/couriers/bookings/serve-couriers.ts'
import { serveGateways } from '#server/commerce/payments/serve-gateways.ts'
import { findPreview } from '#server/content/pages/find-preview.ts'
import { readRedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { readStoreStatus } from '#server/content/storefront/store-status.ts'
import { coreGroups } from '#server/core-groups.ts'
import { serveApiDocs } from '#server/http/api/api-docs.ts'
import { serveApi } from '#server/http/api/api-routes.ts'
import { serveRefundPhotos } from '#server/http/api/serve-refund-photos.ts'
import { createServer } from '#server/http/create-server.ts'
import { createFormCalls } from '#server/http/forms/form-calls.ts'
import { serveAuthForms } from '#server/http/forms/serve-auth-forms.ts'
import { serveForms } from '#server/http/forms/serve-forms.ts'
import { logOptions } from '#server/http/log-options.ts'
import type { CachedPage } from '#server/http/pages/cached-page.ts'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { isTemporary } from '#server/http/pages/page-failure.ts'
import { servePages } from '#server/http/pages/page-routes.ts'
import { refuseWhileLocked } from '#server/http/pages/refuse-while-locked.ts'
import { serveCookiePreferences } from '#server/http/pages/serve-cookie-preferences.ts'
import { servePluginDocuments } from '#server/http/pages/serve-plugin-documents.ts'
import { serveSpecialPages } from '#server/http/pages/serve-special-pages.ts'
import { serveUnsubscribe } from '#server/http/pages/serve-unsubscribe.ts'
import { followServiceKeys } from '#server/operations/services/service-keys.ts'
import { createAdminToken } from '#server/people/staff/create-admin-token.ts'
import { createRefusalLog } from '#server/people/staff/refusal-log.ts'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { shareReplies } from '#server/platform/changes/remember.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Connection, OpenDatabase } from '#server/platform/db/open.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { createPipeline, type Pipeline } from '#server/platform/kernel/pipeline.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { createCallLimits, noCallLimits } from '#server/platform/limits/call-limits.ts'
import { serveDevOutbox } from '#server/platform/notify/dev-outbox.ts'
import { readVisitor } from '#server/platform/sessions/session.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { channelOf, readChannelSelection } from '#server/shop/channels/channel-selection.ts'
import { migratePlugins } from '#server/shop/plugins/migrate-plugins.ts'
import { createPluginRegistry } from '#server/shop/plugins/registry.ts'
import { sessionOf } from './customers.ts'
import { testDatabase } from './database.ts'
import { createGuest, type Guest } from './guest.ts'
import { setSettings } from './settings.ts'
import { seedSmallShop } from './small-shop.ts'
import { testConfig } from './test-config.ts'

export type ShopOptions = {
  /** `true`: the demo shop. `'small'`: channel, address form, delivery and payment of a shop in India, without products. */
  seed?: boolean | 'small'
  /** Another process of this shop, on the same database. */
  beside?: Pick<OpenDatabase, 'db' | 'pool'> & { connection: Connection }
  config?: Partial<Config>
  /** Keys of the payment gateways that are active besides the test gateway. */
  gateways?: Config['companyKeys']
  settings?: Partial<Settings>
  /** Installed plugins; the database decides which are active. */
  plugins?: readonly ServerPlugin[]
  /** Their browser halves, by `module_name`, for `pages`; by default those of the installed plugins. */
  webPlugins?: WebPlugins
  /** Also serves pages, rendered from source. */
  pages?: boolean
  /** Caches these pages, as a started shop does; off by default, so that every request renders. */
  pageCache?: boolean
  /** Enables the rate limits per shopper; off by default, because many tests send all requests as one shopper. */
  callLimits?: boolean
  services?: Partial<Pick<Services, 'loadSection' | 'buildId' | 'catalogIndex'>>
  /** Answers listings from memory, as a started shop does; from SQL by default. */
  indexInMemory?: boolean
  /** Called with every route before it is added. */
  onRoute?: (route: RouteOptions) => void
  /** Adds further routes. */
  extend?: (app: FastifyInstance, pipeline: Pipeline, services: Services) => void
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * Opens the shop on its own database, with HTTP clients that need no network. Replies are checked against the contract. Closes
 * after the file's tests. The builders are in this folder.
 */
export async function openShop({
  seed = false,
  beside,
  config = {},
  gateways = {},
  settings = {},
  plugins = [],
  webPlugins = installedWebPlugins,
  pages = false,
  pageCache = false,
  callLimits = false,
  services: replaced = {},
  indexInMemory = false,
  onRoute,
  extend = () => {},
}: ShopOptions = {}) {
  const { db, pool, connection } = beside ?? (await testDatabase(seed === true ? { seed: true } : {}))
  await migratePlugins(connection, plugins)
  if (seed === 'small') await seedSmallShop(db)
  const changes = await startChangeFeed(pool, { pollMs: 60_000 })
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info', ...logOptions },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  )
  const openIndex = async () => {
    if (!indexInMemory) return createSqlCatalogIndex(db)
    const index = await createMemoryCatalogIndex({ db, changes, log, maxWaitMs: Number.POSITIVE_INFINITY })
    await index.ready()
    afterAll(() => index.stop())
    return index
  }
  const ownConfig: Config = { ...testConfig, companyKeys: gateways, ...config }
  const serviceKeys = await followServiceKeys({ db, config: ownConfig, changes, log })
  const services: Services = {
    db,
    log,
    changes,
    serviceKeys,
    config: ownConfig,
    catalogIndex: await openIndex(),
    files: await openStorage({ ...testConfig, ...config }),
    plugins: createPluginRegistry(plugins, { db, changes, log }),
    loadSection,
    sections: sectionRegistry,
    buildId: () => 'test',
    refusals: createRefusalLog({ db, log }),
    createAdminToken: (visitor) => createAdminToken(db, visitor),
    ...replaced,
  }
  await setSettings(services, settings)
  const pipeline = createPipeline({
    services,
    groups: [...coreGroups, ...plugins.flatMap(({ groups }) => groups)],
    readChannel: (visitor) => channelOf(services, visitor),
    shareReply: shareReplies(services),
  })
  const app = createServer(services)
  if (onRoute) app.addHook('onRoute', onRoute)
  // Only the demo shop has a storefront, which can be locked.
  if (seed === true) refuseWhileLocked(app, { services, readStatus: () => readStoreStatus(db) })
  const limits = callLimits ? createCallLimits(services) : noCallLimits
  serveApi(app, pipeline, services, limits)
  const formCalls = createFormCalls(pipeline, services, limits)
  serveAuthForms(app, formCalls, services)
  serveSpecialPages(app, { calls: formCalls, services, readStatus: () => readStoreStatus(db) })
  serveForms(app, formCalls, services)
  serveCookiePreferences(app, formCalls, services)
  serveApiDocs(app, pipeline, { services, limits })
  serveDevOutbox(app, services)
  serveUnsubscribe(app, services)
  servePluginDocuments(app, services)
  serveGateways(app, services)
  serveCouriers(app, services)
  serveRefundPhotos(app, services)
  const missedSearches = createMissedSearchCounter(services)
  if (pages) await addPages(app, pipeline, services, { webPlugins, pageCache, missedSearches })
  extend(app, pipeline, services)
  await app.ready()
  afterAll(async () => {
    await app.close()
    serviceKeys.stop()
    await changes.stop()
  })
  let guests = 0
  const addressOf = (at: number) => `10.20.${at >> 8}.${at & 255}`

  /** A shopper with their own IP address, so that tests do not use up each other's rate limits. */
  function guest(cookies?: Map<string, string>): Guest {
    return createGuest(app, {
      remoteAddress: addressOf(++guests),
      ...(cookies && { cookies: new Map(cookies) }),
    })
  }

  /** A shopper who is logged in as this customer. */
  const customer = async (customerId: number): Promise<Guest> => guest(await sessionOf(services, customerId))

  return {
    ...guest(),
    guest,
    customer,
    db,
    pool,
    connection,
    changes,
    app,
    services,
    pipeline,
    logged,
    missedSearches,
  }
}

/** Imported on demand, because it loads all browser code. */
async function addPages(
  app: FastifyInstance,
  pipeline: Pipeline,
  services: Services,
  {
    webPlugins,
    pageCache,
    missedSearches,
  }: { webPlugins: WebPlugins; pageCache: boolean; missedSearches: MissedSearchCounter },
) {
  const { openPages } = await import('../../src/entry-server.tsx')
  const pages = openPages(
    { build: 'test', entry: '/entry.js', head: () => '' },
    { origin: services.config.storeUrl, webPlugins },
  )
  servePages<Api>(app, {
    pages: () => pages,
    openApi: pipeline.openApi,
    readVisitor: (request) => readVisitor(services, request),
    services,
    mode: 'production',
    ...(pageCache && { cache: createPageCache<CachedPage>({ staleMs: 3_600_000, isTemporary }) }),
    checks: {
      readRedirects: () => readRedirectRules(services.db),
      readStatus: () => readStoreStatus(services.db),
      readChannels: () => readChannelSelection(services.db),
      readGroupPrices: () => readGroupPrices(services.db),
    },
    onMissedSearch: missedSearches.count,
    findPreview: (token, path) => findPreview(services, token, path),
  })
}
