import type { Cart } from '#contract/cart.ts'
import type { CookieToSet } from '../http/context.ts'

/** The cookie that leads back to a cart, for as long as the cart lives. Decisions §1.7. */
export const cartCookie = ({ cart_session, expires_at, updated_at }: Cart): CookieToSet => ({
  name: 'cart_session',
  value: JSON.stringify({ api_cart: true, cart_session }),
  maxAgeSeconds: Math.round((Date.parse(expires_at ?? '') - Date.parse(updated_at ?? '')) / 1_000),
})

/** Whose cart it was is logged out, or the cart is another one's: the browser begins anew. */
export const noCartCookie: CookieToSet = { name: 'cart_session', value: '', maxAgeSeconds: 0 }
