import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'

/**
 * Ends the cart of an order that has just been paid. If the shopper has changed the cart since the order was made, only what was
 * ordered leaves it and the rest stays open, as a later state of the cart. ADR 0008. The cart must be held (`lockOrder`).
 */
export async function closePaidCart(
  tx: Tx,
  { id, cart_id, cart_version }: { id: number; cart_id: number | null; cart_version: number },
) {
  if (cart_id === null) return
  if (await endUnchanged.first(tx, cart_id, cart_version)) return
  await takeOut.all(tx, cart_id, id)
  await endEmptyOrGoOn.all(tx, cart_id)
}

const endUnchanged = prepared<{ id: number }>(
  'end unchanged cart',
  `update carts set status = 'ordered', unpaid_order_id = null, updated_at = now()
  where id = $1::bigint and status = 'open' and version = $2::integer
  returning id`,
)

const takeOut = prepared(
  'take ordered lines out of cart',
  `with ordered as (
    select variation_id, coalesce(customisation, 'null') as customisation, sum(quantity)::integer as quantity
    from order_items where order_id = $2::bigint group by 1, 2
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

/** The coupon went with the order. */
const endEmptyOrGoOn = prepared(
  'end empty cart or go on',
  `update carts c set version = version + 1, unpaid_order_id = null, coupon_code = null, updated_at = now(),
    status = case when exists (select from cart_items i where i.cart_id = c.id) then 'open' else 'ordered' end
  where c.id = $1::bigint and c.status = 'open'`,
)
