/**
 * A database URL for each host of one that names several, as libpq's does: `postgres://user@a:5432,b:5432/shop`. The
 * one of a single host is returned as it is.
 */
export function urlsOfHosts(url: string): string[] {
  const start = url.indexOf('//') + 2
  const length = url.slice(start).search(/[/?#]/)
  const end = length < 0 ? url.length : start + length
  const authority = url.slice(start, end)
  const hostsAt = authority.lastIndexOf('@') + 1
  const [before, after] = [url.slice(0, start) + authority.slice(0, hostsAt), url.slice(end)]
  return authority
    .slice(hostsAt)
    .split(',')
    .map((host) => before + host + after)
}
