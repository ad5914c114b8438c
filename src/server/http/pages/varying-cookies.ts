import type { FastifyRequest } from 'fastify'
import { visitorOf } from '#server/platform/sessions/session.ts'
import type { RequestHead } from './cached-page.ts'

/** Only short, plain values, so that arbitrary cookies cannot create any number of variants of a page. */
const PLAIN_VALUE = /^[\w.-]{1,32}$/

export type VaryingCookies = {
  /** Whether the request has a cookie that a page rendered so far depends on. */
  mayVary(head: RequestHead): boolean
  /** The cookies of these names that the page is rendered with. */
  read(request: FastifyRequest, names: readonly string[]): Record<string, string>
}

/** The cookies that pages for everyone depend on, known by name once such a page is rendered. */
export function createVaryingCookies(): VaryingCookies {
  const known = new Set<string>()
  return {
    mayVary({ cookie }) {
      if (cookie !== undefined) for (const name of known) if (cookie.includes(name)) return true
      return false
    },

    read(request, names) {
      if (names.length === 0) return {}
      for (const name of names) known.add(name)
      const sent = visitorOf(request).cookies
      return Object.fromEntries(
        names.flatMap((name) => {
          const value = sent[name] ?? ''
          return PLAIN_VALUE.test(value) ? [[name, value] as const] : []
        }),
      )
    },
  }
}
