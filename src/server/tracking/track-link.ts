import { isOrderToken, orderToken } from '../checkout/order-token.ts'

type Named = { id: number; order_no: string }

/** The last part of an order's tracking address, for mails: it opens the whole order to whoever holds it. Decisions §3, track-order. */
export const trackToken = (secret: string, { id, order_no }: Named): string =>
  `${order_no}.${orderToken(secret, id, 'track')}`

/** The address itself. */
export const trackUrl = (
  { storeUrl, tokenSecret }: { storeUrl: string; tokenSecret: string },
  order: Named,
): string => `${storeUrl}/track-order/${trackToken(tokenSecret, order)}`

/** Which order a token names; whether it is genuine, `isTrackToken` tells. */
export const orderNoOfToken = (token: string): string => token.slice(0, Math.max(0, token.indexOf('.')))

export const isTrackToken = (secret: string, { id, order_no }: Named, token: string): boolean =>
  token.startsWith(`${order_no}.`) && isOrderToken(secret, id, 'track', token.slice(order_no.length + 1))
