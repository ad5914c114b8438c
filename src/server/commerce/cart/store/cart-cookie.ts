import type { Cart } from '#contract/cart.ts'
import { ageCookieName, confirmedAge } from '#contract/rules/confirmed-age.ts'
import type { CookieToSet, Visitor } from '#server/platform/kernel/context.ts'

/** Scripts read the cart's id from replies, never from the cookie. Decisions §1.7, security §9. */
const cookie = { name: 'cart_session', isHttpOnly: true, isHostOnly: true }

/**
 * The cookie that identifies a cart, with the cart's lifetime. Every write of a cart renews it, because it extends that lifetime.
 */
export const cartCookie = ({ cart_session, expires_at, updated_at }: Cart): CookieToSet => ({
  ...cookie,
  value: JSON.stringify({ api_cart: true, cart_session }),
  maxAgeSeconds: Math.round((Date.parse(expires_at ?? '') - Date.parse(updated_at ?? '')) / 1_000),
})

/** Deletes the cart cookie after a logout, or when the cart belongs to another customer. */
export const noCartCookie: CookieToSet = { ...cookie, value: '', maxAgeSeconds: 0 }

type AgeCall = { visitor: Pick<Visitor, 'cookies'>; setCookie: (cookie: CookieToSet) => void }

/**
 * The age that the shopper confirms with this call or has confirmed in this browser; 0 without. What a call confirms is remembered until
 * the browser closes. ADR 0033.
 */
export function ageOfShopper({ visitor, setCookie }: AgeCall, given: number | undefined): number {
  const before = confirmedAge(visitor.cookies[ageCookieName])
  if (given === undefined || given <= before) return before
  setCookie({ name: ageCookieName, value: String(given), isHttpOnly: true })
  return given
}
