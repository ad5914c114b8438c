import { PromotionRules } from '#contract/admin/marketing/promotions.ts'
import type { Promotion } from '#contract/rules/promotions/promotion.ts'
import {
  keyOfPromotion,
  keysOfCustomers,
  type StoredPromotion,
  toPromotion,
} from '#contract/rules/promotions/to-promotion.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { segmentsOfCustomer } from '../buyers/customer-rules.ts'
import { hasOrdered } from '../coupons/model/coupon-sql.ts'
import type { CartOffers } from './cart-offers.ts'
import { isLimited, keysOfGoods, usesOfPromotion } from './promotion-sql.ts'

type Known = {
  promotions: readonly Promotion[]
  limited: readonly number[]
  /** Segments of customers that they are for. */
  segments: readonly number[]
}

/** The active promotions of a channel by version, which is another one after each change in any process. */
const known = new Map<string, Promise<Known>>()
const MOST_KNOWN = 50

/** `offers_version`: of the promotions of its channel; null for one that never had any. */
type Offered = {
  id: number
  offers_version: string | null
  customer_id: number | null
  coupon_code: string | null
}

/** The promotions of a cart's channel with what they need to know of the cart; null where the shop has none. */
export async function readOffers(db: Db | Tx, row: Offered, channel: Channel): Promise<CartOffers | null> {
  if (row.offers_version === null) return null
  const { promotions, limited, segments } = await activePromotions(db, channel, row.offers_version)
  if (promotions.length === 0) return null
  const timeZone = timeZoneOf(channel.locale)
  const facts = await factsOfCart.first(db, row.id, [...limited], timeZone, channel.country_id)
  if (!facts) throw new Error(`Cart ${row.id} is gone`)
  const isIn =
    row.customer_id === null || segments.length === 0
      ? []
      : await segmentsOfCustomer(db, row.customer_id, { ids: segments, timeZone })
  return {
    promotions,
    keys: new Map(facts.goods.map(({ variation_id, keys }) => [variation_id, keys])),
    context: {
      now: facts.now.getTime(),
      weekday: facts.weekday,
      is_signed_in: row.customer_id !== null,
      has_ordered: facts.has_ordered,
      customer_in: keysOfCustomers({ groups: facts.groups, segments: isIn }),
      country: facts.country,
      payment_method: null,
      codes: row.coupon_code === null ? [] : [row.coupon_code],
      limits: new Map(
        facts.limits.map(({ id, is_used_up, budget_left }) => [
          keyOfPromotion(id),
          { is_used_up, budget_left },
        ]),
      ),
    },
  }
}

function activePromotions(db: Db | Tx, { id }: Pick<Channel, 'id'>, version: string): Promise<Known> {
  const found = known.get(version)
  if (found) return found
  const loading = loadPromotions(db, id)
  known.set(version, loading)
  loading.catch(() => known.delete(version))
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break
    known.delete(oldest)
  }
  return loading
}

/** The active promotions of a channel, by id. */
export async function loadPromotions(db: Db | Tx, channelId: number): Promise<Known> {
  const rows = await promotionsOfChannel.all(db, channelId)
  const parsed = rows.map((row) => ({ ...row, rules: PromotionRules.parse(row.rules) }))
  return {
    promotions: parsed.map(toPromotion),
    segments: [...new Set(parsed.flatMap(({ rules }) => rules.shoppers.segments))],
    limited: rows.filter(({ is_limited }) => is_limited).map(({ id }) => id),
  }
}

type ActivePromotion = StoredPromotion & { starts_at: Date; is_limited: boolean }

const promotionsOfChannel = prepared<ActivePromotion>(
  'promotions of channel',
  `select m.id, m.name, m.code, m.priority, m.starts_at, m.ends_at, m.rules, ${isLimited} as is_limited
  from promotions m
  where m.channel_id = $1::integer and m.is_active and (m.ends_at is null or m.ends_at > now())
  order by m.id`,
)

type Facts = {
  now: Date
  weekday: number
  has_ordered: boolean
  groups: number[]
  country: string | null
  goods: { variation_id: number; keys: string[] }[]
  limits: { id: number; is_used_up: boolean; budget_left: number | null }[]
}

/** A use that the cart's own unpaid order holds is available to it. */
const factsOfCart = prepared<Facts>(
  'facts of cart for promotions',
  `select now() as now, extract(isodow from now() at time zone $3::text)::integer as weekday,
    ${hasOrdered('c', 'c.id')} as has_ordered,
    array(select g.group_id from customer_group_members g where g.customer_id = c.customer_id)::bigint[] as groups,
    coalesce(
      (select k.code from cart_addresses a join countries k on k.id = a.country_id where a.cart_id = c.id and a.address_type = 'Shipping'),
      (select k.code from countries k where k.id = $4::integer)
    ) as country,
    coalesce((
      select json_agg(json_build_object('variation_id', goods.id, 'keys', goods.keys)) from (
        select v.id, array_remove(${keysOfGoods}, null) as keys
        from variations v join products p on p.id = v.product_id
        where v.id in (select i.variation_id from cart_items i where i.cart_id = c.id)
      ) goods
    ), '[]') as goods,
    coalesce((
      select json_agg(json_build_object('id', m.id,
        'is_used_up', m.used_count - coalesce(own.uses, 0) >= m.usage_limit
          or ${usesOfPromotion('c', 'c.id')} >= m.usage_limit_per_customer
          or m.usage_limit_per_day <= (
            select count(*) from promotion_uses u join orders o on o.id = u.order_id
            where u.promotion_id = m.id and u.created_at >= date_trunc('day', now() at time zone $3::text) at time zone $3::text
              and o.cart_id is distinct from c.id
          ),
        'budget_left', m.budget - m.spent + coalesce(own.amount, 0)))
      from promotions m left join lateral (
        select count(*) as uses, sum(u.amount) as amount from promotion_uses u join orders o on o.id = u.order_id
        where u.promotion_id = m.id and o.cart_id = c.id and o.status = 'pending_payment'
      ) own on true
      where m.id = any($2::integer[])
    ), '[]') as limits
  from carts c where c.id = $1::bigint`,
)
