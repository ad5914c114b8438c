import type { IncomingMessage } from 'node:http'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import { type ChannelSelection, channelOfRequest } from '#server/shop/channels/channel-selection.ts'

/** A GET or HEAD of a page, read once by each of the two ways of answering it. */
export type PageRequest = {
  raw: IncomingMessage
  /** `payload`: the page's data alone. `boot`: the data that one version of a document is hydrated with. */
  kind: 'document' | 'payload' | 'boot'
  /** The requested page: path and query (`?…` or empty), without what names the kind. */
  pathname: string
  search: string
  /**
   * The path and query under which the page is rendered for everyone: campaign parameters left out, the others sorted, so that the
   * same page has one URL.
   */
  url: string
  /** The page's key in the cache but for cookies: boot data is cached with its document. */
  key: string
  /** False for URLs that no link of the shop has: they are rendered without caching. */
  isCacheable: boolean
  /** Of the browser that requests data; empty for documents. */
  build: string
  /** Of boot data, otherwise empty. */
  version: string
  /** The token of a preview, which may be any text. */
  preview: string | undefined
  channel: Channel
}

/** Parameters that do not affect the page: those of campaigns, and a preview's token that shows no preview. */
const FOREIGN =
  /^(utm_|mtm_|pk_|hsa_|_hs)|^(preview|gclid|gbraid|wbraid|dclid|gclsrc|fbclid|msclkid|ttclid|twclid|yclid|igshid|li_fat_id|mc_cid|mc_eid|_ga|_gl|srsltid|ref_src)$/i

/** More than any link or form of the shop has. */
const MAX_PARAMETERS = 24
const MAX_LENGTH = 2_000

export function readPageRequest(raw: IncomingMessage, channels: ChannelSelection): PageRequest {
  const { url: target = '/' } = raw
  const own = splitUrl(target)
  const data = isPayloadPath(own.pathname) ? parsePayloadPath(target) : undefined
  const { pathname, search } = data ? splitUrl(data.url) : own
  const kind = data ? (data.version ? 'boot' : 'payload') : 'document'
  const build = data?.build ?? ''
  const { query, isShort } = normalizeQuery(search)
  const url = query === '' ? pathname : `${pathname}?${query}`
  const channel = channelOfRequest(channels, raw)
  return {
    raw,
    kind,
    pathname,
    search,
    url,
    key: keyOf({ kind, build, url }, channel, channels),
    isCacheable: isShort && pathname.length + search.length <= MAX_LENGTH,
    build,
    version: data?.version ?? '',
    preview: search.includes('preview=') ? previewOf(search) : undefined,
    channel,
  }
}

const previewOf = (search: string) => new URLSearchParams(search).get('preview') || undefined

/** The request for the page's data alone, where the boot data of a document cannot be sent. */
export const asPayload = (request: PageRequest, channels: ChannelSelection): PageRequest => ({
  ...request,
  kind: 'payload',
  key: keyOf({ ...request, kind: 'payload' }, request.channel, channels),
})

/** In a shop of one channel neither host nor cookie is read. ADR 0033. */
function keyOf(
  { kind, build, url }: Pick<PageRequest, 'kind' | 'build' | 'url'>,
  { id }: Channel,
  { isSingle }: ChannelSelection,
): string {
  // No URL of a request contains a space.
  const page = kind === 'payload' ? `payload ${build} ${url}` : url
  return isSingle ? page : `${page}\n#${id}`
}

/** Path and query (`?…` or empty) of a request's target. */
export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) }
}

/**
 * The canonical spelling of a path: single slashes, none at the end. Browsers read `//name` and `/\name` in a
 * `Location` as another host, so this also keeps our redirects on the shop.
 */
export function tidyPath(pathname: string): string {
  const single = pathname.replace(/[/\\]+/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}

const NO_QUERY = { query: '', isShort: true }

function normalizeQuery(search: string): typeof NO_QUERY {
  if (search === '') return NO_QUERY
  const own = search.slice(1).split('&').filter(isOwn)
  // By name only: the order of equal names may be significant.
  const sorted = own.map((part) => ({ part, name: nameOf(part) })).sort((a, b) => compare(a.name, b.name))
  const query = sorted.map(({ part }) => part).join('&')
  return { query, isShort: own.length <= MAX_PARAMETERS }
}

const isOwn = (part: string) => part !== '' && !FOREIGN.test(nameOf(part))

function nameOf(part: string) {
  const name = part.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
