import type { CallContext, CartOwner } from '../http/context.ts'
import type { Channel } from '../storefront/read-channel.ts'

/** Whose cart, in which channel: a cart is bound to one (decisions §1.8, §6). */
export type CartScope = { channel: Channel; owner: CartOwner }

/** The cart of a call, from what its input says of it. */
export const scopeOf = (
  { channel, cartOwner }: Pick<CallContext, 'channel' | 'cartOwner'>,
  ref: { cart_session?: string | null | undefined },
): CartScope => ({ channel, owner: cartOwner(ref) })

/** The three parameters of `ownsCart`, in its order. */
export const ownerValues = ({ channel, owner }: CartScope) => [channel.id, owner.customerId, owner.sessionId]

/**
 * SQL: is `carts` row c this visitor's in this channel? $1 channel, $2 customer, $3 session. A customer's cart needs the
 * customer's own session: somebody who only holds its old cookie after a logout does not see it. Decisions §1.8.
 */
export const ownsCart = `
  c.channel_id = $1::integer
  and (c.customer_id = $2::bigint
    or (c.session_id = $3::text and (c.customer_id is null or c.customer_id = $2::bigint)))`

/** SQL: a cart that can still be changed. */
export const isOpen = `c.status = 'open' and c.expires_at > now()`

/** SQL: the customer's own cart goes before the guest cart of the cookie. */
export const ownFirst = 'order by c.customer_id is null, c.id desc limit 1'
