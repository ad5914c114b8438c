import { sql } from 'kysely'
import type {
  ListedGoods,
  ListPriceValues,
  PriceListRow,
  PriceListState,
  PriceListValues,
} from '#contract/admin/marketing/price-lists.ts'
import { decimalAmount } from '#contract/decimal-amount.ts'
import { money } from '#contract/money.ts'
import { isInEffect } from '#contract/rules/price-lists.ts'
import { groupPricesTag } from '#server/catalog/products/member-prices.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { requireChannelId, requireSameChannel } from '#server/shop/channels/channel-of-record.ts'
import { notePrices } from '../note-prices.ts'

type Query = ListQuery<'id' | 'name' | 'starts_at' | 'ends_at'> & { state?: PriceListState | undefined }

const stateOfList = sql<PriceListState>`case
  when not price_lists.is_active then 'off'
  when price_lists.ends_at <= now() then 'ended'
  when price_lists.starts_at > now() then 'scheduled'
  else 'active' end`

export async function listPriceLists(db: Db, query: Query): Promise<{ rows: PriceListRow[]; total: number }> {
  const { q, state, sort } = query
  const { rows, total } = await listPage(
    db
      .selectFrom('price_lists')
      .$if(Boolean(q), (found) => found.where('price_lists.name', 'ilike', containing(q ?? '')))
      .$if(state !== undefined, (found) => found.where(stateOfList, '=', state ?? 'off')),
    query,
    {
      column: `price_lists.${sort}`,
      id: 'price_lists.id',
      select: (found) =>
        found.select([
          ...(['price_lists.id', 'price_lists.name', 'starts_at', 'ends_at'] as const),
          stateOfList.as('state'),
          sql<number>`(select count(*)::integer from price_list_items i where i.price_list_id = price_lists.id)`.as(
            'prices',
          ),
          sql<string>`(select name from channels where channels.id = price_lists.channel_id)`.as('channel'),
          sql<
            string | null
          >`(select name from customer_groups g where g.id = price_lists.customer_group_id)`.as(
            'customer_group',
          ),
        ]),
    },
  )
  return {
    total,
    rows: rows.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at?.toISOString() ?? null,
    })),
  }
}

export async function readPriceList(db: Db | Tx, id: number): Promise<PriceListValues | undefined> {
  const row = await db
    .selectFrom('price_lists')
    .select([
      ...(['name', 'starts_at', 'ends_at', 'is_active', 'customer_group_id as customer_group'] as const),
      sql<string>`(select code from channels where channels.id = price_lists.channel_id)`.as('channel'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const items = await db
    .selectFrom('price_list_items')
    .select(['variation_id', 'min_quantity', 'price'])
    .where('price_list_id', '=', id)
    .orderBy('variation_id')
    .orderBy('min_quantity')
    .execute()
  const { starts_at, ends_at, ...values } = row
  return { ...values, starts_at: starts_at.toISOString(), ends_at: ends_at?.toISOString() ?? null, items }
}

/** @throws 422 for times out of order, and for goods that are listed twice, are gone, or are not sold in the channel. */
export async function createPriceList(tx: Tx, values: PriceListValues): Promise<number> {
  const channel_id = await requireChannelId(tx, values.channel)
  await requireValid(tx, channel_id, values)
  const now = await readNow(tx)
  const row = rowOf(values, now)
  const { id } = await tx
    .insertInto('price_lists')
    .values({ channel_id, ...row, is_shown: isInEffect(row, now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertItems(tx, id, values.items)
  await noteListOf(tx, row, isInEffect(row, now) ? values.items : [])
  return id
}

/** @throws as `createPriceList` */
export async function updatePriceList(tx: Tx, id: number, values: PriceListValues) {
  // Locked: the list may begin or end at the same time.
  const before = await tx
    .selectFrom('price_lists')
    .select(['channel_id', 'is_shown', 'customer_group_id', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await requireSameChannel(tx, values.channel, before.channel_id)
  await requireValid(tx, before.channel_id, values)
  const now = await readNow(tx)
  const row = rowOf(values, now)
  const is_shown = isInEffect(row, now)
  await tx
    .updateTable('price_lists')
    .set({ ...row, is_shown })
    .where('id', '=', id)
    .execute()
  const removed = await tx
    .deleteFrom('price_list_items')
    .where('price_list_id', '=', id)
    .returning(['variation_id', 'min_quantity', 'price'])
    .execute()
  await insertItems(tx, id, values.items)
  // What a group pays is on no page for everyone.
  const former = before.is_shown && before.customer_group_id === null ? removed : []
  const present = is_shown && row.customer_group_id === null ? values.items : []
  if (before.customer_group_id !== null) await noteChange(tx, [groupPricesTag])
  await noteListOf(tx, row, [])
  // Structured data and feed have the times too.
  const isSameTime =
    Number(before.starts_at) === Number(row.starts_at) && Number(before.ends_at) === Number(row.ends_at)
  await notePricesOf(tx, isSameTime ? changedItems(former, present) : [...former, ...present])
}

export async function removePriceList(tx: Tx, id: number) {
  const list = await tx
    .selectFrom('price_lists')
    .select(['is_shown', 'customer_group_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const items = await tx
    .deleteFrom('price_list_items')
    .where('price_list_id', '=', id)
    .returning('variation_id')
    .execute()
  await tx.deleteFrom('price_lists').where('id', '=', id).execute()
  await noteListOf(tx, list, list.is_shown ? items : [])
}

/** Goods by id, by SKU and of products, with their usual prices in a channel. At most ten times as many as may be named. */
export async function findGoods(
  db: Db,
  wanted: { channel: string; variations: number[]; skus: string[]; products: number[] },
): Promise<{ currency: string; goods: ListedGoods[] }> {
  const channelId = await requireChannelId(db, wanted.channel)
  const { currency } = await db
    .selectFrom('channels')
    .select('currency')
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<ListedGoods>`
    select v.id as variation_id, v.product_id, v.sku, concat_ws(', ', p.name, nullif(v.title, '')) as name, pr.selling_price as price, p.max_quantity
    from variations v join products p on p.id = v.product_id
    left join prices pr on pr.variation_id = v.id and pr.channel_id = ${channelId}
    where v.id = any(${sql.val(wanted.variations)}::integer[]) or v.sku = any(${sql.val(wanted.skus)}::text[])
      or v.product_id = any(${sql.val(wanted.products)}::integer[])
    order by p.name, v.product_id, v.position, v.id limit 5000`.execute(db)
  return { currency, goods: rows }
}

/** The prices of a list as a file that its form reads; undefined for an unknown one. */
export async function exportPriceList(db: Db, id: number): Promise<AsyncIterable<string> | undefined> {
  const list = await db
    .selectFrom('price_lists')
    .innerJoin('channels', 'channels.id', 'channel_id')
    .select('currency')
    .where('price_lists.id', '=', id)
    .executeTakeFirst()
  if (!list) return undefined
  const items = await db
    .selectFrom('price_list_items as i')
    .innerJoin('variations as v', 'v.id', 'i.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select([
      'v.sku',
      'i.min_quantity',
      'i.price',
      sql<string>`concat_ws(', ', p.name, nullif(v.title, ''))`.as('name'),
    ])
    .where('i.price_list_id', '=', id)
    .orderBy('v.sku')
    .orderBy('i.min_quantity')
    .execute()
  const rows = items.map(({ sku, name, min_quantity, price }) => ({
    ...{ sku, name, min_quantity: String(min_quantity) },
    price: decimalAmount(money(price, list.currency)),
  }))
  return csvFile([rows], ['sku', 'name', 'min_quantity', 'price'])
}

/** By the clock of the database, which decides what is charged. */
async function readNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  if (!rows[0]) throw new Error('The time was not read')
  return rows[0].now
}

const rowOf = (
  { name, is_active, starts_at, ends_at, customer_group: customer_group_id }: PriceListValues,
  now: Date,
) => ({
  ...{ name, is_active, customer_group_id },
  starts_at: starts_at === null ? now : new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
})

async function requireValid(
  tx: Tx,
  channelId: number,
  { starts_at, ends_at, customer_group, items }: PriceListValues,
) {
  const errors: Record<string, string[]> = {}
  // Locked: it may be deleted at the same time.
  const group = await tx
    .selectFrom('customer_groups')
    .select('id')
    .where('id', '=', customer_group)
    .forKeyShare()
    .executeTakeFirst()
  if (customer_group !== null && !group)
    errors['values.customer_group'] = ['The group has been deleted. Please choose another one.']
  if (ends_at !== null && new Date(ends_at) <= (starts_at === null ? new Date() : new Date(starts_at)))
    errors['values.ends_at'] = ['Please choose a time after the start']
  const sold = await tx
    .selectFrom('prices')
    .select('variation_id')
    .where('channel_id', '=', channelId)
    .where(
      'variation_id',
      '=',
      sql<number>`any(${sql.val(items.map((item) => item.variation_id))}::integer[])`,
    )
    .execute()
  const known = new Set(sold.map(({ variation_id }) => variation_id))
  const seen = new Set<string>()
  for (const [at, { variation_id, min_quantity }] of items.entries()) {
    const key = `${variation_id}:${min_quantity}`
    if (seen.has(key))
      errors[`values.items.${at}.min_quantity`] = ['It is in the list twice from this quantity']
    else if (!known.has(variation_id))
      errors[`values.items.${at}.variation_id`] = ['It is gone, or not sold in this channel']
    seen.add(key)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const insertItems = (tx: Tx, id: number, items: readonly ListPriceValues[]) =>
  sql`insert into price_list_items (price_list_id, variation_id, min_quantity, price)
    select ${id}, * from unnest(${sql.val(items.map(({ variation_id }) => variation_id))}::integer[],
      ${sql.val(items.map(({ min_quantity }) => min_quantity))}::integer[],
      ${sql.val(items.map(({ price }) => price))}::bigint[])`.execute(tx)

/** Those that are in one of both alone, or have another price there. */
function changedItems(before: readonly ListPriceValues[], after: readonly ListPriceValues[]) {
  const keyOf = ({ variation_id, min_quantity, price }: ListPriceValues) =>
    `${variation_id}:${min_quantity}:${price}`
  const [former, present] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return [
    ...before.filter((item) => !present.has(keyOf(item))),
    ...after.filter((item) => !former.has(keyOf(item))),
  ]
}

/** Notes a list: its group, or that goods have other prices for everyone. */
async function noteListOf(
  tx: Tx,
  { customer_group_id }: { customer_group_id: number | null },
  items: readonly { variation_id: number }[],
) {
  if (customer_group_id === null) await notePricesOf(tx, items)
  else await noteChange(tx, [groupPricesTag])
}

async function notePricesOf(tx: Tx, items: readonly { variation_id: number }[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct product_id as id from variations
    where id = any(${sql.val(items.map(({ variation_id }) => variation_id))}::integer[]) order by id`.execute(
    tx,
  )
  await notePrices(
    tx,
    rows.map(({ id }) => id),
  )
}
