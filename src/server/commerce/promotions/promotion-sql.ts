import { hasOrdered } from '../coupons/model/coupon-sql.ts'

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

/** SQL: promotion m counts, or will: it is switched on and has not ended. */
export const isCurrent = 'm.is_active and (m.ends_at is null or m.ends_at > now())'

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

/** What promotions need to know of a cart; times as text. */
export type PromotionFacts = {
  now: string
  /** 1 is Monday. */
  weekday: number
  has_ordered: boolean
  groups: number[]
  country: string | null
  goods: { variation_id: number; keys: string[] }[]
  limits: { id: number; is_used_up: boolean; budget_left: number | null }[]
}

/**
 * SQL: `PromotionFacts` of cart c as JSON; null where its channel has no current promotion. A use that the cart's own unpaid order holds is
 * available to it. Limits are found by the channel and not by a list of ids: PostgreSQL plans a statement with a list at each execution.
 */
export const factsOfCart = ({ $country, $timeZone }: { $country: string; $timeZone: string }) => `case
    when exists (select from promotions m where m.channel_id = c.channel_id and ${isCurrent})
    then json_build_object(
      'now', now(),
      'weekday', extract(isodow from now() at time zone ${$timeZone}::text)::integer,
      'has_ordered', ${hasOrdered('c', 'c.id')},
      'groups', array(select g.group_id from customer_group_members g where g.customer_id = c.customer_id),
      'country', coalesce(
        (select k.code from cart_addresses a join countries k on k.id = a.country_id where a.cart_id = c.id and a.address_type = 'Shipping'),
        (select k.code from countries k where k.id = ${$country}::integer)
      ),
      'goods', coalesce((
        select json_agg(json_build_object('variation_id', v.id, 'keys', array_remove(${keysOfGoods}, null)))
        from variations v join products p on p.id = v.product_id
        where v.id in (select i.variation_id from cart_items i where i.cart_id = c.id)
      ), '[]'),
      'limits', coalesce((
        select json_agg(json_build_object('id', m.id,
          'is_used_up', m.used_count - coalesce(own.uses, 0) >= m.usage_limit
            or ${usesOfPromotion('c', 'c.id')} >= m.usage_limit_per_customer
            or m.usage_limit_per_day <= (
              select count(*) from promotion_uses u join orders o on o.id = u.order_id
              where u.promotion_id = m.id and u.created_at >= date_trunc('day', now() at time zone ${$timeZone}::text) at time zone ${$timeZone}::text
                and o.cart_id is distinct from c.id
            ),
          'budget_left', m.budget - m.spent + coalesce(own.amount, 0)))
        from promotions m left join lateral (
          select count(*) as uses, sum(u.amount) as amount from promotion_uses u join orders o on o.id = u.order_id
          where u.promotion_id = m.id and o.cart_id = c.id and o.status = 'pending_payment'
        ) own on true
        where m.channel_id = c.channel_id and ${isCurrent} and ${isLimited}
      ), '[]')
    )
  end`
