/**
 * `robots.txt`: excludes paths that waste crawl budget (noindex pages declare themselves), or everything when
 * the shop is not indexed. Decisions §3, unlisted routes.
 */
export function robotsText({ isIndexed, sitemap }: { isIndexed: boolean; sitemap: string }) {
  if (!isIndexed) return 'User-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${sitemap}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Only `/cart` itself, not every path with that prefix. */
const disallowedPaths = ['/cart$', '/cart?', '/checkout', '/search?', '/api/', '/dev/']
