import type {
  LocationName,
  StockLocationRow,
  StockLocationValues,
} from '#contract/admin/catalog/stock-locations.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { allowLonger } from '#server/platform/db/primary-client.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { locationInUse, unknownLocation } from './refusals.ts'

/** All locations, the main one first, then by priority; none in a shop with one location, where nothing names it. ADR 0029. */
export const readLocations = (db: Db | Tx): Promise<LocationName[]> => several.all(db)

const several = prepared<LocationName>(
  'stock locations',
  `select id, name from stock_locations where (select count(*) from stock_locations) > 1 order by is_main desc, priority, id`,
)

/** The locations by code, as rows of stock name them: null is the main one. */
export async function readLocationCodes(db: Db): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('stock_locations')
    .select(['id', 'code', 'is_main'])
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, code, is_main }) => [code, is_main ? null : id]))
}

/**
 * A location as rows of stock and orders name it: null is the main one.
 * @throws 422 at `field` for one that does not exist
 */
export async function requireLocation(
  tx: Tx,
  id: number | undefined,
  field = 'location_id',
): Promise<number | null> {
  if (id === undefined) return null
  const found = await location.first(tx, id)
  if (!found) throw unknownLocation(field)
  return found.is_main ? null : id
}

/** SQL: the pieces of variation v, those for sale and those that are held back. */
export const pieces = '(v.stock + v.held_back)'

/** SQL: the pieces of variation v in location `p`. The main one has what no other has. ADR 0029. */
export const piecesIn = (p = 'p') => `case when ${p}.is_main then ${pieces} - v.other_stock else coalesce((
    select l.quantity from stock_levels l where l.variation_id = v.id and l.location_id = ${p}.id), 0) end`

const location = prepared<{ is_main: boolean }>(
  'stock location',
  'select is_main from stock_locations where id = $1::integer',
)

export const listStockLocations = (
  db: Db,
  query: ListQuery<'priority' | 'name' | 'id'>,
): Promise<{ rows: StockLocationRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('stock_locations')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort,
      id: 'id',
      select: (found) =>
        found.select(['id', 'name', 'code', 'priority', 'is_main', 'is_active', 'sells_online']),
    },
  )

export const readStockLocation = (db: Db | Tx, id: number): Promise<StockLocationValues | undefined> =>
  db
    .selectFrom('stock_locations')
    .select(['name', 'code', 'address', 'opening_hours', 'priority', 'sells_online', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst()

/** @throws 422 at the code when another location has it */
export async function createStockLocation(tx: Tx, values: StockLocationValues): Promise<number> {
  await requireFreeCode(tx, values.code, 0)
  const { id } = await tx
    .insertInto('stock_locations')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws 422 as `createStockLocation`, and for a main location that would not sell */
export async function updateStockLocation(
  tx: Tx,
  id: number,
  values: StockLocationValues,
  before: StockLocationValues,
) {
  await requireFreeCode(tx, values.code, id)
  const sells = values.is_active && values.sells_online
  if (!sells && (await requireLocation(tx, id)) === null)
    throw invalid({
      [values.is_active ? 'values.sells_online' : 'values.is_active']: [
        'The main location always sells. Move its stock to another location instead.',
      ],
    })
  const isCounted = sells !== (before.is_active && before.sells_online)
  // All of its pieces come into the totals or leave them: 3 s for 100,000 variations.
  if (isCounted) await allowLonger(tx, 120_000)
  await tx.updateTable('stock_locations').set(values).where('id', '=', id).execute()
  if (isCounted) await noteChange(tx, ['*'])
}

/** @throws 409 IN_USE for the main location, and for one that orders, transfers or the history of stock name */
export async function removeStockLocation(tx: Tx, id: number, { name }: StockLocationValues) {
  const used = await usesOf.first(tx, id)
  if (used?.is_used) throw locationInUse(name)
  await tx.deleteFrom('stock_levels').where('location_id', '=', id).execute()
  await tx.deleteFrom('stock_locations').where('id', '=', id).execute()
}

const usesOf = prepared<{ is_used: boolean }>(
  'uses of stock location',
  `select is_main or exists (select from stock_levels where location_id = p.id and quantity > 0)
    or exists (select from order_items where location_id = p.id) or exists (select from stock_holds where levels @> jsonb_build_array(jsonb_build_object('location_id', p.id)))
    or exists (select from refund_items where restocked_location_id = p.id) or exists (select from stock_changes where location_id = p.id)
    or exists (select from shipping_methods where location_id = p.id) or exists (select from order_pickups where location_id = p.id)
    or exists (select from stock_transfers where p.id in (from_location_id, to_location_id)) as is_used
  from stock_locations p where id = $1::integer`,
)

async function requireFreeCode(tx: Tx, code: string, id: number) {
  const other = await tx
    .selectFrom('stock_locations')
    .select('name')
    .where('code', '=', code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ 'values.code': [`"${other.name}" has this code already`] })
}
