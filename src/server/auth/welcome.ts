import { readAccount } from '../account/read-account.ts'
import { cartCookie, noCartCookie } from '../cart/cart-cookie.ts'
import type { CallContext } from '../http/context.ts'
import { sessionCookie, signedInCookie } from '../http/session.ts'
import { knownDeviceCookie } from './known-device.ts'
import type { Capped } from './merge-lines.ts'
import type { SignedIn } from './sign-in.ts'

/** Gives the browser what makes it the customer's. */
export async function welcome(call: CallContext, { customer, session, merged: { cart } }: SignedIn) {
  call.setCookie(sessionCookie(session))
  call.setCookie(signedInCookie(session))
  call.setCookie(knownDeviceCookie(call.config, customer))
  if (cart) call.setCookie(cartCookie(cart))
  else if (call.visitor.cookies.cart_session) call.setCookie(noCartCookie)
  const user = await readAccount(call.db, customer.id, session.id)
  return { user, cart_session_id: cart?.cart_session ?? null }
}

/** That two carts have become one is said with the welcome, and what of them did not fit together. Decisions §3 (cart merge on login). */
export function withCartNews(message: string, { merged: { cart, isOfTwo, capped } }: SignedIn) {
  const lines = capped.map(({ name, quantity, wanted }: Capped) =>
    quantity === 0 ? `${name} (not available)` : `${name} (${quantity} of ${wanted})`,
  )
  const said =
    lines.length > 0
      ? `Not everything fitted into your cart: ${lines.join(', ')}`
      : isOfTwo && 'Your cart now also holds what was in it last time'
  return [message, said, cart?.coupon_notice].filter(Boolean).join('. ')
}
