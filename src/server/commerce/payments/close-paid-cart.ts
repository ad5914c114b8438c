import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'

/**
 * Closes the cart of an order that has just been paid. If the shopper has changed the cart since, only the
 * ordered items but gifts leave it and the rest stays open as a later version of the cart. ADR 0034. The cart must be
 * locked (`lockOrder`).
 */
export async function closePaidCart(
  tx: Tx,
  { id, cart_id, cart_version }: { id: number; cart_id: number | null; cart_version: number },
) {
  if (cart_id === null) return
  if (await closeUnchangedCart.first(tx, cart_id, cart_version)) return
  await removeOrderedLines.all(tx, cart_id, id)
  await closeEmptyOrReopen.all(tx, cart_id)
}

const closeUnchangedCart = prepared<{ id: number }>(
  'end unchanged cart',
  `update carts set status = 'ordered', unpaid_order_id = null, updated_at = now()
  where id = $1::bigint and status = 'open' and version = $2::integer
  returning id`,
)

const removeOrderedLines = prepared(
  'take ordered lines out of cart',
  `with ordered as (
    select variation_id, coalesce(customisation, 'null') as customisation, sum(quantity)::integer as quantity
    from order_items where order_id = $2::bigint and not coalesce(adjustments @> '[{"is_gift": true}]', false) group by 1, 2
  ),
  gone as (
    delete from cart_items i using ordered o
    where i.cart_id = $1::bigint and i.variation_id = o.variation_id
      and coalesce(i.customisation, 'null') = o.customisation and i.quantity <= o.quantity
  )
  update cart_items i set quantity = i.quantity - o.quantity from ordered o
  where i.cart_id = $1::bigint and i.variation_id = o.variation_id
    and coalesce(i.customisation, 'null') = o.customisation and i.quantity > o.quantity`,
)

/** The coupon was used by the order. */
const closeEmptyOrReopen = prepared(
  'end empty cart or go on',
  `update carts c set version = version + 1, unpaid_order_id = null, coupon_code = null, updated_at = now(),
    status = case when exists (select from cart_items i where i.cart_id = c.id) then 'open' else 'ordered' end
  where c.id = $1::bigint and c.status = 'open'`,
)
