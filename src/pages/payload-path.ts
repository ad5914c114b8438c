// A payload's URL is `{path}/_payload.json?{build}&{the page's own query}`. The build comes first, so that
// caches keep builds apart and the server can detect a browser with an older one.
const NAME = '/_payload.json'

export const isPayloadPath = (pathname: string) => pathname.endsWith(NAME)

/** Where the data of a page is, relative to the origin. */
export const payloadPath = ({ pathname, search }: URL, build: string) =>
  `${pathname.replace(/\/$/, '')}${NAME}?${build}${search.replace('?', '&')}`

/** Where the boot data of a document is: a payload's URL with the version of the data after the build. */
export const bootPath = (url: string, build: string, version: string) =>
  payloadPath(new URL(url, 'http://shop'), `${build}~${version}`)

/** The inverse: the page (path and query) and the build of a payload's URL; `version` where it asks for boot data. */
export function parsePayloadPath(path: string): { build: string; version?: string; url: string } {
  const at = path.indexOf('?')
  const pathname = at < 0 ? path : path.slice(0, at)
  const [first = '', ...query] = at < 0 ? [] : path.slice(at + 1).split('&')
  const [build = '', version] = first.split('~')
  const search = query.length > 0 ? `?${query.join('&')}` : ''
  return {
    build,
    ...(version !== undefined && { version }),
    url: `${pathname.slice(0, -NAME.length) || '/'}${search}`,
  }
}
