import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * What a trusted proxy took over plain http is not answered in the clear: pages lead to their https address, everything else is
 * refused, since whoever calls that way shows what they send to the whole network. A proxy that does not say `X-Forwarded-Proto`
 * has to see to it by itself. ASVS 4.1.2, 12.2.1.
 *
 * @returns the reply when it has answered
 */
export function refusePlainHttp(
  { storeUrl, trustedProxies }: Pick<Config, 'storeUrl' | 'trustedProxies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const isProxied = Boolean(trustedProxies?.length) && request.headers['x-forwarded-proto'] !== undefined
  if (!isProxied || request.protocol === 'https' || !storeUrl.startsWith('https:')) return undefined
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
  reply.header('cache-control', 'no-store')
  if (isPage) return reply.redirect(`${new URL(storeUrl).origin}${request.url}`, 308)
  return reply
    .code(403)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: 'error', code: 'FORBIDDEN', message: 'Please use https' }))
}
