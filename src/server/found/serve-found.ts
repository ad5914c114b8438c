import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../http/context.ts'
import { isDatabaseAway } from '../http/database-away.ts'
import { ShopError } from '../http/errors.ts'
import { createSecurityHeaders } from '../http/security-headers.ts'
import { originOf } from '../storefront/origin.ts'
import { addressesOf } from './addresses.ts'
import { googleFeed } from './google-feed.ts'
import { type Finding, readFinding } from './read-finding.ts'
import { robotsText } from './robots-text.ts'
import { createTextSender, type Text } from './send-text.ts'
import { type SitemapSource, sitemap, sitemapOfPages, sitemapOfProducts } from './sitemap.ts'

type Options = {
  services: Pick<Services, 'db' | 'changes' | 'config' | 'log'>
  urlsPerFile?: number
  mostKept?: number
}

/**
 * What robots fetch: `robots.txt`, the sitemap and the product feed. In a shop that is not to be found, or is closed, there is no
 * sitemap and no feed. Decisions §3, unlisted routes; UX, "Structured data and feeds".
 */
export function serveFound(app: FastifyInstance, { services, urlsPerFile = 20_000, mostKept }: Options) {
  const { config, log } = services
  const addresses = addressesOf(originOf(config))
  const headers = createSecurityHeaders({ storeUrl: config.storeUrl }).data
  const send = createTextSender({ services, ...(mostKept !== undefined && { mostKept }) })
  const found = (type: string, chunks: Text['chunks'], name: string): Text => ({
    name,
    chunks,
    // Not a result itself.
    headers: {
      ...headers,
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'x-robots-tag': 'noindex',
    },
  })

  serve('/robots.txt', ({ isIndexed }) =>
    found(
      'text/plain; charset=utf-8',
      async function* () {
        yield robotsText({ isIndexed, sitemap: addresses.at('/sitemap.xml') })
      },
      'robots',
    ),
  )
  serveXml('/sitemap.xml', (finding) => sitemap(sourceOf(finding)))
  serveXml('/sitemap-pages.xml', (finding) => sitemapOfPages(sourceOf(finding)))
  serveXml('/sitemap-:from(^[1-9]\\d{0,8}$).xml', (finding, from) =>
    sitemapOfProducts(sourceOf(finding), from),
  )
  serveXml('/feeds/google.xml', (finding) => googleFeed({ services, finding, addresses }))

  function sourceOf({ channel }: Finding): SitemapSource {
    return { services, channel, addresses, urlsPerFile }
  }

  function serveXml(url: string, write: (finding: Finding, from: number) => AsyncIterable<string>) {
    serve(url, (finding, { from = 0, path }) =>
      finding.isIndexed && finding.isOpen
        ? found('application/xml; charset=utf-8', () => write(finding, from), path)
        : undefined,
    )
  }

  function serve(
    url: string,
    textOf: (finding: Finding, asked: { path: string; from?: number }) => Text | undefined,
  ) {
    app.route<{ Params: { from?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        try {
          const path = request.url.split('?', 1)[0] ?? ''
          const { from } = request.params
          const text = textOf(await readFinding(services), { path, ...(from && { from: Number(from) }) })
          if (!text) return missing(reply)
          return await send(request, reply, text)
        } catch (error) {
          return failed(error, request, reply)
        }
      },
    })
  }

  const missing = (reply: FastifyReply) =>
    reply
      .code(404)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('Not Found')

  /** Robots come again later, and meanwhile keep what they know. */
  function failed(error: unknown, { url }: FastifyRequest, reply: FastifyReply) {
    const isExpected = error instanceof ShopError || isDatabaseAway(error)
    if (isExpected) log.warn({ path: url, cause: String(error) }, 'unavailable')
    else log.error({ err: error, path: url }, 'a text for robots failed')
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
    const body = 'Please come again later'
    return reply
      .code(503)
      .headers({ ...headers, 'cache-control': 'no-store', 'retry-after': '600' })
      .type('text/plain; charset=utf-8')
      .send(body)
  }
}
