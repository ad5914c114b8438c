import { type NamedDiscount, namedDiscounts, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import { idOfPromotion } from '#contract/rules/promotions/to-promotion.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { isLimited, usesOfPromotion } from './promotion-sql.ts'

/**
 * Records that an order has these promotions: what each takes off in all. Those with a limit are counted by a conditional update, which
 * locks them until the transaction ends, by id and after all stock. Security §16.
 * @returns the name of one that has no use or budget left; the transaction must be rolled back then.
 */
export async function takePromotions(
  tx: Tx,
  orderId: number,
  discounts: readonly NamedDiscount[],
  timeZone: string,
): Promise<string | undefined> {
  const taken = sumByName(discounts)
    .flatMap(({ key, name, amount }) => {
      const id = idOfPromotion(key)
      return id === undefined ? [] : [{ id, name, amount }]
    })
    .sort((a, b) => a.id - b.id)
  for (const { id, name, amount } of taken) {
    await count.all(tx, id, amount)
    if (!(await write.first(tx, orderId, id, amount, timeZone))) return name
  }
  return undefined
}

/** Counts above a limit violate a constraint of no table, so that `write` decides: both see the locked row. */
const count = prepared(
  'count promotion',
  `update promotions m set used_count = m.used_count + 1, spent = m.spent + $2::bigint
  where m.id = $1::integer and ${isLimited}`,
)

const write = prepared<{ order_id: number }>(
  'write promotion use',
  `insert into promotion_uses (order_id, promotion_id, amount)
  select mine.id, m.id, $3::bigint from orders mine, promotions m
  where mine.id = $1::bigint and m.id = $2::integer
    and (m.usage_limit is null or m.used_count <= m.usage_limit)
    and (m.budget is null or m.spent <= m.budget)
    and (m.usage_limit_per_customer is null or ${usesOfPromotion('mine', 'mine.cart_id')} < m.usage_limit_per_customer)
    and (m.usage_limit_per_day is null or m.usage_limit_per_day > (
      select count(*) from promotion_uses u
      where u.promotion_id = m.id and u.created_at >= date_trunc('day', now() at time zone $4::text) at time zone $4::text
    ))
  returning order_id`,
)

/** Releases what an order holds of promotions. A second call changes nothing. */
export async function releasePromotions(tx: Tx, orderId: number) {
  await lock.all(tx, orderId)
  await release.all(tx, orderId)
}

const lock = prepared(
  'lock promotions of order',
  `select m.id from promotions m where m.id in (select u.promotion_id from promotion_uses u where u.order_id = $1::bigint)
    and ${isLimited} order by m.id for no key update`,
)

// An order that was placed while its promotion got its first limit was not counted.
const release = prepared(
  'release promotions of order',
  `with dropped as (delete from promotion_uses where order_id = $1::bigint returning promotion_id, amount)
  update promotions m set used_count = greatest(m.used_count - 1, 0), spent = greatest(m.spent - dropped.amount, 0)
  from dropped where m.id = dropped.promotion_id and ${isLimited}`,
)

/**
 * Takes the promotions of an order again whose hold had ended.
 * @returns as `takePromotions`
 */
export async function takePromotionsAgain(tx: Tx, orderId: number): Promise<string | undefined> {
  const order = await frozen.first(tx, orderId)
  if (!order) return undefined
  const { lines, delivery, locale } = order
  const discounts = [
    ...(delivery ?? []),
    ...lines.flatMap((line) => namedDiscounts(line.discount, line.adjustments)),
  ]
  return takePromotions(tx, orderId, discounts, timeZoneOf(locale))
}

type Frozen = {
  lines: { discount: number; adjustments: NamedDiscount[] }[]
  delivery: NamedDiscount[] | null
  locale: string
}

const frozen = prepared<Frozen>(
  'promotions as ordered',
  `select coalesce((
      select json_agg(json_build_object('discount', i.discount, 'adjustments', i.adjustments) order by i.id) from order_items i
      where i.order_id = o.id and i.adjustments is not null and i.status <> 'cancelled'
    ), '[]') as lines, o.delivery_adjustments as delivery, c.locale
  from orders o join channels c on c.id = o.channel_id where o.id = $1::bigint`,
)
