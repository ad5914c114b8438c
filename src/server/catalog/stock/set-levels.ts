import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { LevelChange } from './change-level.ts'
import type { Pieces } from './choose-locations.ts'
import { pieces } from './locations.ts'

/**
 * Sets how many pieces of variations are in locations (null: the main one), many at once, as a file says it. A location that is not
 * named keeps its pieces.
 * @returns what has changed; of a variation in several locations, each with the total before all of them and after
 */
export async function setLevels(tx: Tx, wanted: readonly Pieces[]) {
  if (wanted.length === 0) return []
  const rows = json(wanted)
  await lockVariations.all(tx, rows)
  const before = await levelsOf.all(tx, rows)
  await setOthers.all(tx, rows)
  await setMain.all(tx, rows)
  const after = new Map((await levelsOf.all(tx, rows)).map((level) => [keyOf(level), level]))
  return before.flatMap((level) => {
    const now = after.get(keyOf(level))
    if (!now || now.quantity === level.quantity) return []
    const { variation_id, location_id, product_id, sku, is_ahead } = level
    const change: LevelChange & Pick<Pieces, 'location_id'> = {
      variation_id,
      location_id,
      product_id,
      sku,
      is_ahead,
      before: level.quantity,
      after: now.quantity,
      total: { before: level.stock, after: now.stock },
    }
    return [change]
  })
}

const keyOf = ({ variation_id, location_id }: Pick<Pieces, 'variation_id' | 'location_id'>) =>
  `${variation_id} ${location_id}`

const wantedRows =
  'json_to_recordset($1::json) as w(variation_id integer, location_id integer, quantity integer)'

const lockVariations = prepared(
  'lock variations of levels',
  `select 1 from variations where id in (select variation_id from ${wantedRows}) order by id for update`,
)

const levelsOf = prepared<Pieces & { product_id: number; sku: string; stock: number; is_ahead: boolean }>(
  'levels of variations',
  `select v.id as variation_id, w.location_id, v.product_id, v.sku, v.stock, v.sold_ahead is not null as is_ahead,
    case when w.location_id is null then greatest(0, ${pieces} - v.other_stock) else coalesce(l.quantity, 0) end as quantity
  from ${wantedRows} join variations v on v.id = w.variation_id
  left join stock_levels l on l.variation_id = v.id and l.location_id = w.location_id`,
)

const setOthers = prepared(
  'set levels of locations',
  `insert into stock_levels as l (variation_id, location_id, quantity)
  select variation_id, location_id, quantity from ${wantedRows} where location_id is not null order by variation_id, location_id
  on conflict (variation_id, location_id) do update set quantity = excluded.quantity where l.quantity <> excluded.quantity`,
)

/** After the others, which are part of the total. */
const setMain = prepared(
  'set levels of main location',
  `update variations v set stock = w.quantity + v.other_stock - v.held_back from ${wantedRows}
  where w.location_id is null and v.id = w.variation_id and greatest(0, ${pieces} - v.other_stock) <> w.quantity`,
)
