import { pathOf } from './page.ts'
import { matchRoute, type Routes } from './route-table.ts'

/** The link that contains an event's target. */
export const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null

/** The URL of the link that contains an event's target, if following it is a soft navigation to another page. */
export function softLink(event: Event, routes: Routes) {
  const link = linkOf(event)
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  const url = new URL(link.href)
  const isHere = pathOf(url) === pathOf(location)
  return isHere || !matchRoute(routes, url.pathname) ? undefined : url
}
