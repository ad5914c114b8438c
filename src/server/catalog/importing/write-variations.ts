import { isDeepStrictEqual } from 'node:util'
import { sql, type Updateable } from 'kysely'
import { keysOf } from '#contract/rules/own-value.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type Database, json } from '#server/platform/kernel/schema.ts'
import { withCells } from '#server/shop/custom-fields/field-cells.ts'
import type { PriceChange } from '../products/editing/change-products.ts'
import { existingCombinationKey, optionIds } from '../products/editing/create-options.ts'
import { priceChangeTags } from '../products/editing/price-change-tags.ts'
import type { References } from '../products/editing/references.ts'
import { availableQuantity, pagesOfChange } from '../stock/availability.ts'
import type { Pieces } from '../stock/choose-locations.ts'
import { setLevels } from '../stock/set-levels.ts'
import { recordStockChanges, type StockChange } from '../stock/stock-changes.ts'
import type { Decision } from './decide-product.ts'
import type { ExistingVariation } from './read-existing.ts'
import type { WriteContext, WrittenProduct } from './write-products.ts'

type Decided = Decision['variations'][number]
type Pair = { variation: Decided; of: WrittenProduct }
type Price = { variation_id: number; selling_price: number; mrp: number }
type PricesByChannel = Map<number, Price[]>

/**
 * Inserts and updates variations with their options and prices. Returns all ids by SKU, the number of new
 * ones, the new prices of existing ones, and the tags of listings that depend on these.
 */
export async function writeVariations(
  tx: Tx,
  products: readonly WrittenProduct[],
  { references, channelId, actor }: WriteContext,
) {
  const tags: string[] = []
  const ids = new Map<string, number>()
  const fresh: Pair[] = []
  const prices: PricesByChannel = new Map()
  const options: { id: number; variation: Decided }[] = []
  const stock: StockChange[] = []
  const repriced: PriceChange[] = []
  const levels: Pieces[] = []
  const addLevels = (variation_id: number, { draft }: Decided) =>
    void levels.push(...(draft.levels ?? []).map((level) => ({ ...level, variation_id })))

  for (const of of products) {
    for (const variation of of.variations) {
      const { existing } = variation
      if (!existing) {
        fresh.push({ variation, of })
        continue
      }
      ids.set(variation.sku, existing.id)
      addLevels(existing.id, variation)
      const newPrices = newPricesOf(variation, channelId)
      const isPriceNew = newPrices.length > 0
      addPrices(prices, existing.id, newPrices)
      for (const { channel_id, before, selling_price, mrp } of newPrices)
        repriced.push({
          ...{ product_id: of.productId, variation_id: existing.id, channel_id, before },
          after: [selling_price, mrp],
        })
      const isOptionNew = hasOtherOptions(variation, existing, references)
      if (isOptionNew) options.push({ id: existing.id, variation })
      const columns = differingColumns(
        variation,
        existing,
        isOptionNew ? titleOf(variation, references) : undefined,
      )
      await updateVariation(tx, existing.id, columns)
      if (typeof columns.stock === 'number')
        stock.push({ variation_id: existing.id, before: existing.stock, after: columns.stock })
      const pages = pagesOfStock(columns, existing)
      const isListed =
        isOptionNew ||
        pages === 'listings' ||
        changesListings(columns) ||
        newPrices.some(({ before }) => before === null)
      if (isListed) of.noteChanged('listings')
      else if (isPriceNew || pages) of.noteChanged('product')
      else if (Object.keys(columns).length > 0) of.outcome = of.outcome === 'created' ? 'created' : 'updated'
    }
  }

  const { categories } = references
  for (const [id, changed] of prices)
    tags.push(...(await priceChangeTags(tx, { channelId: id, categories }, changed)))
  for (const { id, of, variation } of await insertVariations(tx, fresh, references)) {
    ids.set(variation.sku, id)
    addLevels(id, variation)
    of.noteChanged('listings')
    options.push({ id, variation })
    const first = stockOf(variation.draft) ?? 0
    if (first > 0) stock.push({ variation_id: id, before: 0, after: first })
    addPrices(prices, id, newPricesOf(variation, channelId))
  }
  await writeOptions(tx, options, references)
  for (const [id, rows] of prices) await writePrices(tx, rows, id)
  for (const change of await setLevels(tx, levels)) {
    stock.push(change)
    const of = products.find(({ productId }) => productId === change.product_id)
    const pages = pagesOfChange(change)
    if (pages) of?.noteChanged(pages)
    else if (of?.outcome === 'unchanged') of.outcome = 'updated'
  }
  if (actor) await recordStockChanges(tx, actor, stock, { reason: 'import' })
  return { ids, created: fresh.length, tags, repriced }
}

const hasLevels = ({ levels = [] }: Decided['draft']) => levels.length > 0

/** The total that a row gives; one with stock by location gives none. */
const stockOf = (draft: Decided['draft']) => (hasLevels(draft) ? undefined : draft.stock)

async function insertVariations(tx: Tx, fresh: readonly Pair[], references: References) {
  if (fresh.length === 0) return []
  const preset = new Map<WrittenProduct, Decided | undefined>()
  for (const { of } of fresh) if (!preset.has(of)) preset.set(of, newDefault(of))
  const values = fresh.map(({ variation, of }) => {
    const { draft, sku } = variation
    return {
      product_id: of.productId,
      sku,
      title: titleOf(variation, references),
      is_default: preset.get(of) === variation,
      is_published: draft.is_published ?? true,
      position: (of.product?.variations.at(-1)?.position ?? -1) + 1 + of.variations.indexOf(variation),
      stock: stockOf(draft) ?? 0,
      safety_stock: draft.safety_stock ?? 0,
      sold_ahead: draft.sold_ahead ? json(draft.sold_ahead) : null,
      // Without a stock value, stock is not tracked.
      tracks_stock: draft.tracks_stock ?? (draft.stock !== undefined || hasLevels(draft)),
      weight_g: draft.weight_g ?? null,
      barcode: draft.barcode ?? null,
      content: draft.content ?? null,
      cost: draft.cost ?? null,
      custom: json(withCells({}, draft.custom ?? {})),
    }
  })
  const rows = await tx.insertInto('variations').values(values).returning(['id', 'sku']).execute()
  const idOf = new Map(rows.map(({ id, sku }) => [sku, id]))
  return fresh.map((pair) => ({ ...pair, id: idOf.get(pair.variation.sku)! }))
}

/** The default variation: the file's choice, otherwise its first; an existing default stays. */
function newDefault({ product, variations }: WrittenProduct) {
  if (product?.variations.some(({ is_default }) => is_default)) return undefined
  const fresh = variations.filter(({ existing }) => !existing)
  return fresh.find(({ draft }) => draft.is_default) ?? fresh[0]
}

/** `Blue / M`, in the shop's attribute order. */
const titleOf = ({ draft }: Decided, references: References) =>
  optionIds(references, draft.options ?? [])
    .map(({ label }) => label)
    .join(' / ')

type StoredPrice = Pick<ExistingVariation, 'selling_price' | 'mrp'>

type NewPrice = Omit<Price, 'variation_id'> & {
  channel_id: number
  /** null: the variation had none in the channel, so it may appear in lists. */
  before: PriceChange['before']
}

/** The prices of a variation that differ from the stored ones, in the default channel and the others of the file. */
function newPricesOf({ draft, existing }: Decided, defaultId: number): NewPrice[] {
  const drafts = [{ ...draft, channel_id: defaultId }, ...(draft.channel_prices ?? [])]
  return drafts.flatMap(({ channel_id, ...own }) => {
    const stored =
      channel_id === defaultId
        ? existing
        : existing?.channel_prices.find((price) => price.channel_id === channel_id)
    const price = priceOf(own, stored)
    if (!price || (price.selling_price === stored?.selling_price && price.mrp === stored.mrp)) return []
    return [{ channel_id, ...price, before: beforeOf(stored) }]
  })
}

const beforeOf = (stored: StoredPrice | undefined): PriceChange['before'] =>
  stored?.selling_price == null ? null : [stored.selling_price, stored.mrp ?? stored.selling_price]

function addPrices(prices: PricesByChannel, variation_id: number, fresh: readonly NewPrice[]) {
  for (const { channel_id, selling_price, mrp } of fresh)
    prices.set(channel_id, [...(prices.get(channel_id) ?? []), { variation_id, selling_price, mrp }])
}

/** A compare-at price equal to the price is no discount, so it follows the price. */
function priceOf(
  draft: { selling_price?: number | undefined; mrp?: number | null | undefined },
  existing: StoredPrice | undefined,
): Omit<Price, 'variation_id'> | undefined {
  const sellingPrice = draft.selling_price ?? existing?.selling_price
  if (sellingPrice == null) return undefined
  const known = existing?.mrp != null && existing.mrp !== existing.selling_price ? existing.mrp : sellingPrice
  const mrp = draft.mrp === undefined ? known : (draft.mrp ?? sellingPrice)
  return { selling_price: sellingPrice, mrp: Math.max(mrp, sellingPrice) }
}

const hasOtherOptions = ({ draft }: Decided, existing: ExistingVariation, references: References) =>
  draft.options !== undefined &&
  existingCombinationKey(optionIds(references, draft.options)) !== existingCombinationKey(existing.options)

function differingColumns({ draft, sku }: Decided, existing: ExistingVariation, title: string | undefined) {
  const { safety_stock, tracks_stock, weight_g, barcode, content, cost, is_published } = draft
  const wanted = {
    ...{ sku, stock: stockOf(draft), safety_stock, tracks_stock },
    ...{ weight_g, barcode, content, cost, is_published },
  }
  const columns: Updateable<Database['variations']> = title === undefined ? {} : { title }
  for (const column of keysOf(wanted))
    if (wanted[column] !== undefined && wanted[column] !== existing[column])
      Object.assign(columns, { [column]: wanted[column] })
  const { sold_ahead } = draft
  if (sold_ahead !== undefined && !isDeepStrictEqual(sold_ahead, existing.sold_ahead))
    columns.sold_ahead = sold_ahead && json(sold_ahead)
  const custom = draft.custom && withCells(existing.custom, draft.custom)
  if (custom && json(custom) !== json(existing.custom)) columns.custom = json(custom)
  return columns
}

async function updateVariation(tx: Tx, id: number, columns: Updateable<Database['variations']>) {
  if (Object.keys(columns).length === 0) return
  const { stock } = columns
  const divided = stock === undefined ? {} : { stock: sql<number>`${stock} - held_back` }
  await tx
    .updateTable('variations')
    .set({ ...columns, ...divided })
    .where('id', '=', id)
    .execute()
}

type Columns = Updateable<Database['variations']>

/** Whether lists, searches or facets change by other columns than stock: SKU, title, publication. */
function changesListings(columns: Columns) {
  const {
    stock: _stock,
    tracks_stock: _tracks,
    weight_g: _weight,
    barcode: _barcode,
    content: _content,
    cost: _cost,
    ...others
  } = columns
  return Object.keys(others).length > 0
}

/** The pages that show the new stock. */
function pagesOfStock(
  { stock, tracks_stock }: Columns,
  existing: ExistingVariation,
): 'listings' | 'product' | undefined {
  // How many of the pieces are sold is decided by the database.
  if (existing.held_back !== 0 && stock !== undefined) return 'listings'
  const after = availableQuantity({
    stock: Number(stock ?? existing.stock),
    tracks_stock: tracks_stock ?? existing.tracks_stock,
  })
  return pagesOfChange({
    is_ahead: existing.sold_ahead !== null,
    total: { before: availableQuantity(existing), after },
  })
}

async function writeOptions(tx: Tx, wanted: { id: number; variation: Decided }[], references: References) {
  const rows = wanted.flatMap(({ id, variation }) =>
    optionIds(references, variation.draft.options ?? []).map(({ attribute_id, value_id }) => ({
      variation_id: id,
      attribute_id,
      value_id,
    })),
  )
  const old = wanted.filter(({ variation }) => variation.existing).map(({ id }) => id)
  if (old.length > 0) await tx.deleteFrom('variation_options').where('variation_id', 'in', old).execute()
  if (rows.length > 0) await tx.insertInto('variation_options').values(rows).execute()
}

async function writePrices(tx: Tx, prices: readonly Price[], channelId: number) {
  if (prices.length === 0) return
  await tx
    .insertInto('prices')
    .values(prices.map((price) => ({ ...price, channel_id: channelId })))
    .onConflict((conflict) =>
      conflict.columns(['variation_id', 'channel_id']).doUpdateSet({
        selling_price: sql`excluded.selling_price`,
        mrp: sql`excluded.mrp`,
      }),
    )
    .execute()
}
