import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'

export type Observed = { method: string; route: string; status_code: string; seconds: number }

type Options = {
  /** The route pattern of the page at a path, such as `/product/:slug+`; undefined without a page. */
  pageRoute: (pathname: string) => string | undefined
  /** Called when a request begins, and what it returns when its response is closed; undefined for one of no interest. */
  start: (request: IncomingMessage) => ((observed: Observed) => void) | undefined
}

/** The catch-all route, which serves pages. */
const PAGES = '/*'

/** nginx's code for a client that left before the response was complete. */
const CLIENT_CLOSED = '499'

/**
 * Reports every request with its duration, by route pattern, so that the number of series does not grow with the
 * number of URLs. Call it before routes are added, and the returned function after the last request listener is
 * added.
 */
export function observeRequests(app: FastifyInstance, { pageRoute, start }: Options) {
  const routes = new WeakMap<IncomingMessage, string>()
  const seen = new WeakSet<IncomingMessage>()

  function begin(request: IncomingMessage, response: ServerResponse) {
    if (seen.has(request)) return
    seen.add(request)
    const started = performance.now()
    const observe = start(request)
    if (!observe) return
    response.once('close', () =>
      observe({
        method: request.method ?? '',
        route: routeOf(request),
        status_code: response.writableFinished ? String(response.statusCode) : CLIENT_CLOSED,
        seconds: (performance.now() - started) / 1_000,
      }),
    )
  }

  /** Cached pages are sent before routing, so a request without a route is one for a page. */
  function routeOf(request: IncomingMessage): string {
    const route = routes.get(request) ?? PAGES
    if (route !== PAGES) return route
    const url = request.url ?? '/'
    const [pathname = '/'] = url.split('?', 1)
    if (!isPayloadPath(pathname)) return pageRoute(pathname) ?? PAGES
    const [page = '/'] = parsePayloadPath(url).url.split('?', 1)
    return `${pageRoute(page) ?? PAGES} (payload)`
  }

  app.addHook('onRequest', (request, reply, done) => {
    begin(request.raw, reply.raw)
    routes.set(request.raw, request.routeOptions.url ?? '(none)')
    done()
  })
  // Runs before the listener that sends cached pages without routing.
  return () => void app.server.prependListener('request', begin)
}
