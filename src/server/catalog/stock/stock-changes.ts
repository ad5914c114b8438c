import { sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

export type StockActor = { staffId: number | null; name: string }

/** Pieces of a variation in a location, by default the main one, before and after. */
export type StockChange = {
  variation_id: number
  before: number
  after: number
  location_id?: number | null
}
export type StockReason =
  | 'received'
  | 'counted'
  | 'damaged'
  | 'returned'
  | 'lost'
  | 'initial'
  | 'import'
  | 'other'
  | 'transfer'

/** Records changes of stock by staff, in the transaction that makes them. */
export async function recordStockChanges(
  tx: Tx,
  { staffId, name }: StockActor,
  changes: readonly StockChange[],
  { reason, note = '' }: { reason: StockReason; note?: string },
) {
  if (changes.length === 0) return
  await sql`
    insert into stock_changes (variation_id, location_id, staff_id, actor, stock_before, stock_after, reason, note)
    select variation_id, location_id, ${staffId}::bigint, ${name}::text, before, after, ${reason}::text, ${note}::text
    from json_to_recordset(${json(changes)}::json) as c(variation_id integer, location_id integer, before integer, after integer)`.execute(
    tx,
  )
}
