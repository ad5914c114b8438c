/**
 * `robots.txt`: what crawlers should not spend their time on; pages that must not be shown in results say so themselves.
 * In a shop that is not to be found it is everything. Decisions §3, unlisted routes.
 */
export function robotsText({ isIndexed, sitemap }: { isIndexed: boolean; sitemap: string }) {
  if (!isIndexed) return 'User-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    ...notForRobots.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${sitemap}`,
  ]
  return `${lines.join('\n')}\n`
}

/** `/cart` alone, and not a page whose name begins so. */
const notForRobots = ['/cart$', '/cart?', '/checkout', '/search?', '/api/', '/dev/']
