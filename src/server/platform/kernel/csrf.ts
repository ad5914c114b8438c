import { forbidden } from './errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

type Head = { method: string; headers: Record<string, string | string[] | undefined> }

/**
 * Unsafe methods must come from the shop's own pages: `Sec-Fetch-Site` same-origin or none, or, without that header,
 * an `Origin` of the store. Decisions §1.6.
 * @throws 403 otherwise.
 */
export function requireOwnOrigin({ method, headers }: Head, ownOrigins: ReadonlySet<string>) {
  if (safeMethods.has(method)) return
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && typeof headers.origin === 'string' && ownOrigins.has(headers.origin)) return
  throw forbidden()
}

/** The store's origins; on a loopback address all of its names, as a browser there may use any of them. */
export function ownOriginsOf(storeUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname, port } = new URL(storeUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  if (!loopback.includes(hostname)) return new Set([origin])
  return new Set(loopback.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`))
}

/** The shop's origin, such as `https://shop.example.com`. */
export const originOf = ({ storeUrl }: { storeUrl: string }) => new URL(storeUrl).origin
