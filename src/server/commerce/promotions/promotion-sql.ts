/**
 * SQL: how often the shopper of `mine` (a cart or an order) has used promotion m, by equal customer, phone or e-mail. Orders of the same
 * cart do not count: an unpaid one releases its use when the cart is ordered again.
 */
export const usesOfPromotion = (mine: string, cartId: string) => `(
    select count(*) from promotion_uses u join orders o on o.id = u.order_id
    where u.promotion_id = m.id and o.cart_id is distinct from ${cartId}
      and (o.customer_id = ${mine}.customer_id or o.phone = ${mine}.phone or lower(o.email) = lower(${mine}.email))
  )`

/** SQL: whether uses of promotion m are counted. */
export const isLimited =
  '(m.usage_limit is not null or m.budget is not null or m.usage_limit_per_customer is not null or m.usage_limit_per_day is not null)'

/** SQL: keys of a kind, of the rows of a select with a column `id`. */
const keysOf = (kind: string, select: string) =>
  `array(select '${kind}:' || found.id from (${select}) as found(id))`

/** SQL: what variation v of product p is, as keys of `OfferLine`. */
export const keysOfGoods = `array['product:' || p.id, 'variation:' || v.id, 'brand:' || p.brand_id]
  || ${keysOf('category', `select above.id from categories own join categories above on own.path = above.path or starts_with(own.path, above.path || '/') where own.id = p.category_id`)}
  || ${keysOf('collection', 'select c.collection_id from collection_products c where c.product_id = p.id')}
  || ${keysOf('label', 'select l.label_id from product_labels l where l.product_id = p.id')}
  || ${keysOf('tag', 'select t.tag_id from product_tags t where t.product_id = p.id')}
  || ${keysOf('value', 'select a.value_id from product_attributes a where a.product_id = p.id union select o.value_id from variation_options o where o.variation_id = v.id')}`
