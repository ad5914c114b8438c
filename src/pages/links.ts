import { matchRoute, type Routes } from './route-table.ts'

/** The link an event happened in. */
export const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null

/** The address of the link an event happened in, where following it is a soft navigation to another page. */
export function softLink(event: Event, routes: Routes) {
  const link = linkOf(event)
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  const url = new URL(link.href)
  const isHere = url.pathname + url.search === location.pathname + location.search
  return isHere || !matchRoute(routes, url.pathname) ? undefined : url
}
