import type { IncomingMessage } from 'node:http'
import type { Config } from '#server/platform/config/config.ts'
import { createOriginReader } from './request-origin.ts'

type Refusal = { status: number; headers: Record<string, string>; body: string }

/**
 * Refuses requests that a trusted proxy received over plain http: pages redirect to their https URL, everything else
 * is a 403, since its sender would go on sending credentials in the clear. A proxy that sends no `X-Forwarded-Proto`
 * must redirect by itself. ASVS 4.1.2, 12.2.1.
 */
export function createHttpsCheck({ storeUrl, trustedProxies }: Pick<Config, 'storeUrl' | 'trustedProxies'>) {
  const isRequired = storeUrl?.startsWith('https:') && Boolean(trustedProxies?.length)
  const originOf = createOriginReader(trustedProxies)
  return (request: IncomingMessage): Refusal | undefined => {
    if (!isRequired) return undefined
    const { forwardedScheme } = originOf(request)
    if (forwardedScheme === undefined || forwardedScheme === 'https') return undefined
    const { method, url = '/' } = request
    const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
    if (isPage)
      return {
        status: 308,
        headers: { 'cache-control': 'no-store', location: `${new URL(storeUrl).origin}${url}` },
        body: '',
      }
    return {
      status: 403,
      headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ status: 'error', code: 'FORBIDDEN', message: 'Please use https' }),
    }
  }
}
