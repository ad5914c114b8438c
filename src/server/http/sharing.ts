import type { FastifyInstance } from 'fastify'
import type { GroupPrices } from '#server/catalog/products/member-prices.ts'
import { isOpenToAll } from '#server/content/storefront/store-lock.ts'
import { type StoreStatus, storeStatusTags } from '#server/content/storefront/store-status.ts'
import { keepFresh } from '#server/platform/changes/keep-fresh.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { buildTag, everyFile, everyPage, fileTag } from '#server/shop/cdn/cache-tags.ts'
import { type CdnDescriptor, cdnInForce } from '#server/shop/cdn/cdns.ts'
import type { CachedPage } from './pages/cached-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's public files may be kept by the shared cache; the path of the file in the media folder, if it is in there. */
    sharedFile?: (request: { params: unknown }) => string | undefined
  }
}

/** Ten minutes, as long as this process keeps a page: a change without its tag is seen then. */
const FRESH_SECONDS = 600
const REVALIDATING_SECONDS = 60

type SharingServices = Pick<Services, 'config' | 'changes'> & Partial<Pick<Services, 'buildId'>>

type SharedPage = Pick<CachedPage, 'status' | 'keep' | 'tags' | 'headers'>

/** The headers that let the shared cache keep this page; undefined when it must not. */
export type Sharing = (
  page: SharedPage,
  state: { storeStatus: StoreStatus; groupPrices: GroupPrices },
) => Record<string, string> | undefined

/**
 * Decides what the cache that `CDN` names may keep: pages for everyone that are complete, of a shop that is open to everyone, from a
 * process that knows the newest changes. All else has the headers that it has without a shared cache. ADR 0014.
 */
export function createSharing(services: SharingServices): Sharing {
  const { config, changes, buildId = () => '' } = services
  if (!config.cdn) return () => undefined
  const ages = { fresh: FRESH_SECONDS, revalidating: REVALIDATING_SECONDS, failing: failingSeconds(services) }
  /** A hit does not name the tags again. */
  const known = new WeakMap<SharedPage, Record<string, string> | undefined>()

  function headersOf({ descriptor }: { descriptor: CdnDescriptor }, { tags, headers }: SharedPage) {
    const tagged = tagHeader(descriptor, [everyPage, buildTag(buildId()), ...tags])
    if (!tagged) return undefined
    const caching = String(headers['cache-control'])
    // The address of boot data has its version.
    if (caching.includes('immutable'))
      return { ...tagged, 'cache-control': sharedFile(caching.replace('private', 'public'), ages.failing) }
    return { ...tagged, ...descriptor.pageHeaders(ages) }
  }

  return (page, { storeStatus, groupPrices }) => {
    // A shared cache does not know customers, who would see the prices for everyone.
    if (groupPrices.channels.size > 0) return undefined
    const cdn = cdnInForce(config)
    if (!cdn || page.status !== 200 || page.keep !== 'long' || page.headers['set-cookie'] !== undefined)
      return undefined
    if (!changes.isCurrent() || !isOpenToAll(storeStatus)) return undefined
    if (!known.has(page)) known.set(page, headersOf(cdn, page))
    return known.get(page)
  }
}

/** The same for public files: `sharedFile` of the route's `config`. */
export function shareFiles(
  app: FastifyInstance,
  services: SharingServices,
  readStatus: () => Promise<StoreStatus>,
): void {
  if (!services.config.cdn) return
  const fresh = keepFresh(readStatus, { changes: services.changes, tags: storeStatusTags })
  app.addHook('onSend', async (request, reply, payload) => {
    const { sharedFile: pathOf } = request.routeOptions.config
    const cdn = pathOf && cdnInForce(services.config)
    const caching = String(reply.getHeader('cache-control'))
    if (!cdn || ![200, 304].includes(reply.statusCode) || !caching.startsWith('public')) return payload
    if (!services.changes.isCurrent() || !isOpenToAll(await fresh.read())) return payload
    const path = pathOf(request)
    reply.headers({
      ...tagHeader(cdn.descriptor, [everyFile, ...(path === undefined ? [] : [fileTag(path)])]),
      'cache-control': sharedFile(caching, failingSeconds(services)),
    })
    return payload
  })
}

const failingSeconds = ({ config: { staleMinutes = 60 } }: SharingServices) => staleMinutes * 60

/** As long as a browser. */
const sharedFile = (caching: string, failing: number) =>
  `${caching}, s-maxage=${/max-age=(\d+)/.exec(caching)?.[1] ?? 0}, stale-if-error=${failing}`

/** Undefined when the cache would cut the header off, and so miss a change. */
function tagHeader({ tags: { header, separator, maxBytes }, tagOf }: CdnDescriptor, tags: readonly string[]) {
  const value = [...new Set(tags.map(tagOf))].join(separator)
  return value.length <= maxBytes ? { [header]: value } : undefined
}
