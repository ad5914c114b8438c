import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { tagsOfChange } from './availability.ts'
import type { Pieces } from './choose-locations.ts'
import { outOfStock } from './refusals.ts'

/** The pieces of a variation in one location, and the total that is sold, before a change and after it. */
export type LevelChange = {
  variation_id: number
  product_id: number
  sku: string
  /** Its pages say more than the total. */
  is_ahead?: boolean
  before: number
  after: number
  total: { before: number; after: number }
}

/**
 * Changes the pieces of a variation in one location (null: the main one) by `quantity`, which may be negative. The row of the variation
 * is locked first, as by orders, so that nothing else changes its levels. Several variations are changed in id order.
 * @returns undefined for a variation that is gone. Less than nothing is not taken: the caller refuses it.
 */
async function changeLevel(
  tx: Tx,
  { variation_id, location_id, quantity }: Pieces,
): Promise<LevelChange | undefined> {
  const locked = await lock.first(tx, variation_id)
  if (!locked) return undefined
  const { stock, in_main, product_id, sku, is_ahead } = locked
  const level =
    location_id === null
      ? { before: in_main, sells: true }
      : await readLevel.first(tx, variation_id, location_id)
  if (!level) throw new Error(`Location ${location_id} is gone`)
  const { before, sells } = level
  const after = before + quantity
  if (after >= 0 || quantity > 0)
    await (location_id === null
      ? addToTotal.first(tx, variation_id, quantity)
      : setLevel.first(tx, variation_id, location_id, after))
  const total = { before: stock, after: stock + (sells ? quantity : 0) }
  return { variation_id, product_id, sku, is_ahead, before, after, total }
}

/**
 * The same for many variations of one location at once, without a limit of their number.
 * @returns the changes in id order; less than nothing is not taken, and none is then
 */
export async function changeLevels(
  tx: Tx,
  location_id: number | null,
  wanted: ReadonlyMap<number, number>,
): Promise<LevelChange[]> {
  if (wanted.size === 0) return []
  const locked = await lockMany.all(tx, [...wanted.keys()], location_id)
  const changes = locked.map(({ id, stock, pieces, sells, ...of }): LevelChange => {
    const by = wanted.get(id) ?? 0
    const total = { before: stock, after: stock + (sells ? by : 0) }
    return { variation_id: id, ...of, before: pieces, after: pieces + by, total }
  })
  if (changes.some(({ before, after }) => after < Math.min(0, before))) return changes
  const rows = json(
    changes.map(({ variation_id, before, after }) => ({ variation_id, by: after - before, after })),
  )
  await (location_id === null ? addToTotals.all(tx, rows) : writeLevels.all(tx, rows, location_id))
  return changes
}

const changedRows = 'json_to_recordset($1::json) as w(variation_id integer, by integer, after integer)'

/** SQL: the pieces of variation v in location $2 (null: the main one). */
const piecesThere = `case when $2::integer is null then v.stock + v.held_back - v.other_stock else coalesce((
      select l.quantity from stock_levels l where l.location_id = $2 and l.variation_id = v.id), 0) end`

const lockMany = prepared<Omit<Locked, 'in_main'> & { id: number; pieces: number; sells: boolean }>(
  'lock stock of variations',
  `select v.id, v.stock, v.product_id, v.sku, v.sold_ahead is not null as is_ahead,
    ${piecesThere} as pieces,
    coalesce((select p.sells from stock_locations p where p.id = $2), true) as sells
  from variations v where v.id = any($1::integer[]) order by v.id for update of v`,
)

const addToTotals = prepared(
  'change stock of variations',
  `update variations v set stock = v.stock + w.by from ${changedRows} where v.id = w.variation_id`,
)

const writeLevels = prepared(
  'change levels of location',
  `insert into stock_levels (variation_id, location_id, quantity)
  select variation_id, $2::integer, after from ${changedRows} order by variation_id
  on conflict (variation_id, location_id) do update set quantity = excluded.quantity`,
)

/** Locks the variations of products that count stock, in id order, with their pieces in a location (null: the main one). */
export const lockLevels = (tx: Tx, productIds: readonly number[], location_id: number | null) =>
  levels.all(tx, productIds, location_id)

const levels = prepared<{ variation_id: number; product_id: number; sku: string; pieces: number }>(
  'lock stock of products',
  `select v.id as variation_id, v.product_id, v.sku, ${piecesThere} as pieces
  from variations v where v.product_id = any($1::integer[]) and v.tracks_stock order by v.id for update of v`,
)

/**
 * Takes pieces out of the stock of their locations, in id order. Those of variations that are gone are left out.
 * @throws 409 OUT_OF_STOCK naming the first variation that is short there
 */
export async function takeStock(
  tx: Tx,
  pieces: readonly (Pieces & { name: string })[],
): Promise<LevelChange[]> {
  const changes: LevelChange[] = []
  for (const piece of inIdOrder(pieces)) {
    const change = await changeLevel(tx, { ...piece, quantity: -piece.quantity })
    if (change && change.after < 0) throw outOfStock(piece.name, change.before)
    if (change) changes.push(change)
  }
  await noteChange(tx, changes.flatMap(tagsOfChange))
  return changes
}

/** Returns pieces to the stock of their locations, in id order. Those of variations that are gone are left out. */
export async function restock(tx: Tx, pieces: readonly Pieces[]): Promise<LevelChange[]> {
  const changes: LevelChange[] = []
  for (const piece of inIdOrder(pieces)) {
    const change = await (piece.location_id === null ? addToMain(tx, piece) : changeLevel(tx, piece))
    if (change) changes.push(change)
  }
  await noteChange(tx, changes.flatMap(tagsOfChange))
  return changes
}

const inIdOrder = <P extends Pieces>(pieces: readonly P[]) =>
  pieces.toSorted((a, b) => a.variation_id - b.variation_id)

/** In one statement: orders whose payment fails release their stock by it. */
async function addToMain(tx: Tx, { variation_id, quantity }: Pieces): Promise<LevelChange | undefined> {
  const back = await addToTotal.first(tx, variation_id, quantity)
  if (!back) return undefined
  const { stock, in_main: after, product_id, sku, is_ahead } = back
  const total = { before: stock - quantity, after: stock }
  return { variation_id, product_id, sku, is_ahead, before: after - quantity, after, total }
}

type Locked = { stock: number; in_main: number; product_id: number; sku: string; is_ahead: boolean }

const lockedColumns =
  'stock, stock + held_back - other_stock as in_main, product_id, sku, sold_ahead is not null as is_ahead'

const lock = prepared<Locked>(
  'lock stock of variation',
  `select ${lockedColumns} from variations where id = $1::integer for update`,
)

const readLevel = prepared<{ before: number; sells: boolean }>(
  'stock level',
  `select coalesce((select quantity from stock_levels l where l.location_id = p.id and l.variation_id = $1::integer), 0) as before, p.sells
  from stock_locations p where p.id = $2::integer`,
)

const setLevel = prepared(
  'set stock level',
  `insert into stock_levels (variation_id, location_id, quantity) values ($1::integer, $2::integer, $3::integer)
  on conflict (variation_id, location_id) do update set quantity = excluded.quantity`,
)

const addToTotal = prepared<Locked>(
  'restock variation',
  `update variations set stock = stock + $2::integer where id = $1::integer returning ${lockedColumns}`,
)
