/**
 * SQL: whether order `o` is another order of the shopper of `mine` (a cart or an order), by equal customer,
 * phone or e-mail; unknown values match nothing. Excludes orders of the same cart: an unpaid one leaves the
 * cart open, and releases its coupon when the cart is ordered again.
 */
const isOtherOrder = (mine: string, cartId: string) => `(
    (o.customer_id = ${mine}.customer_id or o.phone = ${mine}.phone or lower(o.email) = lower(${mine}.email))
    and o.cart_id is distinct from ${cartId}
  )`

/** SQL: the coupon with the products, categories and limits of coupon k: its parent, if it is a single-use code. */
const ruleId = 'coalesce(k.parent_id, k.id)'

/** SQL: how often one shopper may use coupon k; null: unlimited. A first-order coupon can be used once. */
export const limitOfShopper = 'least(k.usage_limit_per_customer, case when k.is_first_order_only then 1 end)'

/** SQL: how often the shopper of `mine` has used coupon k, its parent or another code of the parent. */
export const usesOfShopper = (mine: string, cartId: string) => `(
    select count(*)
    from coupon_uses used
    join orders o on o.id = used.order_id
    join coupons family on family.id = used.coupon_id
    where coalesce(family.parent_id, family.id) = ${ruleId} and ${isOtherOrder(mine, cartId)}
  )`

/**
 * SQL: always true. Locks the parent of the single-use code `of`, so that a shopper's concurrent uses of two codes
 * count as two.
 */
export const locksParent = (of: string) => `(
      ${of}.parent_id is null or exists (select from coupons p where p.id = ${of}.parent_id for no key update)
    )`

/** SQL: whether the shopper of `mine` has ordered before. Cancelled and unpaid orders do not count. */
export const hasOrdered = (mine: string, cartId: string) => `exists (
    select from orders o
    where ${isOtherOrder(mine, cartId)} and o.status not in ('pending_payment', 'payment_failed', 'cancelled')
  )`

/**
 * SQL: whether coupon k is used up for cart c. A use held by the cart's own unpaid order is available to it; it is looked up only for
 * a coupon at its limit, whose uses may be many.
 */
const isUsedUp = `k.usage_limit is not null and k.used_count >= k.usage_limit and k.used_count >= k.usage_limit + (
    select count(*) from coupon_uses used join orders o on o.id = used.order_id
    where used.coupon_id = k.id and o.cart_id = c.id and o.status = 'pending_payment'
  )`

/** SQL: the lines of cart c that coupon k is for, as JSON; null for all of them. */
const itemsInScope = `case when not k.is_for_everything then (
    select coalesce(json_agg(i.id), '[]')
    from cart_items i
    join variations v on v.id = i.variation_id
    join products p on p.id = v.product_id
    left join categories own on own.id = p.category_id
    where i.cart_id = c.id and (
      exists (select from coupon_products named where named.coupon_id = ${ruleId} and named.product_id = p.id)
      or exists (
        select from coupon_categories named join categories above on above.id = named.category_id
        where named.coupon_id = ${ruleId} and (own.path = above.path or starts_with(own.path, above.path || '/'))
      )
    )
  ) end`

/** SQL: coupon k for cart c: a `CouponRow` as JSON. */
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
