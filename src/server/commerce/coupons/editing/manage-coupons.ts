import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CouponRow, CouponState, CouponValues } from '#contract/admin/marketing/coupons.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireChannelId, requireSameChannel } from '#server/shop/channels/channel-of-record.ts'
import { couponInUse } from '../model/refusals.ts'

type Query = ListQuery<'id' | 'code' | 'used_count' | 'ends_at'> & {
  state?: CouponState | undefined
  parent_id?: number | undefined
}

const stateOfCoupon = sql<CouponState>`case
  when not coupons.is_active then 'off'
  when coupons.ends_at < now() then 'ended'
  when coupons.used_count >= coupons.usage_limit then 'used_up'
  when coupons.starts_at > now() then 'scheduled'
  else 'active' end`

/** What a single-use code has in common with its parent, besides products and categories. */
export const rules = [
  'title',
  'type',
  'value',
  'max_discount',
  'min_order',
  'is_first_order_only',
  'usage_limit_per_customer',
  'is_for_everything',
  'starts_at',
  'ends_at',
] as const

/** Single-use codes are found by a search or by their parent, and left out otherwise. */
export async function listCouponRecords(db: Db, query: Query): Promise<{ rows: CouponRow[]; total: number }> {
  const { q, state, sort, parent_id } = query
  const { rows, total } = await listPage(
    db
      .selectFrom('coupons')
      .$if(Boolean(q), (found) =>
        found.where((eb) =>
          eb.or([eb('code', 'ilike', containing(q ?? '')), eb('title', 'ilike', containing(q ?? ''))]),
        ),
      )
      .$if(!q && parent_id === undefined, (found) => found.where('parent_id', 'is', null))
      .$if(parent_id !== undefined, (found) => found.where('parent_id', '=', parent_id ?? 0))
      .$if(state !== undefined, (found) => found.where(stateOfCoupon, '=', state ?? 'off')),
    query,
    {
      column: `coupons.${sort}`,
      id: 'coupons.id',
      select: (found) =>
        found.select([
          'coupons.id',
          'code',
          'title',
          'type',
          'value',
          'used_count',
          'usage_limit',
          'starts_at',
          'ends_at',
          stateOfCoupon.as('state'),
          sql<string | null>`(select code from coupons parent where parent.id = coupons.parent_id)`.as(
            'parent_code',
          ),
          sql<string>`(select currency from channels where channels.id = coupons.channel_id)`.as('currency'),
        ]),
    },
  )
  return {
    rows: rows.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
    total,
  }
}

export async function readCouponValues(db: Db | Tx, id: number): Promise<CouponValues | undefined> {
  const row = await db
    .selectFrom('coupons')
    .select([
      'code',
      sql<string>`(select code from channels where channels.id = coupons.channel_id)`.as('channel'),
      'title',
      'type',
      'value',
      'max_discount',
      'min_order',
      'is_first_order_only',
      'usage_limit',
      'usage_limit_per_customer',
      'is_for_everything',
      'starts_at',
      'ends_at',
      'is_active',
      'is_listed',
      sql<
        number[]
      >`array(select product_id from coupon_products where coupon_id = coalesce(parent_id, coupons.id) order by 1)`.as(
        'products',
      ),
      sql<
        number[]
      >`array(select category_id from coupon_categories where coupon_id = coalesce(parent_id, coupons.id) order by 1)`.as(
        'categories',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { type, value, max_discount, starts_at, ends_at, ...values } = row
  return {
    ...values,
    discount: toDiscount(type, value, max_discount),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  }
}

/** @throws 422 for a code that is taken, times out of order, or unknown products. */
export async function createCoupon(tx: Tx, values: CouponValues): Promise<number> {
  const channelId = await requireChannelId(tx, values.channel)
  await requireValid(tx, values, { id: 0, channelId, usedCount: 0 })
  const { id } = await tx
    .insertInto('coupons')
    .values({ channel_id: channelId, ...rowOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeScope(tx, id, values)
  return id
}

/**
 * The rules of its single-use codes change with it; such a code itself can be switched on and off only.
 * @throws 422 also for another code of a coupon that orders have, for a limit below its uses, and for any other change
 * of a single-use code.
 */
export async function updateCoupon(tx: Tx, id: number, values: CouponValues, before: CouponValues) {
  // Locked: an order may take a use at the same time.
  const { channel_id, used_count, parent_id } = await tx
    .selectFrom('coupons')
    .select(['channel_id', 'used_count', 'parent_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (parent_id !== null) {
    await requireSameRules(tx, parent_id, values, before)
    await tx.updateTable('coupons').set({ is_active: values.is_active }).where('id', '=', id).execute()
    return
  }
  await requireSameChannel(tx, values.channel, channel_id)
  await requireValid(tx, values, { id, channelId: channel_id, usedCount: used_count, before })
  const row = rowOf(values)
  await tx.updateTable('coupons').set(row).where('id', '=', id).execute()
  const shared = Object.fromEntries(rules.map((name) => [name, row[name]])) as Pick<
    typeof row,
    (typeof rules)[number]
  >
  await tx.updateTable('coupons').set(shared).where('parent_id', '=', id).execute()
  await writeScope(tx, id, values)
}

async function requireSameRules(tx: Tx, parentId: number, values: CouponValues, before: CouponValues) {
  const { code } = await tx
    .selectFrom('coupons')
    .select('code')
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  const changed = Object.keys(values).filter(
    (name) =>
      name !== 'is_active' &&
      name !== 'channel' &&
      !isDeepStrictEqual(values[name as keyof CouponValues], before[name as keyof CouponValues]),
  )
  if (changed.length > 0)
    throw invalid(
      Object.fromEntries(changed.map((name) => [`values.${name}`, [`Set by ${code}. Change it there`]])),
    )
}

/** With its single-use codes. @throws 409 IN_USE where orders have used it or one of them: it can be switched off. */
export async function removeCoupon(tx: Tx, id: number, { code }: CouponValues) {
  const family = tx
    .selectFrom('coupons')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
  await family.orderBy('id').forUpdate().execute()
  const orders = await tx
    .selectFrom('coupon_uses')
    .innerJoin('orders', 'orders.id', 'coupon_uses.order_id')
    .select(['order_no', sql<number>`count(*) over ()::integer`.as('count')])
    .where('coupon_id', 'in', family)
    .orderBy('order_id', 'desc')
    .limit(5)
    .execute()
  const [first] = orders
  if (first) throw couponInUse(code, { count: first.count, names: orders.map(({ order_no }) => order_no) })
  await tx.deleteFrom('coupons').where('id', '=', id).execute()
}

type Known = { id: number; channelId: number; usedCount: number; before?: CouponValues }

async function requireValid(tx: Tx, values: CouponValues, { id, channelId, usedCount, before }: Known) {
  const { code, starts_at, ends_at, usage_limit, is_for_everything, products, categories } = values
  const errors: Record<string, string[]> = {}
  const other = await tx
    .selectFrom('coupons')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('code', '=', code)
    .where('id', '<>', id)
    .unionAll(
      tx.selectFrom('promotions').select('id').where('channel_id', '=', channelId).where('code', '=', code),
    )
    .executeTakeFirst()
  if (other) errors['values.code'] = ['Another coupon or promotion has this code']
  else if (before && usedCount > 0 && code !== before.code)
    errors['values.code'] = [`Orders have used ${before.code}. Add another coupon for another code.`]
  if (new Date(ends_at) <= (starts_at === null ? new Date(0) : new Date(starts_at)))
    errors['values.ends_at'] = ['Please choose a time after the start']
  if (usage_limit !== null && usage_limit < usedCount)
    errors['values.usage_limit'] = [`It has been used ${usedCount} times already`]
  if (!is_for_everything) {
    if (products.length + categories.length === 0)
      errors['values.products'] = ['Please choose products or categories, or make it for all products']
    await noteUnknown(tx, 'products', products, errors)
    await noteUnknown(tx, 'categories', categories, errors)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function noteUnknown(
  tx: Tx,
  table: 'products' | 'categories',
  ids: readonly number[],
  errors: Record<string, string[]>,
) {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  const known = new Set(rows.map((row) => row.id))
  for (const [at, id] of ids.entries())
    if (!known.has(id)) errors[`values.${table}.${at}`] = [`There is no record with the number ${id}`]
}

const rowOf = ({
  discount,
  starts_at,
  ends_at,
  products: _,
  categories: __,
  channel: ___,
  ...values
}: CouponValues) => ({
  ...values,
  type: discount.type,
  value: discount.type === 'percentage' ? discount.percent : discount.type === 'fixed' ? discount.amount : 0,
  max_discount: discount.type === 'fixed' ? null : discount.at_most,
  starts_at: starts_at === null ? new Date() : new Date(starts_at),
  ends_at: new Date(ends_at),
})

function toDiscount(
  type: CouponRow['type'],
  value: number,
  at_most: number | null,
): CouponValues['discount'] {
  if (type === 'percentage') return { type, percent: value, at_most }
  return type === 'fixed' ? { type, amount: value } : { type, at_most }
}

async function writeScope(
  tx: Tx,
  coupon_id: number,
  { is_for_everything, products, categories }: CouponValues,
) {
  await tx.deleteFrom('coupon_products').where('coupon_id', '=', coupon_id).execute()
  await tx.deleteFrom('coupon_categories').where('coupon_id', '=', coupon_id).execute()
  if (is_for_everything) return
  const distinct = (ids: readonly number[]) => [...new Set(ids)]
  if (products.length > 0)
    await tx
      .insertInto('coupon_products')
      .values(distinct(products).map((product_id) => ({ coupon_id, product_id })))
      .execute()
  if (categories.length > 0)
    await tx
      .insertInto('coupon_categories')
      .values(distinct(categories).map((category_id) => ({ coupon_id, category_id })))
      .execute()
}
