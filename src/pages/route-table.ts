import type { ComponentType } from 'react'

/** Assigns a path to a screen. Without a view the screen only redirects or fails. */
export type Route = {
  screen: string
  /** `:name` matches one segment, `:name+` one or more, `:name*` none or more. The first matching route wins. */
  path: string
  /** Loads the screen's chunk. The view's props are the result of the screen's `load`. */
  view?: () => Promise<{ default: ComponentType<never> }>
  /** Not a page, though a later route would match its path: the browser loads it as a document. It names no screen. */
  isDocument?: boolean
}

export type Routes = readonly (Route & { pattern: RegExp })[]

export const defineRoutes = (routes: readonly Route[]): Routes =>
  routes.map((route) => ({ ...route, pattern: patternOf(route.path) }))

export type RouteMatch = { route: Routes[number]; params: Record<string, string> }

/**
 * The first route that matches a path, with its parameters still escaped. Without a match the path may be a
 * file or another application's.
 */
export function matchRoute(routes: Routes, pathname: string): RouteMatch | undefined {
  for (const route of routes) {
    const match = route.pattern.exec(pathname)
    if (match) return route.isDocument ? undefined : { route, params: { ...match.groups } }
  }
}

const SEGMENT = '[^/]+'
const SEGMENTS = `${SEGMENT}(?:/${SEGMENT})*`

/** A trailing slash is allowed everywhere. */
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
