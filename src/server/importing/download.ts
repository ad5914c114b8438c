import { lookup } from 'node:dns'
import { get as getHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type DownloadLimits = {
  maxBytes: number
  timeoutMs: number
  /** For tests and shops inside a company: addresses of the own network are fetched too. */
  allowsPrivateAddresses: boolean
}

/** The address itself is refused, however often it is tried. */
export class RefusedAddressError extends Error {}

/** The other side answered, but not with what was asked for. */
export class DownloadError extends Error {}

const REDIRECTS = 4

/**
 * Fetches a URL into memory. The address is looked up once and that very address connected to, so that a name cannot
 * point inside between the check and the connection; every redirect is checked again.
 *
 * @throws RefusedAddressError for other schemes and for private addresses; DownloadError, or the network's error, else.
 */
export async function download(url: string, limits: DownloadLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let next = url
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const reply = await request(next, limits, signal)
    const { statusCode = 0, headers } = reply
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      reply.destroy()
      next = new URL(headers.location, next).href
      continue
    }
    if (statusCode !== 200) {
      reply.destroy()
      throw new DownloadError(`The server answered ${statusCode}`)
    }
    return await readBody(reply, limits.maxBytes)
  }
  throw new DownloadError(`More than ${REDIRECTS} redirects`)
}

function request(address: string, limits: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '')
    throw new RefusedAddressError('Only plain http and https addresses are fetched')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // a numeric host is connected to without a lookup
  if (isIP(host) !== 0 && !limits.allowsPrivateAddresses && !isPublicAddress(host))
    throw new RefusedAddressError(`${host} is not a public address`)
  const options: RequestOptions = {
    signal,
    agent: false,
    headers: { accept: 'image/avif,image/webp,image/*;q=0.8', 'user-agent': 'Vitrine import' },
    ...(!limits.allowsPrivateAddresses && { lookup: publicLookup }),
  }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    get(url, options, resolve).on('error', reject)
  })
}

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const inside = addresses.find(({ address }) => !isPublicAddress(address))
    const first = addresses[0]
    if (inside || !first) return done(new RefusedAddressError(`${host} is not a public address`), '', 0)
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

async function readBody(reply: IncomingMessage, maxBytes: number) {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of reply as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBytes) {
      reply.destroy()
      throw new RefusedAddressError(`It is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
