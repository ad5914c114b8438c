import { lookup } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { getHttp, getHttps } from '#server/platform/kernel/node-http.ts'
import { isPublicAddress } from '#server/platform/limits/public-address.ts'

export type DownloadLimits = {
  maxBytes: number
  timeoutMs: number
  /** For tests and intranet shops: allows addresses of the private network. */
  allowsPrivateAddresses: boolean
}

/** A URL that must not be fetched; retrying is useless. */
export class RefusedAddressError extends Error {}

/** The server replied with an error or an unexpected result. */
export class DownloadError extends Error {}

const MAX_REDIRECTS = 4

/**
 * Fetches a URL into memory. The host is resolved once and the connection uses that address, which prevents
 * DNS rebinding; every redirect is checked again.
 *
 * @throws RefusedAddressError for other schemes and for private addresses; otherwise DownloadError or the
 * network's error.
 */
export async function download(url: string, limits: DownloadLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let next = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
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
  throw new DownloadError(`More than ${MAX_REDIRECTS} redirects`)
}

function request(address: string, limits: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '')
    throw new RefusedAddressError('Only plain http and https addresses are fetched')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A numeric host is not resolved, so it is checked here.
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

async function readBody(reply: AsyncIterable<Buffer> & Pick<IncomingMessage, 'destroy'>, maxBytes: number) {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of reply) {
    size += piece.length
    if (size > maxBytes) {
      reply.destroy()
      throw new RefusedAddressError(`It is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
