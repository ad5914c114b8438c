import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Bodies, bodyIn, chooseEncoding, compress, type Encoding, isWorthPacking } from './compress.ts'
import type { Cacheable } from './page-cache.ts'

/** A page as it is kept: what it says in its head, and its body in the encodings asked for so far. */
export type CachedPage = Cacheable & {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  /** Weak, as all encodings share it. A page that is sent once has none. */
  etag: string | undefined
  bodies: Bodies
  /** Too small to be packed: sent as it is, whatever is wanted. */
  isPlain: boolean
  /** The head of each encoding, ready to be written: names and values in turn. */
  heads: Partial<Record<Encoding, string[]>>
}

type Page = Pick<CachedPage, 'status' | 'headers' | 'tags' | 'keep'> & { body: string }

/** Makes a page ready to be sent any number of times; packs it as the first one to ask wants it. */
export async function cachedPage(page: Page, encoding: Encoding): Promise<CachedPage> {
  const { status, headers, tags, keep } = page
  const body = Buffer.from(page.body)
  const isPlain = !isWorthPacking(body)
  const bodies = await compress(body, isPlain ? 'identity' : encoding)
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
    heads: {},
    bytes: () =>
      headBytes * (1 + Object.keys(bodies).length) +
      Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  }
}

/** Of a request's head, all that decides how a kept page is sent. */
export type Wanted = {
  method: string | undefined
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  cookie: string | undefined
}

/**
 * Read from the head as it came: `request.headers` would first sort a browser's twenty headers into an object. Of a
 * header that comes twice, which no browser sends, the last counts.
 */
export function wantedBy({ method, rawHeaders }: IncomingMessage): Wanted {
  const wanted: Wanted = { method, acceptEncoding: undefined, ifNoneMatch: undefined, cookie: undefined }
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    // Most headers differ in length already from these three.
    if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      wanted.acceptEncoding = rawHeaders[at + 1]
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match')
      wanted.ifNoneMatch = rawHeaders[at + 1]
    else if (name.length === 6 && name.toLowerCase() === 'cookie')
      wanted.cookie =
        wanted.cookie === undefined ? rawHeaders[at + 1] : `${wanted.cookie}; ${rawHeaders[at + 1]}`
  }
  return wanted
}

/**
 * Sends a page that is ready in the encoding wanted, or tells the browser that its copy is still good. False, with
 * nothing sent, when the body must be packed first. The way of almost every request: nothing here waits or copies.
 */
export function sendIfPacked(wanted: Wanted, response: ServerResponse, page: CachedPage): boolean {
  if (page.status === 200 && page.etag && isKnown(wanted.ifNoneMatch, page.etag)) {
    response.writeHead(304, notModifiedHead(page, page.etag))
    response.end()
    return true
  }
  const encoding = encodingFor(wanted, page)
  if (encoding === undefined) {
    response.writeHead(406, { 'content-length': 0, vary: 'accept-encoding' })
    response.end()
    return true
  }
  const body = page.bodies[encoding]
  if (body === undefined) return false
  send(response, page, encoding, body, wanted.method)
  return true
}

/** Makes sure that `sendIfPacked` can send the page. */
export async function packFor(wanted: Wanted, page: CachedPage) {
  const encoding = encodingFor(wanted, page)
  if (encoding !== undefined) await bodyIn(page.bodies, encoding)
}

const encodingFor = ({ acceptEncoding }: Wanted, { isPlain }: CachedPage) =>
  isPlain ? 'identity' : chooseEncoding(acceptEncoding)

function send(
  response: ServerResponse,
  page: CachedPage,
  encoding: Encoding,
  body: Buffer,
  method: string | undefined,
) {
  page.heads[encoding] ??= headOf(page, encoding, body)
  response.writeHead(page.status, page.heads[encoding])
  if (method === 'HEAD') response.end()
  else response.end(body)
}

const headOf = ({ headers, etag, status }: CachedPage, encoding: Encoding, body: Buffer) =>
  Object.entries({
    ...headers,
    ...(status === 200 && etag && { etag }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]))

/** What a cache updates its copy by. The policy is the copy's own: the same body has the same one. */
const notModifiedHead = ({ headers }: CachedPage, etag: string) => [
  'etag',
  etag,
  'cache-control',
  String(headers['cache-control'] ?? 'no-cache'),
  'vary',
  String(headers.vary ?? 'accept-encoding'),
]

const etagOf = ({ status, headers }: Page, body: Buffer) =>
  `W/"${hash('sha256', JSON.stringify([status, headers]) + hash('sha256', body, 'base64url'), 'base64url').slice(0, 22)}"`

/** Weak comparison, RFC 9110 §13.1.2. */
function isKnown(ifNoneMatch: string | undefined, etag: string) {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const known = ifNoneMatch.split(',').map((one) => one.trim())
  return known.includes('*') || known.some((one) => one === etag || `W/${one}` === etag)
}
