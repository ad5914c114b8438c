import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartOwner } from '#server/platform/kernel/context.ts'

/** Owner and channel of a cart: a cart belongs to one channel (decisions §1.8, §6). */
export type CartScope = { channel: Channel; owner: CartOwner }

type CartRef = { cart_session?: string | null | undefined }

/** The cart that an input refers to. */
export const scopeOf = (
  { channel, cartOwner }: { channel: Channel; cartOwner: (ref: CartRef) => CartOwner },
  ref: CartRef,
): CartScope => ({ channel, owner: cartOwner(ref) })

/** The three parameters of `ownsCart`, in its order. */
export const ownerValues = ({ channel, owner }: CartScope) => [channel.id, owner.customerId, owner.sessionId]

/**
 * SQL: whether `carts` row c belongs to this visitor in this channel. $1 channel, $2 customer, $3 session. A
 * customer's cart requires the customer's session: an old cart cookie alone does not show it after a logout.
 * Decisions §1.8.
 */
export const ownsCart = `
  c.channel_id = $1::integer
  and (c.customer_id = $2::bigint
    or (c.session_id = $3::text and (c.customer_id is null or c.customer_id = $2::bigint)))`

/** SQL: a cart that can still be changed. */
export const isOpen = `c.status = 'open' and c.expires_at > now()`

/** SQL: the customer's own cart has precedence over the guest cart of the cookie. */
export const ownFirst = 'order by c.customer_id is null, c.id desc limit 1'
