import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * The sender of a request. `forwardedScheme` is undefined without `X-Forwarded-Proto`, and `http` from a sender that
 * is not trusted.
 */
export type RequestOrigin = { ip: string; forwardedScheme: string | undefined }

/**
 * Reads a request's origin by the rules of Fastify's `trustProxy`, for requests that are answered before Fastify sees
 * them. Forwarded headers count only where `trustedProxies` names proxies. Security §10.
 */
export function createOriginReader(
  trustedProxies: readonly string[] | undefined,
): (request: IncomingMessage) => RequestOrigin {
  if (!trustedProxies?.length)
    return ({ socket }) => ({ ip: socket.remoteAddress ?? '', forwardedScheme: undefined })
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => {
    const { headers, socket } = request
    const forwarded = headers['x-forwarded-proto']
    const last = String(forwarded).split(',').at(-1)?.trim()
    return {
      ip: proxyAddr.all(request, isTrusted).at(-1) ?? '',
      forwardedScheme:
        forwarded === undefined ? undefined : isTrusted(socket.remoteAddress ?? '', 0) ? last : 'http',
    }
  }
}
