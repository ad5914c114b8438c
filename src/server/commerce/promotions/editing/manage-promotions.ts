import { sql } from 'kysely'
import {
  type PromotionRow,
  PromotionRules,
  type PromotionState,
  type PromotionValues,
} from '#contract/admin/marketing/promotions.ts'
import { formatMoney, money } from '#contract/money.ts'
import { describePromotion } from '#contract/rules/promotions/describe-promotion.ts'
import { couponInUse } from '#server/commerce/coupons/model/refusals.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireChannelId, requireSameChannel } from '#server/shop/channels/channel-of-record.ts'

type Query = ListQuery<'id' | 'name' | 'ends_at'> & { state?: PromotionState | undefined }

const stateOfPromotion = sql<PromotionState>`case
  when not promotions.is_active then 'off'
  when promotions.ends_at < now() then 'ended'
  when promotions.used_count >= promotions.usage_limit or promotions.spent >= promotions.budget then 'used_up'
  when promotions.starts_at > now() then 'scheduled'
  else 'active' end`

const ofOrders = (what: string) =>
  sql<number>`(select ${sql.raw(what)} from promotion_uses u join orders o on o.id = u.order_id where u.promotion_id = promotions.id)`

/** Promotions with what they have done: live orders, what they gave, and the totals of these orders. */
export async function listPromotions(db: Db, query: Query): Promise<{ rows: PromotionRow[]; total: number }> {
  const { q, state, sort } = query
  const { rows, total } = await listPage(
    db
      .selectFrom('promotions')
      .$if(Boolean(q), (found) =>
        found.where((eb) =>
          eb.or([eb('name', 'ilike', containing(q ?? '')), eb('code', 'ilike', containing(q ?? ''))]),
        ),
      )
      .$if(state !== undefined, (found) => found.where(stateOfPromotion, '=', state ?? 'off')),
    query,
    {
      column: `promotions.${sort}`,
      id: 'promotions.id',
      select: (found) =>
        found.select([
          'promotions.id',
          'name',
          'code',
          'rules',
          'starts_at',
          'ends_at',
          stateOfPromotion.as('state'),
          ofOrders('count(*)::integer').as('orders'),
          ofOrders('coalesce(sum(u.amount), 0)::bigint').as('discount'),
          ofOrders('coalesce(sum(o.grand_total), 0)::bigint').as('revenue'),
          sql<string>`(select currency from channels where channels.id = promotions.channel_id)`.as(
            'currency',
          ),
          sql<string>`(select locale from channels where channels.id = promotions.channel_id)`.as('locale'),
        ]),
    },
  )
  return {
    total,
    rows: rows.map(({ rules, locale, starts_at, ends_at, ...row }) => ({
      ...row,
      summary: describePromotion(PromotionRules.parse(rules), (minor) =>
        formatMoney(money(minor, row.currency), locale),
      ),
      starts_at: starts_at.toISOString(),
      ends_at: ends_at?.toISOString() ?? null,
    })),
  }
}

export async function readPromotionValues(db: Db | Tx, id: number): Promise<PromotionValues | undefined> {
  const row = await db
    .selectFrom('promotions')
    .select([
      ...(['name', 'code', 'priority', 'rules', 'usage_limit', 'usage_limit_per_customer'] as const),
      ...(['usage_limit_per_day', 'budget', 'starts_at', 'ends_at', 'is_active'] as const),
      sql<string>`(select code from channels where channels.id = promotions.channel_id)`.as('channel'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { rules, code, starts_at, ends_at, ...values } = row
  return {
    ...values,
    ...PromotionRules.parse(rules),
    code: code ?? '',
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
  }
}

/** @throws 422 for a code that is taken, times out of order, or nothing that it is for. */
export async function createPromotion(tx: Tx, values: PromotionValues): Promise<number> {
  const channel_id = await requireChannelId(tx, values.channel)
  await requireValid(tx, values, { id: 0, channelId: channel_id })
  const { id } = await tx
    .insertInto('promotions')
    .values({ channel_id, ...rowOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChanged(tx, channel_id, [values.badge])
  return id
}

/** What it has been used is counted again: a promotion without a limit is not counted. @throws as `createPromotion` */
export async function updatePromotion(
  tx: Tx,
  id: number,
  values: PromotionValues,
  before: Pick<PromotionValues, 'badge'>,
) {
  // Locked: an order may take a use at the same time.
  const { channel_id } = await tx
    .selectFrom('promotions')
    .select('channel_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await requireSameChannel(tx, values.channel, channel_id)
  await requireValid(tx, values, { id, channelId: channel_id })
  await tx
    .updateTable('promotions')
    .set({
      ...rowOf(values),
      used_count: ofOrders('count(*)::integer'),
      spent: ofOrders('coalesce(sum(u.amount), 0)::bigint'),
    })
    .where('id', '=', id)
    .execute()
  await noteChanged(tx, channel_id, [before.badge, values.badge])
}

/** @throws 409 IN_USE where orders have it: it can be switched off. */
export async function removePromotion(tx: Tx, id: number, { name, badge }: PromotionValues) {
  const { channel_id } = await tx
    .selectFrom('promotions')
    .select('channel_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const orders = await tx
    .selectFrom('promotion_uses')
    .innerJoin('orders', 'orders.id', 'promotion_uses.order_id')
    .select(['order_no', sql<number>`count(*) over ()::integer`.as('count')])
    .where('promotion_id', '=', id)
    .orderBy('order_id', 'desc')
    .limit(5)
    .execute()
  const [first] = orders
  if (first) throw couponInUse(name, { count: first.count, names: orders.map(({ order_no }) => order_no) })
  await tx.deleteFrom('promotions').where('id', '=', id).execute()
  await noteChanged(tx, channel_id, [badge])
}

async function requireValid(
  tx: Tx,
  values: PromotionValues,
  { id, channelId }: { id: number; channelId: number },
) {
  const { code, starts_at, ends_at, goods, effect } = values
  const errors: Record<string, string[]> = {}
  if (code !== '' && (await findCode(tx, channelId, code, id)))
    errors['values.code'] = ['Another coupon or promotion has this code']
  if (ends_at !== null && new Date(ends_at) <= (starts_at === null ? new Date(0) : new Date(starts_at)))
    errors['values.ends_at'] = ['Please choose a time after the start']
  if (!hasGoods(goods)) errors['values.goods.products'] = ['Please choose goods, or make it for all goods']
  if (effect.type === 'buy_get_other' && !hasGoods(effect.other))
    errors['values.effect.other.products'] = ['Please choose goods, or make it for all goods']
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const hasGoods = ({
  is_for_everything,
  sale: _,
  except_products: __,
  except_categories: ___,
  ...chosen
}: PromotionValues['goods']) => is_for_everything || Object.values(chosen).some((ids) => ids.length > 0)

/** Codes of coupons and promotions are one name space: a cart has one. */
const findCode = (tx: Tx, channelId: number, code: string, id: number) =>
  tx
    .selectFrom('promotions')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('code', '=', code)
    .where('id', '<>', id)
    .unionAll(
      tx.selectFrom('coupons').select('id').where('channel_id', '=', channelId).where('code', '=', code),
    )
    .executeTakeFirst()

function rowOf({ name, code, priority, usage_limit, usage_limit_per_customer, ...values }: PromotionValues) {
  const { usage_limit_per_day, budget, starts_at, ends_at, is_active } = values
  return {
    ...{ name, priority, usage_limit, usage_limit_per_customer, usage_limit_per_day, budget, is_active },
    code: code === '' ? null : code,
    rules: json(PromotionRules.parse(rulesOf(values))),
    starts_at: starts_at === null ? new Date() : new Date(starts_at),
    ends_at: ends_at === null ? null : new Date(ends_at),
  }
}

const rulesOf = ({
  effect,
  goods,
  minimum,
  shoppers,
  combines_with,
  on_return,
  badge,
}: PromotionRules): PromotionRules => ({
  ...{ effect, goods, minimum, shoppers, combines_with, on_return, badge },
})

/** Carts read the promotions of the channel again, and pages what they were and are called on cards. */
async function noteChanged(tx: Tx, channel_id: number, badges: readonly string[]) {
  await sql`insert into promotion_versions (channel_id) values (${channel_id})
    on conflict (channel_id) do update set version = gen_random_uuid()`.execute(tx)
  if (badges.some((badge) => badge !== '')) await noteChange(tx, ['listing', 'storefront'])
}
