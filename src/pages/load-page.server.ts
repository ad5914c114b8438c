import type { PageRequest } from './answer.ts'
import { isPageFailure, isRedirect, notFound, type PageFailure, type Redirect } from './outcome.ts'
import type { Page } from './page.ts'
import { matchRoute, type RouteMatch, type Routes } from './route-table.ts'
import type { LoadRequest, Meta, Screen } from './screen.ts'

/** Any screen of the shop: what its `load` returns is only for its own `meta` and view to know. */
export type AnyScreen<Api> = Omit<Screen<Api, object>, 'meta'> & {
  meta: (data: never, request: LoadRequest<Api>) => Meta
}

export type Guards<Api> = Record<string, (request: LoadRequest<Api>) => void | Promise<void>>

export type ScreenTable<Api> = {
  routes: Routes
  screens: Record<string, AnyScreen<Api>>
  guards: Guards<Api>
  /** Where robots and link previews find the shop: `https://shop.example`. Made up where nobody says. */
  origin?: string
}

export type LoadedPage = {
  /** The page without its data. */
  page: Omit<Page, 'data'>
  /** The whole of it, for the head of a document. */
  meta: Meta
  /** The page's data as JSON text: written once, used for rendering and for sending. */
  json: string
  isVisitor: boolean
}

/**
 * Runs a page's guard and its screen's `load`: the one way to a page, for documents and for payloads.
 *
 * @throws {Redirect} where guard or screen send the visitor elsewhere.
 * @throws whatever they throw besides; 'Unknown route middleware' for a guard nobody wrote (spec §8).
 */
export async function loadPage<Api>(
  table: ScreenTable<Api>,
  url: string,
  { api, cookies, isBot }: PageRequest<Api>,
): Promise<LoadedPage> {
  const asked = addressOf(table, url)
  const match = matchRoute(table.routes, asked.pathname)
  const path = asked.pathname
  const screen = match && table.screens[match.route.screen]
  if (!match || !screen) return failedPage('not-found', path, { status: 404, message: '' }, false)
  const isVisitor = screen.visitor === true
  try {
    const request = { url: asked, params: decodeParams(match), cookies, api, isBot }
    await runGuard(table.guards, screen.guard, request)
    const data = await screen.load(request)
    const meta = absoluteMeta(screen.meta(data as never, request), asked.origin)
    const page = { screen: match.route.screen, path, meta: pageMeta(meta) }
    return { page, meta, json: JSON.stringify(data), isVisitor }
  } catch (thrown) {
    if (isPageFailure(thrown)) return failedPage(match.route.screen, path, thrown, isVisitor)
    throw thrown
  }
}

/** The whole address of a page. Not `new URL(url, origin)`: that would take `//name/path` for another host. */
export const addressOf = ({ origin = 'http://shop' }: { origin?: string }, url: string) =>
  new URL(origin + url)

/** Where a redirect leads, or the error again. */
export function redirectOf(thrown: unknown): Redirect {
  if (isRedirect(thrown)) return thrown
  throw thrown
}

/** The page as JSON text. Put together by hand, because its data is text already. */
export const pageJson = (page: LoadedPage['page'], json: string) =>
  `${JSON.stringify(page).slice(0, -1)},"data":${json}}`

async function runGuard<Api>(guards: Guards<Api>, name: string | undefined, request: LoadRequest<Api>) {
  if (name === undefined) return
  if (!Object.hasOwn(guards, name)) throw new Error('Unknown route middleware')
  await guards[name]?.(request)
}

function failedPage(
  screen: string,
  path: string,
  failure: Pick<PageFailure, 'status' | 'message'>,
  isVisitor: boolean,
): LoadedPage {
  const message =
    failure.message || (failure.status === 404 ? `Page Not Found: ${path}` : 'Something went wrong')
  const meta = { title: message, robots: 'noindex' }
  const page = { screen, path, meta, error: { status: failure.status, message } }
  return { page, meta, json: 'null', isVisitor }
}

/** Screens write paths; search engines and link previews want whole addresses. */
function absoluteMeta(meta: Meta, origin: string): Meta {
  const { canonical, image } = meta
  return {
    ...meta,
    ...(canonical && { canonical: new URL(canonical, origin).href }),
    ...(image && { image: new URL(image, origin).href }),
  }
}

function pageMeta({ title, description, robots, canonical, bodyClass }: Meta) {
  return { title, description, robots, canonical, bodyClass }
}

/** A malformed escape such as `%E0` names no page of ours. */
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
