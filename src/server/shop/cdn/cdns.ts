import { hash } from 'node:crypto'
import { z } from 'zod'
import type { CdnCode, Config } from '#server/platform/config/config.ts'
import { isUrlOf } from '#server/platform/config/message-config.ts'
import type { CompanyEnvironment } from '#server/platform/config/service-variables.ts'

/** Seconds that a shared cache may use a reply: as a fresh one, once more while it asks for the next one, and while no host answers. */
export type SharedAges = { fresh: number; revalidating: number; failing: number }

/**
 * A shared cache before the shop that can drop its copies by tag. Headers, keys, purges and the Services screen are derived from it;
 * `cdns` is the only list. ADR 0014.
 */
export type CdnDescriptor<Keys = unknown> = {
  code: CdnCode
  name: string
  environment: CompanyEnvironment<Keys>
  /** Where the tags of a reply are, and what is between two of them. Longer headers are not sent: such a page is not shared. */
  tags: { header: string; separator: string; maxBytes: number }
  /** A tag as this cache takes it; two may become one, which drops more than needed. */
  tagOf(tag: string): string
  /** The headers that let it keep a page. The browser's own copy is asked for again each time. */
  pageHeaders(ages: SharedAges): Record<string, string>
  /** Tags of one call, and calls of one purge: with more, everything is dropped at once. The longest pause after failures, a minute by default. */
  limits: { tagsPerCall: number; calls: number; retrySeconds?: number }
  /**
   * Drops what has any of these tags of `tagOf`. Repeating it is harmless.
   * @param options.isHard not even while no host answers may a dropped copy be shown; caches that know no other kind ignore it
   * @throws CdnError
   */
  purge(keys: Keys, tags: readonly string[], options: { isHard: boolean }): Promise<void>
}

/** Its message is for staff, and names no key. `retryAfterSeconds` is what the cache asked for. */
export class CdnError extends Error {
  override name = 'CdnError'
  readonly statusCode: number | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    message: string,
    { statusCode, retryAfter }: { statusCode?: number; retryAfter?: string } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    const seconds = Number(retryAfter)
    this.retryAfterSeconds = seconds > 0 ? seconds : undefined
  }
}

const TIMEOUT_MS = 10_000

type Call = {
  name: string
  url: string
  method?: string
  headers: Record<string, string>
  body?: object
  timeoutMs?: number
}

/** @throws CdnError unless the answer has a status of 2xx */
async function call({
  name,
  url,
  method = 'POST',
  headers,
  body,
  timeoutMs = TIMEOUT_MS,
}: Call): Promise<void> {
  let reply: Response
  try {
    reply = await fetch(url, {
      method,
      redirect: 'error',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    })
    await reply.arrayBuffer()
  } catch {
    throw new CdnError(`${name} could not be reached`)
  }
  if (reply.ok) return
  const retryAfter = reply.headers.get('retry-after')
  throw new CdnError(`${name} answered ${reply.status} to a purge`, {
    statusCode: reply.status,
    ...(retryAfter !== null && { retryAfter }),
  })
}

/** Short enough for 200 in Bunny's header; one of 16 million, and a tag that meets another only drops more. */
const shortTag = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 4)

/** As it is, where every cache reads it the same: without regard to case, spaces and commas. */
const plainTag = (tag: string) =>
  /^[a-z0-9:._/-]{1,60}$/.test(tag) ? tag : `h${hash('sha256', tag, 'hex').slice(0, 16)}`

const lasting = ({ revalidating, failing }: SharedAges) =>
  `stale-while-revalidate=${revalidating}, stale-if-error=${failing}`

/** Checks a descriptor against the type of its keys, which the list does not know. */
const define = <Keys>(descriptor: CdnDescriptor<Keys>): CdnDescriptor => descriptor

const secret = (label: string, about: string) => ({
  label,
  about,
  rule: z.string().regex(/^[\w.~+/=-]{16,200}$/, 'must have at least 16 letters and digits'),
  isSecret: true,
})

const name = (label: string, about: string) => ({
  label,
  about,
  rule: z.string().regex(/^[\w-]{1,64}$/, 'must be letters and digits'),
  isSecret: false,
})

/** An address for tests; the companies have one of their own. */
type AtCompany = { id: string; token: string; api?: string }

const varnish = define<{ urls: readonly string[]; key: string }>({
  code: 'varnish',
  name: 'Varnish',
  environment: {
    variables: {
      VARNISH_URL: {
        label: 'Address',
        about: 'where Varnish with deploy/varnish.vcl takes purges; several by commas',
        rule: z
          .string()
          .max(1_000)
          .refine(
            (list) => list.split(',').every((url) => isUrlOf(url.trim(), ['http:', 'https:'])),
            'must be an http address, or several by commas',
          ),
        isSecret: false,
        valueIn: ({ urls }) => urls.join(),
      },
      VARNISH_PURGE_KEY: {
        ...secret('Purge key', 'the same variable as of varnishd; purges without it are refused'),
        valueIn: ({ key }) => key,
      },
    },
    toKeys: ({ VARNISH_URL = '', VARNISH_PURGE_KEY = '' }) => ({
      urls: VARNISH_URL.split(',').map((url) => url.trim()),
      key: VARNISH_PURGE_KEY,
    }),
  },
  // `http_resp_hdr_len` and `http_req_hdr_len` are 8 KB unless they are raised.
  tags: { header: 'surrogate-key', separator: ' ', maxBytes: 8_000 },
  tagOf: plainTag,
  pageHeaders: (ages) => ({
    'cache-control': `public, max-age=0, s-maxage=${ages.fresh}, ${lasting(ages)}`,
  }),
  // One that is away keeps the others from the next changes for so long, and for the time limit of its call.
  limits: { tagsPerCall: 120, calls: 5, retrySeconds: 5 },
  async purge({ urls, key }, tags, { isHard }) {
    const headers = {
      'surrogate-key': tags.join(' '),
      'x-purge-key': key,
      ...(isHard && { 'x-purge-hard': '1' }),
    }
    await Promise.all(
      urls.map((url) => call({ name: 'Varnish', url, method: 'PURGE', headers, timeoutMs: 2_000 })),
    )
  },
})

/** https://www.fastly.com/documentation/reference/api/purging: 256 keys a call, `Surrogate-Key` up to 16 KB. */
const fastly = define<AtCompany>({
  code: 'fastly',
  name: 'Fastly',
  environment: {
    variables: {
      FASTLY_SERVICE_ID: {
        ...name('Service ID', 'the Fastly service before the shop'),
        valueIn: ({ id }) => id,
      },
      FASTLY_API_TOKEN: {
        ...secret('API token', 'purges at Fastly; it needs the scope purge_select'),
        valueIn: ({ token }) => token,
      },
    },
    toKeys: ({ FASTLY_SERVICE_ID = '', FASTLY_API_TOKEN = '' }) => ({
      id: FASTLY_SERVICE_ID,
      token: FASTLY_API_TOKEN,
    }),
  },
  tags: { header: 'surrogate-key', separator: ' ', maxBytes: 16_000 },
  tagOf: plainTag,
  pageHeaders: (ages) => ({ 'surrogate-control': `max-age=${ages.fresh}, ${lasting(ages)}` }),
  limits: { tagsPerCall: 256, calls: 3 },
  purge: ({ id, token, api = 'https://api.fastly.com' }, tags, { isHard }) =>
    call({
      name: 'Fastly',
      url: `${api}/service/${id}/purge`,
      headers: {
        'fastly-key': token,
        accept: 'application/json',
        ...(!isHard && { 'fastly-soft-purge': '1' }),
      },
      body: { surrogate_keys: tags },
    }),
})

/** https://developers.cloudflare.com/cache/how-to/purge-cache: 100 tags a call, `Cache-Tag` up to 16 KB and 1,000 tags, on every plan. */
const cloudflare = define<AtCompany>({
  code: 'cloudflare',
  name: 'Cloudflare',
  environment: {
    variables: {
      CLOUDFLARE_ZONE_ID: {
        ...name('Zone ID', 'the Cloudflare zone of the shop'),
        valueIn: ({ id }) => id,
      },
      CLOUDFLARE_API_TOKEN: {
        ...secret('API token', 'purges at Cloudflare; it needs the permission Zone, Cache Purge'),
        valueIn: ({ token }) => token,
      },
    },
    toKeys: ({ CLOUDFLARE_ZONE_ID = '', CLOUDFLARE_API_TOKEN = '' }) => ({
      id: CLOUDFLARE_ZONE_ID,
      token: CLOUDFLARE_API_TOKEN,
    }),
  },
  tags: { header: 'cache-tag', separator: ',', maxBytes: 16_000 },
  tagOf: plainTag,
  // Only Cloudflare reads this one, and does not send it on.
  pageHeaders: (ages) => ({
    'cloudflare-cdn-cache-control': `public, max-age=${ages.fresh}, ${lasting(ages)}`,
  }),
  // Five calls a minute on the free plan, after the first 25.
  limits: { tagsPerCall: 100, calls: 5 },
  purge: ({ id, token, api = 'https://api.cloudflare.com/client/v4' }, tags) =>
    call({
      name: 'Cloudflare',
      url: `${api}/zones/${id}/purge_cache`,
      headers: { authorization: `Bearer ${token}` },
      body: { tags },
    }),
})

/**
 * https://docs.bunny.net/cdn/purge-cache: one tag a call, `CDN-Tag` up to 1,024 bytes. It is compared as a whole, so a tag
 * is purged by a pattern; all are of one length, between commas.
 */
const bunny = define<AtCompany>({
  code: 'bunny',
  name: 'Bunny',
  environment: {
    variables: {
      BUNNY_PULL_ZONE: { ...name('Pull zone', 'number of the Bunny pull zone'), valueIn: ({ id }) => id },
      BUNNY_API_KEY: { ...secret('API key', 'purges at Bunny'), valueIn: ({ token }) => token },
    },
    toKeys: ({ BUNNY_PULL_ZONE = '', BUNNY_API_KEY = '' }) => ({ id: BUNNY_PULL_ZONE, token: BUNNY_API_KEY }),
  },
  tags: { header: 'cdn-tag', separator: ',', maxBytes: 1_024 },
  tagOf: shortTag,
  // Browsers read this header too: nothing in it lets them show an old page.
  pageHeaders: ({ fresh, failing }) => ({
    'cache-control': `public, max-age=0, s-maxage=${fresh}, stale-if-error=${failing}`,
  }),
  limits: { tagsPerCall: 1, calls: 20 },
  purge: ({ id, token, api = 'https://api.bunny.net' }, tags) =>
    call({
      name: 'Bunny',
      url: `${api}/pullzone/${id}/purgeCache`,
      headers: { accesskey: token },
      body: { CacheTag: `*${tags[0]}*` },
    }),
})

export const cdns: readonly CdnDescriptor[] = [varnish, fastly, cloudflare, bunny]

/** The cache that `CDN` names, with its keys: undefined while one of them is missing, because then nothing could be dropped. */
export function cdnInForce({
  cdn,
  companyKeys = {},
}: Pick<Config, 'cdn' | 'companyKeys'>): { descriptor: CdnDescriptor; keys: unknown } | undefined {
  const descriptor = cdns.find(({ code }) => code === cdn)
  const keys = descriptor && companyKeys[descriptor.code]
  return descriptor && keys !== undefined ? { descriptor, keys } : undefined
}
