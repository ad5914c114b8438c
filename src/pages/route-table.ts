import type { ComponentType } from 'react'

/** Ties paths to a screen. Without a view the screen only redirects or fails. */
export type Route = {
  screen: string
  /** `:name` takes one segment, `:name+` one or more, `:name*` none or more. The first route that fits wins. */
  path: string
  /** Loads the screen's chunk. The view is given the result of the screen's `load` as its props. */
  view?: () => Promise<{ default: ComponentType<never> }>
  /** Not a page of ours, though a later route would take its path: the browser loads it as a document. It names no screen. */
  isDocument?: boolean
}

export type Routes = readonly (Route & { pattern: RegExp })[]

export const defineRoutes = (routes: readonly Route[]): Routes =>
  routes.map((route) => ({ ...route, pattern: patternOf(route.path) }))

export type RouteMatch = { route: Routes[number]; params: Record<string, string> }

/**
 * The first route that fits a path, with its parameters as they are written in the path (still escaped).
 * None: the path may be a file or another application's, never ours to show.
 */
export function matchRoute(routes: Routes, pathname: string): RouteMatch | undefined {
  for (const route of routes) {
    const match = route.pattern.exec(pathname)
    if (match) return route.isDocument ? undefined : { route, params: { ...match.groups } }
  }
}

const SEGMENT = '[^/]+'
const SEGMENTS = `${SEGMENT}(?:/${SEGMENT})*`

/** A slash at the end is allowed everywhere. */
function patternOf(path: string) {
  const parts = path.split('/').slice(1).map(patternOfPart)
  return new RegExp(`^${path === '/' ? '' : parts.join('')}/?$`)
}

function patternOfPart(part: string) {
  const [, name, count] = /^:(\w+)([+*]?)$/.exec(part) ?? []
  if (!name) return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  const group = `/(?<${name}>${count ? SEGMENTS : SEGMENT})`
  return count === '*' ? `(?:${group})?` : group
}
