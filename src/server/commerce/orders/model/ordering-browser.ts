import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { CookieToSet } from '#server/platform/kernel/context.ts'
import { isOrderToken, type OrderAccess, orderToken } from './order-token.ts'

/** How long the page of a placed order shows all of it. Decisions §3, `checkout-complete`. */
export const completeForMs = 24 * 60 * 60 * 1_000

/**
 * The cookie of the browser that placed an order. An address with the order's token may be copied: without this
 * cookie it shows number and state only. ADR 0037.
 */
export const placedCookie = (secrets: SigningSecrets, order: OrderAccess): CookieToSet => ({
  name: nameOf(order.id),
  value: orderToken(secrets, order, 'browser'),
  maxAgeSeconds: completeForMs / 1_000,
  isHttpOnly: true,
})

const nameOf = (id: number) => `placed_${id}`

export function isOrderingBrowser(
  secrets: SigningSecrets,
  order: OrderAccess,
  cookies: Readonly<Record<string, string>>,
): boolean {
  const name = nameOf(order.id)
  const proof = Object.hasOwn(cookies, name) ? cookies[name] : undefined
  return proof !== undefined && isOrderToken(secrets, order, 'browser', proof)
}
