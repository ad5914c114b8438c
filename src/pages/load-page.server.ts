import { ReplyError } from '#contract/envelope.ts'
import type { RenderRequest } from './answer.ts'
import { isPageFailure, isRedirect, notFound, PageFailure, type Redirect, redirect } from './outcome.ts'
import type { Page } from './page.ts'
import { matchRoute, type RouteMatch, type Routes } from './route-table.ts'
import type { Loaded, LoadRequest, Meta, Screen } from './screen.ts'

/** Any screen of the shop: only its own `meta` and view know the type of its data. */
export type AnyScreen<Api> = Screen<Api, Loaded>

export type Guards<Api> = Record<string, (request: LoadRequest<Api>) => void | Promise<void>>

export type ScreenTable<Api> = {
  routes: Routes
  screens: Record<string, AnyScreen<Api>>
  guards: Guards<Api>
  /** The shop's public origin for robots and link previews: `https://shop.example`. Default: a placeholder. */
  origin?: string
  /** Ends the titles of pages whose own title does not contain it. Default: none. */
  siteName?: (api: Api) => Promise<string>
  /** Data for the page of a missing URL, such as similar pages. Default: none. */
  loadMissing?: (request: Pick<LoadRequest<Api>, 'api' | 'url'>) => Promise<object>
}

export type LoadedPage = {
  /** The page without its data. */
  page: Omit<Page, 'data'>
  /** The complete meta, for the head of a document. */
  meta: Meta
  /** The page's data as JSON text: serialised once, for rendering and for sending. */
  json: string
  isVisitor: boolean
}

/**
 * Runs a page's guard and its screen's `load`, for documents and for payloads.
 * @throws {Redirect} when guard or screen redirect.
 * @throws their other errors; 'Unknown route middleware' for an unknown guard (spec §8).
 */
export async function loadPage<Api>(
  table: ScreenTable<Api>,
  url: string,
  request: RenderRequest<Api>,
): Promise<LoadedPage> {
  const { api, cookies, isBot, preview } = request
  const requested = addressOf(request.origin === undefined ? table : request, url)
  const match = matchRoute(table.routes, requested.pathname)
  const path = requested.pathname
  const screen = match && table.screens[match.route.screen]
  const siteName = (await table.siteName?.(request.api)) ?? ''
  if (!match || !screen) return missingPage('not-found', missing)
  const isVisitor = screen.visitor === true
  try {
    // Of the whole shop: nothing is marked for editing.
    const isPreview = preview !== undefined && preview.page_id !== 0
    const loading = { url: requested, params: decodeParams(match), cookies, api, isBot, isPreview }
    await runGuard(table.guards, screen.guard, loading)
    const data = await screen.load(loading)
    const own = absoluteMeta(screen.meta(data, loading), requested.origin)
    const meta = { ...own, title: titled(own.title, siteName) }
    const page = { screen: match.route.screen, path, meta: pageMeta(meta) }
    return { page, meta, json: JSON.stringify(data.view), isVisitor }
  } catch (thrown) {
    const failure = isUnknown(thrown) ? missing : thrown
    if (!isPageFailure(failure)) throw thrown
    return failure.status === 404 && !isVisitor
      ? missingPage(match.route.screen, failure)
      : failedPage(match.route.screen, failure)
  }

  /** @throws {Redirect} when the path in lower case is a page. */
  async function missingPage(name: string, failure: Failure): Promise<LoadedPage> {
    const lower = lowerCasePath(path)
    if (lower !== path && (await isPage(table, lower + requested.search, request)))
      redirect(lower + requested.search, 301)
    const data = await table.loadMissing?.({ api, url: requested })
    return { ...failedPage(name, failure), json: JSON.stringify(data ?? null) }
  }

  function failedPage(name: string, failure: Failure): LoadedPage {
    const message =
      failure.message || (failure.status === 404 ? `Page Not Found: ${path}` : 'Something went wrong')
    const meta = { title: titled(message, siteName), robots: 'noindex' }
    const page = { screen: name, path, meta, error: { status: failure.status, message } }
    return { page, meta, json: 'null', isVisitor: screen?.visitor === true }
  }
}

type Failure = Pick<PageFailure, 'status' | 'message'>

const missing = new PageFailure(404)

/**
 * A required read (`reads.ts`) found nothing, or the contract refused what a loader took from the address, such as a slug of 300
 * letters: no page has that address.
 */
const isUnknown = (thrown: unknown) =>
  thrown instanceof ReplyError && ['NOT_FOUND', 'VALIDATION'].includes(thrown.reply.code)

const titled = (title: string, name: string) => (title.includes(name) ? title : `${title} | ${name}`)

/** In lower case except for escapes. */
const lowerCasePath = (path: string) =>
  path.replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (found) => (found.startsWith('%') ? found : found.toLowerCase()))

/** Whether a URL has a page. Pages of one visitor are not loaded: their guards may not run for everyone. */
async function isPage<Api>(
  table: ScreenTable<Api>,
  url: string,
  { api, cookies, isBot }: RenderRequest<Api>,
) {
  const requested = addressOf(table, url)
  const match = matchRoute(table.routes, requested.pathname)
  const screen = match && table.screens[match.route.screen]
  if (!screen || screen.visitor) return screen !== undefined
  try {
    await screen.load({ url: requested, params: decodeParams(match), cookies, api, isBot, isPreview: false })
    return true
  } catch (thrown) {
    if (isPageFailure(thrown) || isUnknown(thrown)) return false
    if (isRedirect(thrown)) return true
    throw thrown
  }
}

/** The absolute URL of a page. Not `new URL(url, origin)`, which would take `//name/path` for another host. */
export const addressOf = ({ origin = 'http://shop' }: { origin?: string | undefined }, url: string) =>
  new URL(origin + url)

/** The redirect that was thrown; rethrows any other error. */
export function redirectOf(thrown: unknown): Redirect {
  if (isRedirect(thrown)) return thrown
  throw thrown
}

/** The page as JSON text, concatenated because its data is serialised already. */
export const pageJson = (page: LoadedPage['page'], json: string) =>
  `${JSON.stringify(page).slice(0, -1)},"data":${json}}`

async function runGuard<Api>(guards: Guards<Api>, name: string | undefined, request: LoadRequest<Api>) {
  if (name === undefined) return
  if (!Object.hasOwn(guards, name)) throw new Error('Unknown route middleware')
  await guards[name]?.(request)
}

/** Makes the paths in a screen's meta absolute, because search engines and link previews require that. */
function absoluteMeta(meta: Meta, origin: string): Meta {
  const { canonical, image, feed } = meta
  return {
    ...meta,
    ...(canonical && { canonical: new URL(canonical, origin).href }),
    ...(image && { image: { ...image, href: new URL(image.href, origin).href } }),
    ...(feed && { feed: { ...feed, href: new URL(feed.href, origin).href } }),
  }
}

function pageMeta({ title, description, robots, canonical, bodyClass }: Meta) {
  return { title, description, robots, canonical, bodyClass }
}

/** A malformed escape such as `%E0` matches no page. */
function decodeParams({ params }: RouteMatch) {
  try {
    return Object.fromEntries(
      Object.entries(params).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, decodeURIComponent(value)]],
      ),
    )
  } catch {
    notFound()
  }
}
