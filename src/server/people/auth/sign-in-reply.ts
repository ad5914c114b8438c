import type { Capped } from '#server/commerce/cart/merge-lines.ts'
import { cartCookie, noCartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { CookieToSet, Visitor } from '#server/platform/kernel/context.ts'
import { sessionCookie, signedInCookie } from '#server/platform/sessions/session.ts'
import { knownDeviceCookie } from './known-device.ts'
import type { SignedIn } from './sign-in.ts'

/** The cookies of a browser that has just logged in. */
export function signInCookies(
  { customer, session, merged: { cart } }: SignedIn,
  { config, visitor }: { config: SigningSecrets; visitor: Pick<Visitor, 'cookies'> },
): CookieToSet[] {
  const cookies = [sessionCookie(session), signedInCookie(session), knownDeviceCookie(config, customer)]
  if (cart) return [...cookies, cartCookie(cart)]
  return visitor.cookies.cart_session ? [...cookies, noCartCookie] : cookies
}

/**
 * Adds to the login message whether carts were merged and which items were capped. Decisions §3 (cart merge on
 * login).
 */
export function withCartMessage(message: string, { merged: { cart, isOfTwo, capped } }: SignedIn) {
  const lines = capped.map(({ name, quantity, wanted }: Capped) =>
    quantity === 0 ? `${name} (not available)` : `${name} (${quantity} of ${wanted})`,
  )
  const notice =
    lines.length > 0
      ? `Some items could not be added to your cart in full: ${lines.join(', ')}`
      : isOfTwo && 'We added the items from your previous visit to your cart'
  return [message, notice, cart?.coupon_notice].filter(Boolean).join('. ')
}
