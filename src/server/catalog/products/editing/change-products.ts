import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import { batchesBySize } from '#server/catalog/catalog-index/feed/batches-by-size.ts'
import { pricesOfTag } from '#server/catalog/catalog-index/feed/changes.ts'
import { setStockRules } from '#server/catalog/stock/set-stock-rules.ts'
import type { StockActor } from '#server/catalog/stock/stock-changes.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { json, type StoredAction } from '#server/platform/kernel/schema.ts'
import { archiveProducts, readArchived, restoreProducts } from './archive-products.ts'
import {
  changeStock,
  restoreStock,
  type StockDifference,
  type StockResult,
  setCosts,
  setFieldValues,
  setSearchTexts,
} from './change-several.ts'
import { tagIds } from './create-names.ts'
import { priceChangeTags } from './price-change-tags.ts'
import { archivedText } from './refusals.ts'
import { publishRefusals } from './required-declarations.ts'

type Result = {
  id: number
  result: 'changed' | 'unchanged' | 'refused'
  message?: string
  prices?: unknown
  stock?: readonly StockDifference[]
}
/** What an action did, with the tags of its changes besides those of the changed products. */
type Outcome = { results: Result[]; tags: string[] }
type Batch = { id: number; action: StoredAction; undo_of: number | null } & StockActor

/**
 * Products in one transaction: its locks last less than a tenth of a second. Each of its statements waits for the event
 * loop, which renders pages, so that fewer and larger transactions end sooner. ADR 0045.
 */
const AT_ONCE = 500
/** Stock is changed by two statements for each variation. */
const AT_ONCE_OF_STOCK = 50

/** Changes the products of a batch. Each transaction also stores their results, so that a repeated run continues after it. */
export const changeProductsJob = defineJob<Services, { id: number }>({
  name: 'change-products',
  async run({ id }, services) {
    await changeProducts(services, id, services.signal)
  },
  onDead: (key, error, { db }) => endBatch(db, Number(key), error),
})

const maxPauseMs = 300

/**
 * Pauses twice as long as each transaction took, so that shoppers get two thirds of the database's time; on a busy
 * machine at most `maxPauseMs`, so that the change ends.
 */
export async function changeProducts(
  { db, plugins }: Pick<Services, 'db' | 'plugins'>,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  const batch = await db
    .selectFrom('product_batches')
    .select(['id', 'action', 'undo_of', 'staff_id as staffId', 'actor as name'])
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (!batch) return
  const isOfStock = batch.action.type === 'stock' || batch.action.type === 'restore_stock'
  const most = isOfStock ? AT_ONCE_OF_STOCK : AT_ONCE
  while (!signal?.aborted) {
    const began = performance.now()
    const count = await inTransaction(db, async (tx) => {
      const next = await nextProducts(tx, id, most)
      if (next.length === 0) return 0
      const { value: ids = next } = await batchesBySize(tx, next).next()
      const { results, tags } = await apply(tx, batch, ids)
      await storeResults(tx, id, results)
      const changed = results.filter(({ result }) => result === 'changed').map((row) => row.id)
      if (changed.length > 0) {
        await tx.updateTable('products').set({ updated_at: new Date() }).where('id', 'in', changed).execute()
        await noteChange(tx, [...changed.map((product) => `product:${product}`), ...tags])
        await plugins.runHooks(tx, 'product.changed', { product_ids: changed })
      }
      return ids.length
    })
    // Fewer than `most` are also a part of them with many variations.
    if (count === 0) return finish(db, id)
    const pauseMs = Math.min(2 * (performance.now() - began), maxPauseMs)
    await sleep(pauseMs, undefined, signal ? { signal } : {}).catch(() => {})
  }
}

async function nextProducts(tx: Tx, id: number, most: number): Promise<number[]> {
  const items = await tx
    .selectFrom('product_batch_items')
    .select('product_id')
    .where('batch_id', '=', id)
    .where('result', 'is', null)
    .orderBy('product_id')
    .limit(most)
    .forUpdate()
    .execute()
  return items.map(({ product_id }) => product_id)
}

/** Ends a batch that cannot go on: the products that it did not reach are refused with the reason. */
const endBatch = (db: Db, id: number, error: string) =>
  inTransaction(db, async (tx) => {
    const batch = await tx
      .selectFrom('product_batches')
      .select('id')
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!batch) return
    const { numUpdatedRows } = await tx
      .updateTable('product_batch_items')
      .set({ result: 'refused', message: `It was not changed, because the work failed: ${error}` })
      .where('batch_id', '=', id)
      .where('result', 'is', null)
      .executeTakeFirst()
    const left = Number(numUpdatedRows)
    await tx
      .updateTable('product_batches')
      .set((eb) => ({
        finished_at: new Date(),
        done: eb('done', '+', left),
        refused: eb('refused', '+', left),
      }))
      .where('id', '=', id)
      .execute()
  })

const finish = async (db: Db, id: number) =>
  void (await db
    .updateTable('product_batches')
    .set({ finished_at: new Date() })
    .where('id', '=', id)
    .execute())

async function apply(tx: Tx, batch: Batch, ids: number[]): Promise<Outcome> {
  const { action } = batch
  switch (action.type) {
    case 'publish':
      return publish(tx, ids)
    case 'unpublish':
      return listed(tx, changedOf(ids, await setPublished(tx, ids, false)))
    case 'archive':
      return listed(tx, changedOf(ids, await archiveProducts(tx, ids, batch.id)))
    case 'restore':
      return restore(tx, ids, batch.undo_of)
    case 'stock_rules': {
      const changed = await setStockRules(tx, { product_ids: ids, rules: action.rules })
      return listed(tx, changedOf(ids, [...new Set(changed.map(({ product_id }) => product_id))]))
    }
    case 'stock':
      return stockOutcome(await changeStock(tx, ids, action, batch))
    case 'restore_stock':
      return stockOutcome(await restoreStock(tx, ids, await stockOf(tx, ids, batch.undo_of), batch))
    case 'cost':
      return unlisted(ids, await setCosts(tx, ids, action.cost))
    case 'search_texts':
      return unlisted(ids, await setSearchTexts(tx, ids, action))
    case 'custom_fields':
      return listed(tx, changedOf(ids, await setFieldValues(tx, ids, action.values)))
    case 'category':
      return listed(tx, await changeCategory(tx, ids, action.category_id))
    case 'brand':
      return listed(tx, changedOf(ids, await setColumns(tx, ids, { brand_id: action.brand_id })))
    case 'tax': {
      const { tax_class, hsn_code } = action
      const columns = { tax_class, ...(hsn_code !== '' && { hsn_code }) }
      return listed(tx, changedOf(ids, await setColumns(tx, ids, columns)))
    }
    case 'add_attribute':
      return listed(tx, changedOf(ids, await addLinks(tx, ids, 'product_attributes', [action.value_id])))
    case 'remove_attribute':
      return listed(tx, changedOf(ids, await removeLinks(tx, ids, 'product_attributes', [action.value_id])))
    case 'add_label':
      return listed(tx, changedOf(ids, await addLinks(tx, ids, 'product_labels', [action.label_id])))
    case 'remove_label':
      return listed(tx, changedOf(ids, await removeLinks(tx, ids, 'product_labels', [action.label_id])))
    case 'add_tags':
      return listed(
        tx,
        changedOf(
          ids,
          await addLinks(tx, ids, 'product_tags', await tagIds(tx, action.tags, { creates: true })),
        ),
      )
    case 'remove_tags':
      return listed(
        tx,
        changedOf(
          ids,
          await removeLinks(tx, ids, 'product_tags', await tagIds(tx, action.tags, { creates: false })),
        ),
      )
    case 'add_to_collection':
    case 'remove_from_collection':
      return changeCollection(tx, ids, action)
    case 'delete':
      return removeProducts(tx, ids)
    case 'price':
      return changePrices(tx, ids, action)
    case 'copy_prices':
      return copyPrices(tx, ids, action)
    case 'restore_prices':
      return restorePrices(tx, ids, batch.undo_of)
    case 'import_prices':
      throw new Error('The prices of an import are written by the import')
  }
}

const changedOf = (ids: readonly number[], changed: readonly number[]): Result[] => {
  const all = new Set(changed)
  return ids.map((id) => ({ id, result: all.has(id) ? 'changed' : 'unchanged' }))
}

/** Of changes that no list of products shows. */
const unlisted = (ids: readonly number[], changed: readonly number[]): Outcome => ({
  results: changedOf(ids, changed),
  tags: [],
})

const stockOutcome = (results: readonly StockResult[]): Outcome => ({
  results: results.map(({ id, differences, refusal }) =>
    refusal === undefined
      ? { id, result: differences.length > 0 ? 'changed' : 'unchanged', stock: differences }
      : refused(id, refusal),
  ),
  tags: [],
})

/** What another batch changed of the stock of these products. */
async function stockOf(tx: Tx, ids: number[], batch: number | null): Promise<StockDifference[]> {
  const items = await tx
    .selectFrom('product_batch_items')
    .select('stock')
    .where('batch_id', '=', batch)
    .where('product_id', 'in', ids)
    .execute()
  return items.flatMap(({ stock }) => stock ?? [])
}

/** Archived products, those with an unconfirmed price of 0, and those that a channel refuses to sell, stay as they are. */
async function publish(tx: Tx, ids: number[]): Promise<Outcome> {
  const refusals = await publishRefusals(tx, ids)
  for (const id of await readArchived(tx, ids)) refusals.set(id, archivedText)
  const others = ids.filter((id) => !refusals.has(id))
  const published = others.length > 0 ? await setPublished(tx, others, true) : []
  return withRefusals(await listed(tx, changedOf(ids, published)), refusals)
}

const refused = (id: number, message: string): Result => ({ id, result: 'refused', message })

/** As an undo, only products that the change archived and that were not restored since. */
async function restore(tx: Tx, ids: number[], undoOf: number | null): Promise<Outcome> {
  const { restored, refusals } = await restoreProducts(tx, ids, undoOf)
  return withRefusals(await listed(tx, changedOf(ids, restored)), refusals)
}

const withRefusals = ({ results, tags }: Outcome, refusals: ReadonlyMap<number, string>): Outcome => ({
  results: results.map((result) => {
    const why = refusals.get(result.id)
    return why === undefined ? result : refused(result.id, why)
  }),
  tags,
})

/** Ends schedules too. */
async function setPublished(tx: Tx, ids: number[], is_published: boolean) {
  const rows = await tx
    .updateTable('products')
    .set({ is_published, publish_at: null, unpublish_at: null })
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('is_published', '<>', is_published), eb('publish_at', 'is not', null)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Pages of the former category change too. */
async function changeCategory(tx: Tx, ids: number[], category_id: number): Promise<Result[]> {
  const before = await tx
    .selectFrom('products')
    .select(['id', 'category_id'])
    .where('id', 'in', ids)
    .where('category_id', 'is distinct from', category_id)
    .forUpdate()
    .execute()
  const changed = before.map(({ id }) => id)
  if (changed.length > 0)
    await tx.updateTable('products').set({ category_id }).where('id', 'in', changed).execute()
  const former = new Set(before.flatMap((row) => row.category_id ?? []))
  await noteChange(
    tx,
    [...former].map((id) => `category:${id}`),
  )
  return changedOf(ids, changed)
}

/** Sets columns where one of them differs. */
async function setColumns(
  tx: Tx,
  ids: number[],
  columns: Record<string, number | string>,
): Promise<number[]> {
  const rows = await tx
    .updateTable('products')
    .set(columns)
    .where('id', 'in', ids)
    .where(({ or, eb }) =>
      or(Object.entries(columns).map(([name, value]) => eb(sql.ref(name), 'is distinct from', value))),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const linkColumns = {
  product_labels: 'label_id',
  product_tags: 'tag_id',
  product_attributes: 'value_id',
} as const
type LinkTable = keyof typeof linkColumns

/** @returns the products that did not have all of them */
async function addLinks(tx: Tx, ids: number[], table: LinkTable, to: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    insert into ${sql.table(table)} (product_id, ${sql.ref(linkColumns[table])})
    select p.id, l.id from unnest(${sql.val(ids)}::int[]) as p(id), unnest(${sql.val(to)}::int[]) as l(id)
    on conflict do nothing returning product_id`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** @returns the products that had one of them */
async function removeLinks(
  tx: Tx,
  ids: number[],
  table: LinkTable,
  from: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    delete from ${sql.table(table)} where product_id = any(${sql.val(ids)}::int[])
    and ${sql.ref(linkColumns[table])} = any(${sql.val(from)}::int[]) returning product_id`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** Products that are chosen by hand; those of the collection's rules stay. New ones come last. */
async function changeCollection(
  tx: Tx,
  ids: number[],
  { type, collection_id }: { type: 'add_to_collection' | 'remove_from_collection'; collection_id: number },
): Promise<Outcome> {
  const { rows } =
    type === 'add_to_collection'
      ? await sql<{ product_id: number }>`
          insert into collection_products as m (collection_id, product_id, position)
          select ${collection_id}::int, p.id, last.position + p.place from unnest(${sql.val(ids)}::int[]) with ordinality as p(id, place),
            (select coalesce(max(position), 0)::int as position from collection_products
              where collection_id = ${collection_id} and not by_rule) as last
          on conflict (collection_id, product_id) do update set by_rule = false, position = excluded.position where m.by_rule
          returning product_id`.execute(tx)
      : await sql<{ product_id: number }>`
          delete from collection_products where collection_id = ${collection_id} and product_id = any(${sql.val(ids)}::int[])
          and not by_rule returning product_id`.execute(tx)
  const changed = rows.map(({ product_id }) => product_id)
  const outcome = await listed(tx, changedOf(ids, changed))
  return changed.length > 0 ? { ...outcome, tags: [...outcome.tags, `collection:${collection_id}`] } : outcome
}

/** Products in orders or carts stay. */
async function removeProducts(tx: Tx, ids: number[]): Promise<Outcome> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct v.product_id from variations v where v.product_id = any(${sql.val(ids)}::int[])
    and (exists (select from order_items o where o.variation_id = v.id) or exists (select from cart_items c where c.variation_id = v.id))`.execute(
    tx,
  )
  const used = new Set(rows.map(({ product_id }) => product_id))
  const removed = ids.filter((id) => !used.has(id))
  const outcome = await listed(tx, changedOf(removed, removed))
  if (removed.length > 0) await tx.deleteFrom('products').where('id', 'in', removed).execute()
  return { ...outcome, results: [...outcome.results, ...[...used].map((id) => refused(id, IN_USE))] }
}

const IN_USE = 'It is in an order or a cart: archive it instead'

/** SQL: minor units of channel c that a price is rounded to. */
const stepOf = (rounding: 'exact' | 'whole') =>
  rounding === 'whole' ? sql`(10 ^ c.currency_decimals)::numeric` : sql`1`

export type PriceChange = {
  product_id: number
  variation_id: number
  channel_id: number
  /** null: there was none. */
  before: [number, number] | null
  after: [number, number]
}

/** Price and compare price by the same percentage, in all channels. */
async function changePrices(
  tx: Tx,
  ids: number[],
  { percent, rounding }: Extract<BatchAction, { type: 'price' }>,
): Promise<Outcome> {
  const step = stepOf(rounding)
  const { rows: prices } = await sql<PriceChange>`
    with present as (
      select v.product_id, pr.variation_id, pr.channel_id, pr.selling_price, pr.mrp,
        (round(pr.selling_price * (100 + ${percent}::numeric) / 100 / ${step}) * ${step})::bigint as new_price,
        (round(pr.mrp * (100 + ${percent}::numeric) / 100 / ${step}) * ${step})::bigint as new_mrp
      from prices pr join variations v on v.id = pr.variation_id join channels c on c.id = pr.channel_id
      where v.product_id = any(${sql.val(ids)}::int[]) order by pr.variation_id, pr.channel_id for update of pr
    )
    select product_id, variation_id, channel_id, json_build_array(selling_price, mrp) as before,
      json_build_array(new_price, greatest(new_mrp, new_price)) as after from present`.execute(tx)
  const free = await becomingFree(tx, prices)
  const changed = prices.filter(
    ({ product_id, before, after }) => !free.has(product_id) && before?.join() !== after.join(),
  )
  const tags = await writePrices(tx, changed)
  const [priced, repriced] = [byProduct(prices), byProduct(changed)]
  const results = ids.map((id): Result => {
    if (free.has(id))
      return { id, result: 'refused', message: 'A price would become 0: set it in the product’s editor' }
    if (!priced.has(id)) return { id, result: 'refused', message: 'It has no price' }
    return repriced.has(id) ? { id, result: 'changed', prices: priced.get(id) } : { id, result: 'unchanged' }
  })
  return { results, tags }
}

/** Products without a confirmation that they are free of charge, one of whose prices would become 0. */
async function becomingFree(tx: Tx, prices: readonly PriceChange[]): Promise<ReadonlySet<number>> {
  const ids = [
    ...new Set(
      prices.flatMap(({ product_id, before, after }) =>
        after[0] === 0 && before?.[0] !== 0 ? [product_id] : [],
      ),
    ),
  ]
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('is_free', '=', false)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Times a rate of exchange, so that both currencies may have any decimals. */
async function copyPrices(
  tx: Tx,
  ids: number[],
  { from_id, to_id, factor, rounding, is_new_only }: Extract<BatchAction, { type: 'copy_prices' }>,
): Promise<Outcome> {
  const step = stepOf(rounding)
  const scaled = (amount: 'selling_price' | 'mrp') =>
    sql`(round(${sql.ref(`pr.${amount}`)} * ${factor}::numeric * (10 ^ (c.currency_decimals - source.currency_decimals))::numeric / ${step}) * ${step})::bigint`
  const { rows: prices } = await sql<PriceChange>`
    with present as (
      select v.product_id, pr.variation_id, c.id as channel_id, present.selling_price, present.mrp,
        ${scaled('selling_price')} as new_price, ${scaled('mrp')} as new_mrp
      from prices pr join variations v on v.id = pr.variation_id
      join channels source on source.id = pr.channel_id
      join channels c on c.id = ${to_id}
      left join prices present on present.variation_id = pr.variation_id and present.channel_id = c.id
      where v.product_id = any(${sql.val(ids)}::int[]) and pr.channel_id = ${from_id}
      order by pr.variation_id for update of pr
    )
    select product_id, variation_id, channel_id,
      case when selling_price is not null then json_build_array(selling_price, mrp) end as before,
      json_build_array(new_price, greatest(new_mrp, new_price)) as after from present`.execute(tx)
  const zero = new Set(prices.filter(({ after }) => after[0] === 0).map(({ product_id }) => product_id))
  const changed = prices.filter(
    ({ product_id, before, after }) =>
      !zero.has(product_id) && (before === null || (!is_new_only && before.join() !== after.join())),
  )
  if (changed.length > 0)
    await tx
      .insertInto('prices')
      .values(
        changed.map(({ variation_id, channel_id, after: [selling_price, mrp] }) => ({
          ...{ variation_id, channel_id, selling_price, mrp },
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['variation_id', 'channel_id']).doUpdateSet((eb) => ({
          selling_price: eb.ref('excluded.selling_price'),
          mrp: eb.ref('excluded.mrp'),
        })),
      )
      .execute()
  const [priced, repriced] = [byProduct(prices), byProduct(changed)]
  return listed(
    tx,
    ids.map((id): Result => {
      if (!priced.has(id)) return { id, result: 'refused', message: 'It has no price in the first channel' }
      if (zero.has(id)) return { id, result: 'refused', message: 'Its price would be 0' }
      return repriced.has(id)
        ? { id, result: 'changed', prices: repriced.get(id) }
        : { id, result: 'unchanged' }
    }),
  )
}

/** The prices from before, where the present ones are still those of the change. */
async function restorePrices(tx: Tx, ids: number[], batchId: number | null): Promise<Outcome> {
  const items = await tx
    .selectFrom('product_batch_items')
    .select(['product_id', 'prices'])
    .where('batch_id', '=', batchId)
    .where('product_id', 'in', ids)
    .execute()
  const changes = items.flatMap(({ product_id, prices }) =>
    (prices ?? []).map((price) => ({ product_id, ...price })),
  )
  // Compared here: the planner knows nothing about the stored prices, and joined them row by row with the present ones.
  const present = await tx
    .selectFrom('prices')
    .select(['variation_id', 'channel_id', 'selling_price', 'mrp'])
    .where(
      'variation_id',
      '=',
      sql<number>`any(${sql.val(changes.map((price) => price.variation_id))}::int[])`,
    )
    .orderBy('variation_id')
    .orderBy('channel_id')
    .forUpdate()
    .execute()
  const keyOf = (price: { variation_id: number; channel_id: number }) =>
    `${price.variation_id}:${price.channel_id}`
  const now = new Map(present.map((price) => [keyOf(price), [price.selling_price, price.mrp].join()]))
  const stored = changes.map(({ before, after, ...price }) => ({
    ...price,
    before: after,
    after: before ?? after,
    isNew: before === null,
    is_present: now.get(keyOf(price)) === after.join(),
  }))
  const restorable = stored.filter(({ is_present }) => is_present)
  const tags = await writePrices(
    tx,
    restorable.filter(({ isNew }) => !isNew),
  )
  tags.push(
    ...(await removePrices(
      tx,
      restorable.filter(({ isNew }) => isNew),
    )),
  )
  const [all, restored] = [byProduct(stored), byProduct(restorable)]
  const results = ids.map((id): Result => {
    const count = restored.get(id)?.length ?? 0
    if (count === 0) return { id, result: 'refused', message: 'The price was changed since: it stays' }
    const isPart = count < (all.get(id)?.length ?? 0)
    return {
      id,
      result: 'changed',
      message: isPart ? 'Some prices were changed since: they stay' : '',
    }
  })
  return { results, tags }
}

/** The prices that a batch added. @returns the tags of lists in which their products are no longer */
async function removePrices(tx: Tx, prices: readonly PriceChange[]): Promise<string[]> {
  if (prices.length === 0) return []
  await sql`
    delete from prices pr using unnest(
      ${sql.val(prices.map(({ variation_id }) => variation_id))}::int[],
      ${sql.val(prices.map(({ channel_id }) => channel_id))}::int[]
    ) as n(variation_id, channel_id)
    where pr.variation_id = n.variation_id and pr.channel_id = n.channel_id`.execute(tx)
  const ids = [...new Set(prices.map(({ product_id }) => product_id))]
  return (await listed(tx, changedOf(ids, ids))).tags
}

const byProduct = (prices: readonly PriceChange[]) => Map.groupBy(prices, ({ product_id }) => product_id)

/** Writes the prices of `after`. @returns the tags of lists whose order or price range changes */
async function writePrices(tx: Tx, prices: readonly PriceChange[]): Promise<string[]> {
  if (prices.length === 0) return []
  const categories = await tx.selectFrom('categories').select(['id', 'parent_id']).execute()
  const tags: string[] = []
  for (const [channelId, rows] of Map.groupBy(prices, ({ channel_id }) => channel_id)) {
    const fresh = rows.map(({ variation_id, after: [selling_price] }) => ({ variation_id, selling_price }))
    tags.push(...(await priceChangeTags(tx, { channelId, categories }, fresh)))
  }
  tags.push(pricesOfTag([...new Set(prices.map(({ product_id }) => product_id))]))
  await sql`
    update prices pr set selling_price = n.selling_price, mrp = n.mrp
    from unnest(
      ${sql.val(prices.map(({ variation_id }) => variation_id))}::int[],
      ${sql.val(prices.map(({ channel_id }) => channel_id))}::int[],
      ${sql.val(prices.map(({ after }) => after[0]))}::bigint[],
      ${sql.val(prices.map(({ after }) => after[1]))}::bigint[]
    ) as n(variation_id, channel_id, selling_price, mrp)
    where pr.variation_id = n.variation_id and pr.channel_id = n.channel_id`.execute(tx)
  return tags
}

async function storeResults(tx: Tx, id: number, results: readonly Result[]) {
  const refused = results.filter(({ result }) => result === 'refused').length
  await sql`
    with counted as (
      update product_batches set done = done + ${results.length}, refused = refused + ${refused} where id = ${id}
    )
    update product_batch_items i set result = r.result, message = coalesce(r.message, ''), prices = r.prices, stock = r.stock
    from json_to_recordset(${json(results)}::json) as r(id integer, result text, message text, prices jsonb, stock jsonb)
    where i.batch_id = ${id} and i.product_id = r.id`.execute(tx)
}

/** Adds the tags of a change by which products appear, disappear or move in lists. */
async function listed(tx: Tx, results: Result[]): Promise<Outcome> {
  const changed = results.filter(({ result }) => result === 'changed').map(({ id }) => id)
  if (changed.length === 0) return { results, tags: [] }
  const rows = await tx
    .selectFrom('products')
    .select('category_id')
    .distinct()
    .where('id', 'in', changed)
    .where('category_id', 'is not', null)
    .execute()
  return { results, tags: ['listing', ...rows.map(({ category_id }) => `category:${category_id}`)] }
}
