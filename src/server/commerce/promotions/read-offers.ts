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
import type { CartOffers } from './cart-offers.ts'
import { isCurrent, type PromotionFacts } from './promotion-sql.ts'

type Known = {
  promotions: readonly Promotion[]
  /** Segments of customers that they are for. */
  segments: readonly number[]
}

/** The active promotions of a channel by version, which is another one after each change in any process. */
const known = new Map<string, Promise<Known>>()
const MOST_KNOWN = 50

/** As its statement reads them with the cart: null for a channel without current promotions. */
type Offered = {
  /** Of the promotions of its channel. */
  offers_version: string | null
  promotion_facts: PromotionFacts | null
  customer_id: number | null
  coupon_code: string | null
}

/** The promotions of a cart's channel with what they need to know of the cart; null where the shop has none. */
export async function readOffers(db: Db | Tx, row: Offered, channel: Channel): Promise<CartOffers | null> {
  const { offers_version, promotion_facts: facts } = row
  if (offers_version === null || facts === null) return null
  const { promotions, segments } = await activePromotions(db, channel, offers_version)
  if (promotions.length === 0) return null
  const isIn =
    row.customer_id === null || segments.length === 0
      ? []
      : await segmentsOfCustomer(db, row.customer_id, { ids: segments, timeZone: timeZoneOf(channel.locale) })
  return {
    promotions,
    keys: new Map(facts.goods.map(({ variation_id, keys }) => [variation_id, keys])),
    context: {
      now: Date.parse(facts.now),
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
  }
}

type ActivePromotion = StoredPromotion & { starts_at: Date }

const promotionsOfChannel = prepared<ActivePromotion>(
  'promotions of channel',
  `select m.id, m.name, m.code, m.priority, m.starts_at, m.ends_at, m.rules
  from promotions m
  where m.channel_id = $1::integer and ${isCurrent}
  order by m.id`,
)
