/**
 * SQL: is order `o` another one of the shopper of `mine` (a cart or an order)? Customer, phone or e-mail is the same; what is
 * not known is nobody's. Orders of the very cart are not meant: one that waits for its payment leaves the cart open, and what
 * it holds is given back when the cart is ordered anew.
 */
const isOtherOrder = (mine: string, cartId: string) => `(
    (o.customer_id = ${mine}.customer_id or o.phone = ${mine}.phone or lower(o.email) = lower(${mine}.email))
    and o.cart_id is distinct from ${cartId}
  )`

/** SQL: how often one shopper may use coupon k; null: as often as they like. There is only one first order. */
export const limitOfShopper = 'least(k.usage_limit_per_customer, case when k.is_first_order_only then 1 end)'

/** SQL: how often the shopper of `mine` has used coupon k. */
export const usesOfShopper = (mine: string, cartId: string) => `(
    select count(*) from coupon_uses used join orders o on o.id = used.order_id
    where used.coupon_id = k.id and ${isOtherOrder(mine, cartId)}
  )`

/** SQL: has the shopper of `mine` ordered before? What came to nothing, or may yet, does not count. */
export const hasOrdered = (mine: string, cartId: string) => `exists (
    select from orders o
    where ${isOtherOrder(mine, cartId)} and o.status not in ('pending_payment', 'payment_failed', 'cancelled')
  )`

/** SQL: is coupon k used up for cart c? The use that an unpaid order of the cart holds is still there for it. */
const isUsedUp = `k.usage_limit is not null and k.used_count >= k.usage_limit + (
    select count(*) from coupon_uses used join orders o on o.id = used.order_id
    where used.coupon_id = k.id and o.cart_id = c.id
  )`

/** SQL: which lines of cart c coupon k is for, as JSON; null for all of them. */
const itemsInScope = `case when not k.is_for_everything then (
    select coalesce(json_agg(i.id), '[]')
    from cart_items i
    join variations v on v.id = i.variation_id
    join products p on p.id = v.product_id
    left join categories own on own.id = p.category_id
    where i.cart_id = c.id and (
      exists (select from coupon_products named where named.coupon_id = k.id and named.product_id = p.id)
      or exists (
        select from coupon_categories named join categories above on above.id = named.category_id
        where named.coupon_id = k.id and (own.path = above.path or starts_with(own.path, above.path || '/'))
      )
    )
  ) end`

/** SQL: coupon k as cart c sees it: a `CouponRow` as JSON. */
export const couponOfCart = `json_build_object(
  'id', k.id, 'code', k.code, 'title', k.title, 'type', k.type, 'value', k.value, 'max_discount', k.max_discount,
  'min_order', k.min_order, 'is_first_order_only', k.is_first_order_only, 'is_for_everything', k.is_for_everything,
  'is_active', k.is_active, 'is_started', k.starts_at <= now(), 'is_ended', k.ends_at < now(), 'ends_at', k.ends_at,
  'is_used_up', ${isUsedUp},
  'limit_of_shopper', ${limitOfShopper},
  'uses_of_shopper', case when ${limitOfShopper} is null then 0 else ${usesOfShopper('c', 'c.id')} end,
  'has_ordered', k.is_first_order_only and ${hasOrdered('c', 'c.id')},
  'item_ids', ${itemsInScope}
)`
