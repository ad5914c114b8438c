import type { Cart } from '#contract/cart.ts'
import { readChangedCart } from '../cart/read-changed-cart.ts'
import { dropExpiredCart } from '../cart/touch-cart.ts'
import { variationName } from '../catalog/to-card.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { CartOwner, Tx } from '../http/context.ts'
import { newToken } from '../http/session-token.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { type Capped, type MergeLine, mergeLines } from './merge-lines.ts'

export type MergedCart = {
  /** The customer's cart now; null when there was none at all. */
  cart: Cart | null
  /** Lines of both are in it now. */
  isOfTwo: boolean
  capped: Capped[]
}

/**
 * Makes the guest's cart the customer's: as it is when the customer has none, otherwise its lines are added to the customer's
 * (`mergeLines`) and the guest's goes. What the customer's cart says of address, contact, methods and coupon stays, the guest's
 * fills the gaps. The surviving cart gets a new session id. Decisions §3 (cart merge on login), security §9.
 */
export async function mergeCarts(
  tx: Tx,
  channel: Channel,
  customerId: number,
  guest: CartOwner,
): Promise<MergedCart> {
  await dropExpiredCart(tx, { channel, owner: { ...guest, customerId } })
  const carts = await cartsToMerge.all(tx, channel.id, customerId, guest.sessionId)
  const own = carts.find(({ customer_id }) => customer_id !== null)
  const other = carts.find(({ customer_id }) => customer_id === null)
  const survivor = own ?? other
  if (!survivor) return { cart: null, isOfTwo: false, capped: [] }

  const moved = own && other ? await moveInto(tx, channel, own.id, other.id) : { isOfTwo: false, capped: [] }
  await tx
    .updateTable('carts')
    .set((eb) => ({
      customer_id: customerId,
      session_id: newToken(),
      version: eb('version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', '=', survivor.id)
    .execute()
  const spare = own ? (other?.coupon_code ?? null) : null
  return { cart: await readWithCoupon(tx, channel, survivor.id, spare), ...moved }
}

/** The customer's coupon stays while it counts for what is in the cart now; otherwise the guest's has its turn. */
async function readWithCoupon(tx: Tx, channel: Channel, id: number, spare: string | null): Promise<Cart> {
  const cart = await readChangedCart(tx, channel, id)
  if (cart.coupon_notice === null || spare === null) return cart
  await tx.updateTable('carts').set({ coupon_code: spare }).where('id', '=', id).execute()
  return readChangedCart(tx, channel, id)
}

async function moveInto(
  tx: Tx,
  channel: Channel,
  own: number,
  guest: number,
): Promise<Omit<MergedCart, 'cart'>> {
  const lines = await linesOf.all(tx, own, guest, channel.id)
  const named = lines.map((line) => ({ ...line, name: variationName(line) }))
  const kept = named.filter(({ cart_id }) => cart_id === own)
  const { changed, capped } = mergeLines(
    kept,
    named.filter(({ cart_id }) => cart_id === guest),
  )
  if (changed.length > 0)
    await tx
      .insertInto('cart_items')
      .values(
        changed.map((line) => ({
          cart_id: own,
          variation_id: line.variation_id,
          quantity: line.quantity,
          unit_price: line.unit_price,
          customisation: line.customisation === null ? null : json(line.customisation),
          customisation_key: line.customisation_key,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['cart_id', 'variation_id', 'customisation_key']).doUpdateSet((eb) => ({
          quantity: eb.ref('excluded.quantity'),
          unit_price: eb.ref('excluded.unit_price'),
        })),
      )
      .execute()
  await fillGaps.all(tx, own, guest)
  await moveAddresses.all(tx, own, guest)
  // one that an order was made of must stay for the order's sake, empty
  await tx.deleteFrom('cart_items').where('cart_id', '=', guest).execute()
  await dropCart.all(tx, guest)
  return { isOfTwo: kept.length > 0 && changed.length > 0, capped }
}

/** Held until the transaction ends, in id order, so that nothing is added to the guest's cart while it moves. */
const cartsToMerge = prepared<{ id: number; customer_id: number | null; coupon_code: string | null }>(
  'carts to merge',
  `select c.id, c.customer_id, c.coupon_code from carts c
  where c.channel_id = $1::integer and c.status = 'open' and c.expires_at > now()
    and (c.customer_id = $2::bigint or (c.customer_id is null and c.session_id = $3::text))
  order by c.id
  for update`,
)

type LineRow = Omit<MergeLine, 'name'> & { cart_id: number; name: string; title: string }

const linesOf = prepared<LineRow>(
  'cart lines to merge',
  `select i.cart_id, i.variation_id, i.customisation_key, i.customisation, i.quantity, i.unit_price,
    p.name, v.title, v.stock, v.tracks_stock, p.min_quantity, p.max_quantity, p.quantity_step,
    v.is_published and p.is_published and price.selling_price is not null as is_buyable
  from cart_items i
  join variations v on v.id = i.variation_id
  join products p on p.id = v.product_id
  left join prices price on price.variation_id = v.id and price.channel_id = $3::integer
  where i.cart_id in ($1::bigint, $2::bigint)
  order by i.id`,
)

const fillGaps = prepared(
  'fill gaps of cart',
  `update carts own set
    phone = coalesce(own.phone, guest.phone),
    email = coalesce(own.email, guest.email),
    is_marketing_opted_in = own.is_marketing_opted_in or guest.is_marketing_opted_in,
    shipping_method = coalesce(own.shipping_method, guest.shipping_method),
    payment_method = coalesce(own.payment_method, guest.payment_method),
    coupon_code = coalesce(own.coupon_code, guest.coupon_code),
    instruction = coalesce(own.instruction, guest.instruction),
    is_billing_same = case
      when exists (select from cart_addresses a where a.cart_id = own.id) then own.is_billing_same
      else guest.is_billing_same
    end,
    expires_at = greatest(own.expires_at, guest.expires_at)
  from carts guest
  where own.id = $1::bigint and guest.id = $2::bigint`,
)

const moveAddresses = prepared(
  'move cart addresses',
  `update cart_addresses a set cart_id = $1::bigint
  where a.cart_id = $2::bigint
    and not exists (select from cart_addresses own where own.cart_id = $1::bigint)`,
)

const dropCart = prepared(
  'drop merged cart',
  `delete from carts c where c.id = $1::bigint and not exists (select from orders o where o.cart_id = c.id)`,
)
