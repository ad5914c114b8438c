import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { isOrderToken, type OrderAccess, orderToken } from './order-token.ts'

type Named = OrderAccess & { order_no: string }

/** The last part of the tracking URL in mails; it opens the whole order to its holder. Decisions §3, track-order. */
export const trackToken = (secrets: SigningSecrets, order: Named): string =>
  `${order.order_no}.${orderToken(secrets, order, 'track')}`

/** The tracking URL. */
export const trackUrl = (config: { storeUrl: string } & SigningSecrets, order: Named): string =>
  `${config.storeUrl}/track-order/${trackToken(config, order)}`

/** The order number in a token; `isTrackToken` checks that the token is genuine. */
export const orderNoOfToken = (token: string): string => token.slice(0, Math.max(0, token.indexOf('.')))

export const isTrackToken = (secrets: SigningSecrets, order: Named, token: string): boolean =>
  token.startsWith(`${order.order_no}.`) &&
  isOrderToken(secrets, order, 'track', token.slice(order.order_no.length + 1))
