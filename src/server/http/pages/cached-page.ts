import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Bodies,
  bodyIn,
  chooseEncoding,
  compress,
  type Encoding,
  isWorthCompressing,
} from '../compress.ts'
import type { Cacheable } from './page-cache.ts'

/** A cached page: its headers, and its body in the encodings requested so far. */
export type CachedPage = Cacheable & {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  /** Weak, as all encodings share it. A page that is sent once has none. */
  etag: string | undefined
  bodies: Bodies
  /** Too small to be compressed: sent as it is in any case. */
  isPlain: boolean
  /** The headers of each encoding, ready to be written: names and values in turn. `shared`: with those for the shared cache. */
  heads: Record<'own' | 'shared', Partial<Record<Encoding, string[]>>>
  /** The data that the document is hydrated with, sent on its own and kept with it. ADR 0024. */
  boot?: { build: string; version: string; page: CachedPage }
  /** What the document was made of, with its policy: with equal ones a page that was dropped is used again. ADR 0023. */
  inputs?: string
}

type Page = Pick<CachedPage, 'status' | 'headers' | 'tags' | 'keep' | 'boot' | 'inputs'> & { body: string }

export const emptyHeads = (): CachedPage['heads'] => ({ own: {}, shared: {} })

/** Prepares a page for repeated sending; compresses it for the first request's encoding, with few bytes or quickly. */
export async function cachedPage(
  page: Page,
  encoding: Encoding,
  options: { isQuick?: boolean } = {},
): Promise<CachedPage> {
  const { status, headers, tags, keep, boot, inputs } = page
  const body = Buffer.from(page.body)
  const isPlain = !isWorthCompressing(body)
  const bodies = await compress(body, isPlain ? 'identity' : encoding, options)
  const etag = keep === 'never' ? undefined : etagOf(page, body)
  const headBytes = JSON.stringify(headers).length
  return {
    status,
    headers,
    etag,
    tags,
    keep,
    bodies,
    isPlain,
    heads: emptyHeads(),
    ...(boot && { boot }),
    ...(inputs !== undefined && { inputs }),
    bytes: () =>
      (boot?.page.bytes() ?? 0) +
      headBytes * (1 + Object.keys(bodies).length) +
      Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  }
}

/** The parts of a request's headers that decide how a cached page is sent. */
export type RequestHead = {
  method: string | undefined
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  cookie: string | undefined
}

/**
 * Reads the raw headers: `request.headers` would first convert a browser's twenty headers into an object. Of a
 * repeated header, which no browser sends, the last counts.
 */
export function readRequestHead({ method, rawHeaders }: IncomingMessage): RequestHead {
  const requestHead: RequestHead = {
    method,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    cookie: undefined,
  }
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // Most headers already differ in length from these three.
    if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      requestHead.acceptEncoding = rawHeaders[at + 1]
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match')
      requestHead.ifNoneMatch = rawHeaders[at + 1]
    else if (name.length === 6 && name.toLowerCase() === 'cookie')
      requestHead.cookie =
        requestHead.cookie === undefined ? rawHeaders[at + 1] : `${requestHead.cookie}; ${rawHeaders[at + 1]}`
  }
  return requestHead
}

/**
 * Sends a page that is ready in the requested encoding, or a 304 when the browser's copy is current. Returns false,
 * with nothing sent, when the body must be compressed first. Almost every request takes this path: nothing here waits
 * or copies.
 *
 * @param shared headers for the shared cache, the same each time for one page
 */
export function sendIfCompressed(
  requestHead: RequestHead,
  response: ServerResponse,
  page: CachedPage,
  shared?: Record<string, string>,
): boolean {
  if (page.status === 200 && page.etag && isKnown(requestHead.ifNoneMatch, page.etag)) {
    response.writeHead(304, notModifiedHead({ ...page.headers, ...shared }, page.etag, shared))
    response.end()
    return true
  }
  const encoding = encodingFor(requestHead, page)
  if (encoding === undefined) {
    response.writeHead(406, { 'content-length': 0, vary: 'accept-encoding' })
    response.end()
    return true
  }
  const body = page.bodies[encoding]
  if (body === undefined) return false
  const heads = shared ? page.heads.shared : page.heads.own
  heads[encoding] ??= headOf(page, encoding, body, shared)
  response.writeHead(page.status, heads[encoding])
  if (requestHead.method === 'HEAD') response.end()
  else response.end(body)
  return true
}

/** Whether `sendIfCompressed` can send the page. */
export function isCompressed(requestHead: RequestHead, page: CachedPage): boolean {
  if (page.status === 200 && page.etag && isKnown(requestHead.ifNoneMatch, page.etag)) return true
  const encoding = encodingFor(requestHead, page)
  return encoding === undefined || page.bodies[encoding] !== undefined
}

/** Makes sure that `sendIfCompressed` can send the page. */
export async function compressFor(requestHead: RequestHead, page: CachedPage) {
  const encoding = encodingFor(requestHead, page)
  if (encoding !== undefined) await bodyIn(page.bodies, encoding)
}

const encodingFor = ({ acceptEncoding }: RequestHead, { isPlain }: CachedPage) =>
  isPlain ? 'identity' : chooseEncoding(acceptEncoding)

const headOf = (
  { headers, etag, status }: CachedPage,
  encoding: Encoding,
  body: Buffer,
  shared: Record<string, string> = {},
) =>
  Object.entries({
    ...headers,
    ...shared,
    ...(status === 200 && etag && { etag }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]))

/**
 * The headers by which a cache updates its copy. The content security policy is left out, since an identical body has
 * the same one.
 */
const notModifiedHead = (headers: CachedPage['headers'], etag: string, shared: Record<string, string> = {}) =>
  Object.entries({
    ...shared,
    etag,
    'cache-control': String(headers['cache-control'] ?? 'no-cache'),
    vary: String(headers.vary ?? 'accept-encoding'),
  }).flat()

const etagOf = ({ status, headers }: Page, body: Buffer) =>
  `W/"${hash('sha256', JSON.stringify([status, headers]) + hash('sha256', body, 'base64url'), 'base64url').slice(0, 22)}"`

/** Weak comparison, RFC 9110 §13.1.2. */
function isKnown(ifNoneMatch: string | undefined, etag: string) {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const known = ifNoneMatch.split(',').map((one) => one.trim())
  return known.includes('*') || known.some((one) => one === etag || `W/${one}` === etag)
}
