import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressesOf } from '#server/content/seo/addresses.ts'
import { blogFeed } from '#server/content/seo/blog-feed.ts'
import { googleFeed } from '#server/content/seo/google-feed.ts'
import { robotsText } from '#server/content/seo/robots-text.ts'
import { readSeoContext, type SeoContext } from '#server/content/seo/seo-context.ts'
import {
  type SitemapSource,
  sitemap,
  sitemapOfPages,
  sitemapOfPosts,
  sitemapOfProducts,
} from '#server/content/seo/sitemap.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'
import {
  channelOfRequest,
  originOfChannel,
  rememberedSelection,
} from '#server/shop/channels/channel-selection.ts'
import { createSecurityHeaders } from '../security-headers.ts'
import { createTextSender, type Text } from './send-text.ts'

const MAINTENANCE_SECONDS = 3_600

type Options = {
  services: Pick<Services, 'db' | 'changes' | 'catalogIndex' | 'config' | 'log'>
  urlsPerFile?: number
  maxCachedLength?: number
}

/**
 * The files for crawlers: `robots.txt`, the sitemap, the product feed and the blog's RSS feed. A shop that is hidden from
 * search engines, or closed, has no sitemap and no feeds. Decisions §3, unlisted routes; UX, "Structured data and feeds".
 */
export function serveSeo(app: FastifyInstance, { services, urlsPerFile = 1_000, maxCachedLength }: Options) {
  const { config } = services
  const send = createTextSender({ services, ...(maxCachedLength !== undefined && { maxCachedLength }) })
  const { seoText, missing, failed, comeBack } = createReplies(services)

  const addressesIn = ({ channel }: SeoContext) => addressesOf(originOfChannel(channel, config))

  serve('/robots.txt', (context, { name }) =>
    seoText(
      'text/plain; charset=utf-8',
      async function* () {
        const { isIndexed, isOpen, isUnderMaintenance } = context
        yield robotsText({
          isIndexed: isIndexed && (isOpen || isUnderMaintenance),
          sitemap: addressesIn(context).at('/sitemap.xml'),
        })
      },
      name,
    ),
  )
  serveXml('/sitemap.xml', (context) => sitemap(sourceOf(context)))
  serveXml('/sitemap-pages.xml', (context) => sitemapOfPages(sourceOf(context)))
  serveXml('/sitemap-:from(^[1-9]\\d{0,8}$).xml', (context, from) =>
    sitemapOfProducts(sourceOf(context), from),
  )
  serveXml('/sitemap-posts-:from(^[1-9]\\d{0,8}$).xml', (context, from) =>
    sitemapOfPosts(sourceOf(context), from),
  )
  serveXml('/feeds/google.xml', (context) =>
    googleFeed({ services, finding: context, addresses: addressesIn(context) }),
  )
  serveXml('/blogs/feed.xml', (context) =>
    blogFeed({ db: services.db, storefront: context.storefront, addresses: addressesIn(context) }),
  )

  function sourceOf(context: SeoContext): SitemapSource {
    return { services, channel: context.channel, addresses: addressesIn(context), urlsPerFile }
  }

  function serveXml(url: string, write: (context: SeoContext, from: number) => AsyncIterable<string>) {
    serve(url, (context, { from = 0, name }) => {
      if (context.isIndexed && context.isUnderMaintenance) return 'maintenance'
      return context.isIndexed && context.isOpen
        ? seoText('application/xml; charset=utf-8', () => write(context, from), name)
        : undefined
    })
  }

  function serve(
    url: string,
    textOf: (context: SeoContext, file: { name: string; from?: number }) => Text | 'maintenance' | undefined,
  ) {
    app.route<{ Params: { from?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      // Answers by itself what a closed shop says.
      config: { whileLocked: true },
      async handler(request, reply) {
        try {
          const path = request.url.split('?', 1)[0] ?? ''
          const { from } = request.params
          const channels = await rememberedSelection(services)
          const channel = channelOfRequest(channels, request.raw)
          const name = channels.isSingle ? path : `${path} ${channel.id}`
          const text = textOf(await readSeoContext(services, channel), {
            name,
            ...(from && { from: Number(from) }),
          })
          if (!text) return missing(reply)
          // What the merchant wants, and no fault to be logged.
          if (text === 'maintenance') return comeBack(reply, MAINTENANCE_SECONDS)
          return await send(request, reply, text)
        } catch (error) {
          return failed(error, request, reply)
        }
      },
    })
  }
}

function createReplies({ config, log }: Pick<Services, 'config' | 'log'>) {
  const headers = createSecurityHeaders({ storeUrl: config.storeUrl }).data

  const seoText = (type: string, chunks: Text['chunks'], name: string): Text => ({
    name,
    chunks,
    // Not a search result itself.
    headers: {
      ...headers,
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'x-robots-tag': 'noindex',
    },
  })

  const missing = (reply: FastifyReply) =>
    reply
      .code(404)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('Not Found')

  /** Crawlers keep their copy and come back later. */
  function failed(error: unknown, { url }: FastifyRequest, reply: FastifyReply) {
    const isExpected = error instanceof ShopError || isUnavailable(error)
    if (isExpected) log.warn({ path: url, cause: String(error) }, 'unavailable')
    else log.error({ err: error, path: url }, 'a text for robots failed')
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
    return comeBack(reply, (error instanceof ShopError && error.retryAfterSeconds) || 600)
  }

  const comeBack = (reply: FastifyReply, afterSeconds: number) =>
    reply
      .code(503)
      .headers({ ...headers, 'cache-control': 'no-store', 'retry-after': String(afterSeconds) })
      .type('text/plain; charset=utf-8')
      .send('Please try again later')

  return { seoText, missing, failed, comeBack }
}
