import type { PageAnswer, Pages, RenderRequest } from './answer.ts'
import type { ShellData } from './app.tsx'
import { buildOf, type DocumentParts, type HeadPage, inputsOf, renderDocument } from './document.server.tsx'
import {
  type AnyScreen,
  addressOf,
  type Guards,
  loadPage,
  pageJson,
  redirectOf,
  type ScreenTable,
} from './load-page.server.ts'
import type { Redirect } from './outcome.ts'
import type { Payload } from './page.ts'
import { matchRoute } from './route-table.ts'
import type { LoadRequest, Meta, PreviewImage } from './screen.ts'
import { createViews } from './views.ts'

export type { AnyScreen, Guards, HeadPage }

const JSON_TYPE = 'application/json; charset=utf-8'

export type PagesOptions<Api, Shell, Whole = Shell> = Omit<
  DocumentParts<Shell, Whole>,
  'views' | 'visitorRoutes'
> &
  ScreenTable<Api> & {
    /** Data for the whole visit: storefront, settings, menus. Part of documents only, not of payloads; the same on all pages. */
    loadShell: (
      request: Pick<LoadRequest<Api>, 'api'>,
    ) => ShellData<Shell, Whole> | Promise<ShellData<Shell, Whole>>
    /** Indexing and previews of the shop as a whole. Default: indexed. */
    site?: (whole: Whole) => Site
    /** Receives crashes whose page a bot gets as a 503, and reports of pages that lack a part. */
    onCrash?: (error: unknown) => void
  }

/**
 * `image`: for link previews of pages without a picture; its `href` is a path. Spec §3, `enable_indexing` and `social_sharing_image`.
 * `properties`: for link previews of all pages.
 */
export type Site = {
  isIndexed: boolean
  image?: PreviewImage | undefined
  properties?: Record<string, string>
}

/**
 * Creates the pages of a shop from its route table.
 * @throws when a route names an unknown screen, or can never be reached.
 */
export function createPages<Api, Shell extends object, Whole = Shell>(
  options: PagesOptions<Api, Shell, Whole>,
): Pages<Api> {
  const { routes, screens, loadShell, assets, site = everything, onCrash = console.error } = options
  checkRoutes(options)
  const views = createViews(routes)
  const visitorRoutes = routes.flatMap(({ screen }, at) => (screens[screen]?.visitor ? [at] : []))
  const parts = { ...options, views, visitorRoutes }

  async function document(request: RenderRequest<Api>): Promise<PageAnswer> {
    const [shell, loaded] = await Promise.all([readShell(request), readPage(request)])
    const { isVisitor, page } = loaded
    const meta = onSite(loaded.meta, site(shell.whole), {
      mode: request.mode,
      origin: request.origin ?? options.origin,
    })
    const status = page.error?.status ?? meta.status ?? 200
    const inputs = request.share && inputsOf({ ...loaded, meta }, shell, request)
    if (inputs !== undefined && request.isKnown?.(inputs))
      return { ...empty(status, {}, isVisitor), inputs, isUnchanged: true }
    const { body, ...rendered } = renderDocument(parts, { ...loaded, meta }, shell, request)
    if (rendered.isIncomplete) onCrash(new Error(`A part of ${page.path} failed to render`))
    const made = answer(status, 'text/html; charset=utf-8', body, isVisitor)
    const headers = { ...made.headers, ...headersOf(meta) }
    return { ...made, headers, ...rendered, ...(inputs !== undefined && { inputs }) }
  }

  // Async, so that a synchronous error in one does not leave the other's rejection unhandled.
  const readShell = async ({ api, share }: RenderRequest<Api>) =>
    share ? share('shell', async (api) => loadShell({ api })) : loadShell({ api })

  async function readPage(request: RenderRequest<Api>) {
    const loaded = await loadPage(options, request.url, request)
    await views.load(loaded.page.screen)
    return loaded
  }

  async function payload(request: RenderRequest<Api> & { build: string }): Promise<PageAnswer> {
    // Any build may be requested: excluded from the shared cache, which could be filled with them.
    const build = buildOf(assets, request)
    if (request.build !== build) return payloadAnswer({ build_id: build, other_build: true }, true)
    try {
      const { page, json, isVisitor } = await loadPage(options, request.url, request)
      const body = `{"build_id":${JSON.stringify(build)},${pageJson(page, json).slice(1)}`
      return answer(page.error?.status ?? 200, JSON_TYPE, body, isVisitor)
    } catch (thrown) {
      // The redirect is sent as data, because fetch would follow it to a document and lose the URL.
      const { location } = redirectOf(thrown)
      return payloadAnswer({ build_id: build, redirect: location }, isOfVisitor(options, request.url))
    }
  }

  /** Bots get a 503 and come again later; until then they keep their index of the page. Decisions §3 Bots. */
  async function sparingBots(
    request: RenderRequest<Api>,
    work: () => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    try {
      return await work()
    } catch (error) {
      if (!request.isBot) throw error
      onCrash(error)
      return empty(503, { 'retry-after': '600', 'cache-control': 'no-store' }, true)
    }
  }

  return {
    document: (request) =>
      sparingBots(request, () =>
        document(request).catch((thrown) => sendTo(redirectOf(thrown), isOfVisitor(options, request.url))),
      ),
    payload: (request) => sparingBots(request, () => payload(request)),
    matches(pathname) {
      const screen = matchRoute(routes, pathname)?.route.screen
      if (screen === undefined) return undefined
      return { screen, visitor: screens[screen]?.visitor === true, varies: screens[screen]?.varies ?? [] }
    },
    routes: routes.flatMap(({ path, screen, isDocument }) => (isDocument ? [] : [{ path, screen }])),
  }
}

const headersOf = ({ robots, referrer }: Meta) => ({
  ...(robots && { 'x-robots-tag': robots }),
  ...(referrer && { 'referrer-policy': referrer }),
})

/** Removes indexing in a shop that is not indexed, and in previews. */
function onSite(
  own: Meta,
  { isIndexed, image, properties }: Site,
  { mode, origin }: Pick<RenderRequest<unknown>, 'mode'> & { origin: string | undefined },
): Meta {
  if (!isIndexed || mode === 'preview') return { ...own, robots: 'noindex', isPrivate: true }
  const meta = { ...own, properties: { ...properties, ...own.properties } }
  if (!meta.canonical || meta.image !== undefined || !image) return meta
  const { href } = addressOf({ origin }, image.href)
  return { ...meta, image: { ...image, href } }
}

const everything = (): Site => ({ isIndexed: true })

function isOfVisitor<Api>({ routes, screens }: ScreenTable<Api>, url: string) {
  const screen = matchRoute(routes, url.split('?', 1)[0] ?? '')?.route.screen
  return screen !== undefined && screens[screen]?.visitor === true
}

const payloadAnswer = (payload: Payload, isVisitor: boolean) =>
  answer(200, JSON_TYPE, JSON.stringify(payload), isVisitor)

const sendTo = ({ location, status }: Redirect, isVisitor: boolean) =>
  empty(status, { location, ...cacheControl(isVisitor) }, isVisitor)

const answer = (status: number, type: string, body: string, isVisitor: boolean): PageAnswer => ({
  ...empty(status, { 'content-type': type, ...cacheControl(isVisitor), ...unfound(type) }, isVisitor),
  body,
})

/** Payloads are not indexed. */
const unfound = (type: string): Record<string, string> =>
  type === JSON_TYPE ? { 'x-robots-tag': 'noindex' } : {}

const empty = (status: number, headers: Record<string, string>, isVisitor: boolean): PageAnswer => ({
  status,
  headers,
  body: '',
  isVisitor,
  isIncomplete: false,
  inlineScripts: [],
  inlineStyles: [],
})

// `no-cache` revalidates each time; `no-store` would exclude open pages from the browser's back/forward
// cache.
const cacheControl = (isVisitor: boolean) => ({
  'cache-control': isVisitor ? 'private, no-store' : 'no-cache',
})

function checkRoutes<Api>({ routes, screens }: ScreenTable<Api>) {
  for (const [at, { path, screen, isDocument }] of routes.entries()) {
    if (!isDocument && !screens[screen])
      throw new Error(`Route ${path} names the screen '${screen}', which does not exist`)
    const earlier = routes.slice(0, at).find(({ pattern }) => pattern.test(sampleOf(path)))
    if (earlier) throw new Error(`Route ${path} is never reached: ${earlier.path} comes before it`)
  }
}

/** A path that matches the route, and as few others as possible. */
const sampleOf = (path: string) => path.replace(/:\w+[+*]/g, '~/~').replace(/:\w+/g, '~')
