import type { Plugin } from 'vite'
import { mediaQueries } from '#ui/breakpoints.ts'

/** Replaces named breakpoints in stylesheets, `@media (--from-tablet)`, by the widths in `src/ui/breakpoints.ts`. */
export const namedBreakpoints: Plugin = {
  name: 'named-breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => ({ code: replaceBreakpoints(css), map: null }),
  },
}

/** @throws when a stylesheet names an unknown breakpoint. */
export const replaceBreakpoints = (css: string) =>
  css.replace(/@media[^{]*/g, (condition) =>
    condition.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
      const query = mediaQueries.get(name)
      if (query) return query
      throw new Error(`Unknown breakpoint --${name}. src/ui/breakpoints.ts names all of them.`)
    }),
  )
