/** Path and query (`?…` or nothing) of a request's target. */
export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) }
}

/**
 * The one way to write a path: single slashes, none at the end. Browsers take `//name` and `/\name` in a `Location`
 * for another host, so this is also what keeps our redirects on the shop.
 */
export function tidyPath(pathname: string): string {
  const single = pathname.replace(/[/\\]+/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
