/** Path and query (`?…` or empty) of a request's target. */
export function splitUrl(url: string): { pathname: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at) }
}

/**
 * The canonical spelling of a path: single slashes, none at the end. Browsers read `//name` and `/
 * ame` in a `Location` as another host, so this also keeps our redirects on the shop.
 */
export function tidyPath(pathname: string): string {
  const single = pathname.replace(/[/\\]+/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
