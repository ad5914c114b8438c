import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { offlinePath, workerPath } from '#contract/offline.ts'
import { plainColors } from '#contract/rules/theme-colors.ts'
import type { Storefront } from '#contract/storefront.ts'
import { readSeoContext } from '#server/content/seo/seo-context.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { ImageVariants } from '#server/platform/media/image-variants.ts'
import { channelOfRequest, rememberedSelection } from '#server/shop/channels/channel-selection.ts'
import { largeIconOf } from '#server/shop/uploads/add-favicons.ts'
import { offlinePage, removedWorker, WORKER_TYPE, workerFor } from '../pages/offline-page.ts'
import { specialPageScheme } from '../pages/special-page-assets.ts'
import { createSecurityHeaders, type SecurityHeaders } from '../security-headers.ts'
import { cachingOf, sendMissing } from './media.ts'

type Options = {
  services: Pick<Services, 'db' | 'changes' | 'config' | 'files'>
  variants: Pick<ImageVariants, 'icon'>
  /** Code of the service worker; without it, as in development, there is none. */
  worker: string | undefined
}

type Shape = { side: number; inset: number }
type Icon = { name: string; shape: Shape; storefront: Storefront }

/** A launcher may cut a maskable icon down to a circle of 80 % of its side. */
const icons: Readonly<Record<string, Shape>> = {
  '192': { side: 192, inset: 0 },
  '512': { side: 512, inset: 0 },
  maskable: { side: 512, inset: 64 },
}

/**
 * What makes the shop installable and useful without a network: manifest, icons, service worker and offline page, each of the request's
 * channel. While the store is locked all of them are refused, and the worker removes itself (`refuse-while-locked.ts`). ADR 0020.
 */
export function serveOffline(app: FastifyInstance, { services, variants, worker }: Options) {
  const { config, db } = services
  const headers = createSecurityHeaders({ storeUrl: config.storeUrl })
  const workers = new WeakMap<Storefront, { code: string; page: ReturnType<typeof offlinePage> }>()

  const storefrontOf = async ({ raw }: FastifyRequest) => {
    const channel = channelOfRequest(await rememberedSelection({ db, changes: services.changes }), raw)
    return (await readSeoContext(services, channel)).storefront
  }

  /** Both follow from the storefront, which is the same object until it changes. */
  function offlineOf(storefront: Storefront, code: string) {
    const known = workers.get(storefront)
    if (known) return known
    const page = offlinePage(storefront)
    const made = { code: workerFor(code, page.body), page }
    workers.set(storefront, made)
    return made
  }

  // With HEAD, as the 404 page of one would be cached for GET too.
  const serve = (
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => app.route({ method: ['GET', 'HEAD'], url, handler })

  serve(workerPath, async (request, reply) => {
    const isOn = worker !== undefined && config.hasServiceWorker !== false
    const code = isOn ? offlineOf(await storefrontOf(request), worker).code : removedWorker
    return reply
      .headers({ ...headers.data, 'cache-control': 'no-cache' })
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type(WORKER_TYPE)
      .send(code)
  })

  serve(offlinePath, async (request, reply) => {
    const { page } = offlineOf(await storefrontOf(request), worker ?? '')
    return reply.headers(page.headers).send(page.body)
  })

  serve('/manifest.webmanifest', async (request, reply) =>
    reply
      .headers({ ...headers.data, 'cache-control': 'no-cache' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(await storefrontOf(request)))),
  )

  const { sendIcon } = createIcons({ services, variants }, headers)
  for (const [name, shape] of Object.entries(icons))
    serve(`/app-icon/${name}.png`, async (request, reply) =>
      sendIcon({ name, shape, storefront: await storefrontOf(request) }, reply),
    )
}

/** Icons of home screens, made once until the storefront changes. */
function createIcons({ services, variants }: Omit<Options, 'worker'>, headers: SecurityHeaders) {
  async function sendIcon({ name, shape, storefront }: Icon, reply: FastifyReply) {
    const path = await sourceOf(storefront)
    if (!path) return sendMissing(reply, headers)
    const ground = name === 'maskable' ? plainHex(groundOf(storefront)) : undefined
    const icon = await remember(services, `app icon ${name} ${path} ${ground}`, ['storefront'], () =>
      variants.icon(path, { ...shape, ...(ground && { ground }) }),
    ).catch(() => undefined)
    // Not cached: the file may be unreadable for now.
    if (!icon) return sendMissing(reply, headers)
    return reply
      .headers({ ...headers.file('same-origin'), 'cache-control': cachingOf({ isVersioned: true }) })
      .type('image/png')
      .send(icon)
  }

  /** The largest picture of the favicon set, otherwise the logo: a path of the media folder. */
  async function sourceOf({ favicon, logo1 }: Storefront): Promise<string | undefined> {
    const small = favicon.png_192 && pathOf(favicon.png_192)
    const large = small && largeIconOf(small)
    if (large && (await services.files.find(large))) return large
    return small || (logo1 ? pathOf(logo1.path) : undefined)
  }

  return { sendIcon }
}

/** The image library knows no other notation for certain. */
const plainHex = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : '#ffffff')

const pathOf = (url: string) => url.replace(/^\/media\//, '')

/** The background of pages, in the dark where they are always dark. */
function groundOf(storefront: Storefront): string {
  const { themed, scheme } = specialPageScheme(storefront)
  const { enabled, type, color } = storefront.background
  const light = (enabled && type === 'color' && color) || themed.get('--color-background')
  const dark = scheme.name === 'dark' ? scheme.colors?.get('--color-background') : undefined
  return dark ?? light ?? plainColors['--color-background'] ?? '#ffffff'
}

/** https://www.w3.org/TR/appmanifest/. Without icon and logo it lists no icons, and browsers do not offer to install the shop. */
function manifestOf(storefront: Storefront) {
  const { name, channel, meta, favicon, logo1 } = storefront
  const source = favicon.png_192 ?? logo1?.path
  const ground = groundOf(storefront)
  const icon = (file: string, side: number, purpose: 'any' | 'maskable') => ({
    src: `/app-icon/${file}.png?v=${encodeURIComponent(`${source} ${ground}`)}`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name,
    short_name: shortName(name),
    ...(meta.meta_description && { description: meta.meta_description }),
    lang: channel.locale,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    icons: source
      ? [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')]
      : [],
    shortcuts: [
      { name: 'Cart', url: '/cart' },
      { name: 'Your orders', url: '/account/orders' },
      { name: 'Search', url: '/search' },
    ],
  }
}

/** Launchers show some twelve characters: whole words as far as they fit. */
function shortName(name: string): string {
  const words = name.split(/\s+/)
  while (words.length > 1 && words.join(' ').length > 12) words.pop()
  return words.join(' ')
}
