import type { Cart } from '#contract/cart.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { rememberedSelection } from '#server/shop/channels/channel-selection.ts'
import { type CartScope, scopeOf } from './model/cart-scope.ts'
import { dropExpiredCart } from './store/touch-cart.ts'
import { readChangedCart } from './store/write-cart.ts'

/** The cart that an input refers to, after it has moved to the channel of the request. With one channel nothing is read. */
export async function scopeIn(
  call: Pick<Services, 'db' | 'changes'> & Parameters<typeof scopeOf>[0],
  ref: Parameters<typeof scopeOf>[1],
): Promise<CartScope> {
  const scope = scopeOf(call, ref)
  await moveCartIfSeveral(call, scope)
  return scope
}

/** `moveCart` in a shop of several channels. */
export async function moveCartIfSeveral(
  services: Pick<Services, 'db' | 'changes'>,
  scope: CartScope,
): Promise<MovedCart | undefined> {
  const { isSingle } = await rememberedSelection(services)
  return isSingle ? undefined : moveCart(services.db, scope)
}

/** A cart after its move to another channel, with the names of the products that are not sold there. */
export type MovedCart = { cart: Cart; dropped: string[] }

/**
 * Moves the cart that the cookie names to the channel of the request, when it is of another one: lines without a price
 * there are deleted, the others get that channel's price, methods and a coupon that the channel does not offer are removed.
 * Undefined when there is no such cart, or when the customer has an open cart in the channel already. ADR 0033.
 */
export async function moveCart(db: Db, scope: CartScope): Promise<MovedCart | undefined> {
  const { channel, owner } = scope
  if (owner.sessionId === null) return undefined
  // Without a lock first: almost every call finds nothing.
  if (!(await cartElsewhere.first(db, channel.id, owner.customerId, owner.sessionId))) return undefined
  return retrySerialization(() =>
    db.transaction().execute(async (tx) => {
      const found = await lockCartElsewhere.first(tx, channel.id, owner.customerId, owner.sessionId)
      if (!found) return undefined
      if (found.customer_id !== null) {
        await dropExpiredCart(tx, scope)
        if (await ownCart.first(tx, channel.id, found.customer_id)) return undefined
      }
      const dropped = await changeChannel(tx, channel, found.id)
      return { cart: await readChangedCart(tx, channel, found.id), dropped }
    }),
  )
}

async function changeChannel(tx: Tx, channel: Channel, cartId: number): Promise<string[]> {
  await switchCart.all(tx, cartId, channel.id)
  const dropped = await dropUnsold.all(tx, cartId, channel.id)
  await reprice.all(tx, cartId)
  return [...new Set(dropped.map(({ name }) => name))]
}

/** $1 channel, $2 customer, $3 session. */
const isElsewhere = `c.session_id = $3::text and c.channel_id <> $1::integer and c.status = 'open' and c.expires_at > now()
  and (c.customer_id is null or c.customer_id = $2::bigint)`

const cartElsewhere = prepared<{ id: number }>(
  'cart of another channel',
  `select c.id from carts c where ${isElsewhere}`,
)

const lockCartElsewhere = prepared<{ id: number; customer_id: number | null }>(
  'lock cart of another channel',
  `select c.id, c.customer_id from carts c where ${isElsewhere} for update`,
)

const ownCart = prepared<{ id: number }>(
  'cart of customer in channel',
  `select c.id from carts c where c.channel_id = $1::integer and c.customer_id = $2::bigint and c.status = 'open'`,
)

const switchCart = prepared(
  'switch channel of cart',
  `update carts c set channel_id = $2::integer, version = version + 1, updated_at = now(),
    shipping_method = (select m.code from shipping_methods m
      where m.channel_id = $2::integer and m.code = c.shipping_method and m.is_active),
    payment_method = (select m.code from payment_methods m
      where m.channel_id = $2::integer and m.code = c.payment_method and m.is_active),
    coupon_code = coalesce((select k.code from coupons k where k.channel_id = $2::integer and k.code = c.coupon_code),
      (select m.code from promotions m where m.channel_id = $2::integer and m.code = c.coupon_code))
  where c.id = $1::bigint`,
)

const dropUnsold = prepared<{ name: string }>(
  'drop lines not sold in channel',
  `delete from cart_items i using variations v, products p
  where i.cart_id = $1::bigint and v.id = i.variation_id and p.id = v.product_id
    and not exists (select from prices price where price.variation_id = v.id and price.channel_id = $2::integer)
  returning p.name`,
)

const reprice = prepared(
  'reprice lines for channel',
  `update cart_items i set unit_price = price.selling_price from cart_item_prices price
  where i.cart_id = $1::bigint and price.id = i.id`,
)
