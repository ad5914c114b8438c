import type { BootAnswer } from '#pages/answer.ts'
import { type Encoding, identityOf } from '../compress.ts'
import { type CachedPage, cachedPage } from './cached-page.ts'

/** Its URL contains the version, and another version is sent with `no-store`. */
const FOREVER = 'private, max-age=31536000, immutable'

/** The reply with a document's boot data, cached with the document. `headers` are those of data, and `vary`. */
export async function cachedBoot(
  { build, version, json }: BootAnswer,
  page: Pick<CachedPage, 'headers' | 'tags' | 'keep'>,
  encoding: Encoding,
): Promise<NonNullable<CachedPage['boot']>> {
  const caching = page.keep === 'never' ? 'no-store' : FOREVER
  const headers = {
    ...page.headers,
    'cache-control': caching,
    'content-type': 'application/json; charset=utf-8',
    'x-robots-tag': 'noindex',
  }
  return { build, version, page: await cachedPage({ ...page, status: 200, headers, body: json }, encoding) }
}

/**
 * The reply to a request for one version of a document's boot data. A page that has changed since says so, and
 * undefined is returned for a page without such data or of another build.
 */
export async function bootOfVersion(
  { boot }: Pick<CachedPage, 'boot'>,
  requested: { build: string; version: string },
  encoding: Encoding,
): Promise<CachedPage | undefined> {
  if (!boot || boot.build !== requested.build) return undefined
  if (boot.version === requested.version) return boot.page
  const json = (await identityOf(boot.page.bodies)).toString()
  const headers = { ...boot.page.headers, 'cache-control': 'no-store' }
  return cachedPage(
    { status: 200, headers, tags: new Set(), keep: 'never', body: `{"isNewer":true,${json.slice(1)}` },
    encoding,
  )
}
