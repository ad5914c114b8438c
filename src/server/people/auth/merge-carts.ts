import type { Cart } from '#contract/cart.ts'
import { variationName } from '#server/catalog/products/to-card.ts'
import { type Capped, type MergeLine, mergeLines, putLines } from '#server/commerce/cart/merge-lines.ts'
import { dropExpiredCart } from '#server/commerce/cart/store/touch-cart.ts'
import { readChangedCart } from '#server/commerce/cart/store/write-cart.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartOwner, Tx } from '#server/platform/kernel/context.ts'
import { newToken } from '#server/platform/sessions/session-token.ts'

export type MergedCart = {
  /** The customer's cart after the merge; null when neither cart exists. */
  cart: Cart | null
  /** The cart now holds items of both carts. */
  isOfTwo: boolean
  capped: Capped[]
}

/** The customer's cart after the merge and the former guest cart; equal when only the guest had a cart. */
export type CartIds = { cart_id: number | null; guest_cart_id: number | null }

/**
 * Gives the guest's cart to the customer: unchanged when the customer has none, otherwise its items are added
 * (`mergeLines`) and the guest's cart is deleted. Address, contact, methods and coupon of the customer's cart
 * win, the guest's fill gaps; the remaining cart gets a new session id. `onMerged` is called before an emptied
 * guest's cart is deleted. Decisions §3 (cart merge on login), security §9.
 */
export async function mergeCarts(
  tx: Tx,
  channel: Channel,
  customerId: number,
  guest: CartOwner,
  onMerged: (carts: CartIds) => Promise<void> = async () => {},
): Promise<MergedCart> {
  await dropExpiredCart(tx, { channel, owner: { ...guest, customerId } })
  const carts = await cartsToMerge.all(tx, channel.id, customerId, guest.sessionId)
  const own = carts.find(({ customer_id }) => customer_id !== null)
  const other = carts.find(({ customer_id }) => customer_id === null)
  const survivor = own ?? other
  const cartIds = { cart_id: survivor?.id ?? null, guest_cart_id: other?.id ?? null }
  if (!survivor) {
    await onMerged(cartIds)
    return { cart: null, isOfTwo: false, capped: [] }
  }

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
  await takeOwnPrices.all(tx, survivor.id)
  await onMerged(cartIds)
  if (own && other) await dropCart.all(tx, other.id)
  const spare = own ? (other?.coupon_code ?? null) : null
  return { cart: await readWithCoupon(tx, channel, survivor.id, spare), ...moved }
}

/** Keeps the customer's coupon while it applies to the merged cart, otherwise tries the guest's. */
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
  const retained = named.filter(({ cart_id }) => cart_id === own)
  const { changed, capped } = mergeLines(
    retained,
    named.filter(({ cart_id }) => cart_id === guest),
  )
  await putLines(tx, own, changed)
  await fillGaps.all(tx, own, guest)
  await moveAddresses.all(tx, own, guest)
  await moveValues.all(tx, own, guest)
  await tx.deleteFrom('cart_items').where('cart_id', '=', guest).execute()
  return { isOfTwo: retained.length > 0 && changed.length > 0, capped }
}

/**
 * Locked until the transaction ends, in id order, so that nothing is added to the guest's cart during the
 * merge.
 */
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

/** A guest has seen the prices for everyone. Those of the customer's groups are no change to be accepted. */
const takeOwnPrices = prepared(
  'prices of customer in merged cart',
  `update cart_items i set unit_price = price.selling_price
  from cart_item_prices price, carts c, shown_prices shown,
    lateral effective_price(shown.selling_price, shown.variation_id, c.channel_id, null, (
      select sum(o.quantity)::integer from cart_items o where o.cart_id = c.id and o.variation_id = shown.variation_id), now()) for_everyone
  where i.cart_id = $1::bigint and price.id = i.id and c.id = i.cart_id
    and shown.variation_id = i.variation_id and shown.channel_id = c.channel_id
    and i.unit_price = for_everyone.price and price.selling_price < i.unit_price`,
)

const moveValues = prepared(
  'move values to cart',
  `insert into cart_values (cart_id, account_id, added_at)
  select $1::bigint, v.account_id, v.added_at from cart_values v where v.cart_id = $2::bigint
  on conflict do nothing`,
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

/** A cart that became an order stays, empty, because the order references it. */
const dropCart = prepared(
  'drop merged cart',
  `delete from carts c where c.id = $1::bigint and not exists (select from orders o where o.cart_id = c.id)`,
)
