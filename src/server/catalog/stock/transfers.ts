import type {
  StockTransfer,
  StockTransferRow,
  StockTransferValues,
} from '#contract/admin/catalog/stock-transfers.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { type LevelChange, restock, takeStock } from './change-level.ts'
import { piecesIn, readLocations, requireLocation } from './locations.ts'
import { transferState } from './refusals.ts'
import { recordStockChanges, type StockActor } from './stock-changes.ts'

export async function listTransfers(
  db: Db,
  query: ListQuery<'id' | 'status'> & { status?: StockTransfer['status'] | undefined },
): Promise<{ rows: StockTransferRow[]; total: number }> {
  const { status } = query
  const found = db
    .selectFrom('stock_transfers')
    .$if(status !== undefined, (transfers) => transfers.where('status', '=', status ?? 'draft'))
  const { rows, total } = await listPage(found, query, {
    column: query.sort,
    id: 'id',
    select: (transfers) => transfers.select(['id', 'status', 'created_by', 'created_at']),
  })
  const ids = rows.map(({ id }) => id)
  // For the rows of the page alone: those that come before it are many.
  const facts = new Map((await factsOf.all(db, ids)).map(({ id, ...more }) => [id, more]))
  const unknown = { from: '', to: '', pieces: 0, received: 0 }
  return {
    rows: rows.map((row) => ({
      ...{ ...row, ...(facts.get(row.id) ?? unknown) },
      created_at: row.created_at.toISOString(),
    })),
    total,
  }
}

const factsOf = prepared<{ id: number; from: string; to: string; pieces: number; received: number }>(
  'facts of stock transfers',
  `select t.id, f.name as "from", d.name as "to", coalesce(i.pieces, 0) as pieces, coalesce(i.received, 0) as received
  from stock_transfers t join stock_locations f on f.id = t.from_location_id join stock_locations d on d.id = t.to_location_id
  left join lateral (
    select sum(quantity)::integer as pieces, sum(received)::integer as received from stock_transfer_items where transfer_id = t.id
  ) i on true where t.id = any($1::bigint[])`,
)

/** Undefined for an unknown one. */
export async function findTransfer(
  db: Db | Tx,
  id: number,
): Promise<Omit<StockTransfer, 'version'> | undefined> {
  const found = await transfer.first(db, id)
  if (!found) return undefined
  const { created_at, sent_at, ended_at, ...row } = found
  return {
    ...row,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    items: await itemsOf.all(db, id),
    locations: await readLocations(db),
  }
}

type Times = { created_at: Date; sent_at: Date | null; ended_at: Date | null }

const transfer = prepared<Omit<StockTransfer, 'version' | 'items' | 'locations' | keyof Times> & Times>(
  'stock transfer',
  `select t.id, t.from_location_id, t.to_location_id, f.name as "from", d.name as "to", t.status, t.note, t.created_by, t.created_at,
    t.sent_at, t.ended_at
  from stock_transfers t join stock_locations f on f.id = t.from_location_id join stock_locations d on d.id = t.to_location_id
  where t.id = $1::bigint`,
)

const itemsOf = prepared<StockTransfer['items'][number]>(
  'items of stock transfer',
  `select i.variation_id, v.sku, concat_ws(', ', p.name, nullif(v.title, '')) as name, i.quantity, i.received,
    ${piecesIn('f')} as in_stock
  from stock_transfer_items i join stock_transfers t on t.id = i.transfer_id join stock_locations f on f.id = t.from_location_id
  join variations v on v.id = i.variation_id join products p on p.id = v.product_id
  where i.transfer_id = $1::bigint order by v.sku`,
)

/** @throws 422 as `storeItems`, and at to_location_id for the location that sends */
export async function createTransfer(
  tx: Tx,
  { items, ...values }: StockTransferValues,
  { name }: StockActor,
): Promise<number> {
  await requireTwoLocations(tx, values)
  const { id } = await tx
    .insertInto('stock_transfers')
    .values({ ...values, created_by: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeItems(tx, id, items)
  return id
}

/** @throws 409 TRANSFER_STATE for one that was sent; 422 as `createTransfer` */
export async function updateTransfer(
  tx: Tx,
  { id, status }: StockTransfer,
  { items, from_location_id, to_location_id, note }: StockTransferValues,
) {
  requireState(status, 'draft')
  const values = { from_location_id, to_location_id, note }
  await requireTwoLocations(tx, values)
  await tx.updateTable('stock_transfers').set(values).where('id', '=', id).execute()
  await tx.deleteFrom('stock_transfer_items').where('transfer_id', '=', id).execute()
  await storeItems(tx, id, items)
}

async function requireTwoLocations(
  tx: Tx,
  { from_location_id, to_location_id }: Pick<StockTransferValues, 'from_location_id' | 'to_location_id'>,
) {
  await requireLocation(tx, from_location_id, 'from_location_id')
  await requireLocation(tx, to_location_id, 'to_location_id')
  if (from_location_id === to_location_id) throw invalid({ to_location_id: ['Choose another location'] })
}

/** @throws 422 at items for an unknown SKU, one that is not counted, and one that is named twice */
async function storeItems(tx: Tx, id: number, items: StockTransferValues['items']) {
  const found = await countedVariations.all(
    tx,
    items.map(({ sku }) => sku.toUpperCase()),
  )
  const bySku = new Map(found.map((variation) => [variation.sku.toUpperCase(), variation.id]))
  const named = new Set<number>()
  const rows = items.map(({ sku, quantity }) => {
    const variation_id = bySku.get(sku.toUpperCase())
    if (variation_id === undefined)
      throw invalid({ items: [`${sku}: no variation with counted stock has this SKU`] })
    if (named.has(variation_id)) throw invalid({ items: [`${sku} is entered twice`] })
    named.add(variation_id)
    return { variation_id, quantity }
  })
  await insertItems.all(tx, id, json(rows))
}

const countedVariations = prepared<{ id: number; sku: string }>(
  'counted variations by sku',
  'select id, sku from variations where upper(sku) = any($1::text[]) and tracks_stock',
)

const insertItems = prepared(
  'insert items of stock transfer',
  `insert into stock_transfer_items (transfer_id, variation_id, quantity)
  select $1::bigint, variation_id, quantity from json_to_recordset($2::json) as i(variation_id integer, quantity integer)`,
)

/** @throws 409 TRANSFER_STATE unless it is a draft; OUT_OF_STOCK naming the first item that the location has too few of */
export async function sendTransfer(tx: Tx, transfer: StockTransfer, actor: StockActor) {
  requireState(transfer.status, 'draft')
  const location_id = await requireLocation(tx, transfer.from_location_id)
  const pieces = transfer.items.map(({ variation_id, quantity, name }) => ({
    variation_id,
    quantity,
    name,
    location_id,
  }))
  await record(tx, actor, transfer, location_id, await takeStock(tx, pieces))
  await setStatus.all(tx, transfer.id, 'sent')
}

/** Once all of it has arrived, the transfer ends. @throws 409 TRANSFER_STATE unless it is in transit; 422 at items */
export async function receiveTransfer(
  tx: Tx,
  transfer: StockTransfer,
  arrived: readonly { variation_id: number; quantity: number }[],
  actor: StockActor,
) {
  requireState(transfer.status, 'sent')
  const location_id = await requireLocation(tx, transfer.to_location_id)
  const counts = new Map(arrived.map(({ variation_id, quantity }) => [variation_id, quantity]))
  const known = transfer.items.filter(({ variation_id }) => counts.has(variation_id))
  if (counts.size < arrived.length || known.length < counts.size)
    throw invalid({ items: ['These items are not part of the transfer'] })
  const pieces = known
    .map(({ variation_id }) => ({ variation_id, quantity: counts.get(variation_id) ?? 0, location_id }))
    .filter(({ quantity }) => quantity > 0)
  if (pieces.length === 0) throw invalid({ items: ['Please enter what has arrived'] })
  for (const { sku, variation_id, quantity, received } of known)
    if ((counts.get(variation_id) ?? 0) > quantity - received)
      throw invalid({ items: [`${sku}: only ${quantity - received} of it are in transit`] })
  await record(tx, actor, transfer, location_id, await restock(tx, pieces))
  const { is_complete } = (await addReceived.first(tx, transfer.id, json(pieces))) ?? { is_complete: false }
  if (is_complete) await setStatus.all(tx, transfer.id, 'received')
}

/** Ends a transfer: what has not arrived is in the sending location again. @throws 409 TRANSFER_STATE for one that has ended */
export async function cancelTransfer(tx: Tx, transfer: StockTransfer, actor: StockActor) {
  if (transfer.status !== 'draft') requireState(transfer.status, 'sent')
  if (transfer.status === 'sent') {
    const location_id = await requireLocation(tx, transfer.from_location_id)
    const pieces = transfer.items
      .map(({ variation_id, quantity, received }) => ({
        variation_id,
        quantity: quantity - received,
        location_id,
      }))
      .filter(({ quantity }) => quantity > 0)
    await record(tx, actor, transfer, location_id, await restock(tx, pieces))
  }
  await setStatus.all(tx, transfer.id, 'cancelled')
}

const record = (
  tx: Tx,
  actor: StockActor,
  { id }: Pick<StockTransfer, 'id'>,
  location_id: number | null,
  changes: readonly LevelChange[],
) =>
  recordStockChanges(
    tx,
    actor,
    changes.map((change) => ({ ...change, location_id })),
    { reason: 'transfer', note: `Transfer ${id}` },
  )

function requireState(status: StockTransfer['status'], required: StockTransfer['status']) {
  if (status !== required) throw transferState(required)
}

const addReceived = prepared<{ is_complete: boolean }>(
  'add received items of stock transfer',
  `with arrived as (
    update stock_transfer_items i set received = i.received + a.quantity
    from json_to_recordset($2::json) as a(variation_id integer, quantity integer)
    where i.transfer_id = $1::bigint and i.variation_id = a.variation_id
    returning i.variation_id, i.quantity, i.received
  )
  select bool_and(coalesce(a.received, i.received) = i.quantity) as is_complete
  from stock_transfer_items i left join arrived a on a.variation_id = i.variation_id where i.transfer_id = $1::bigint`,
)

const setStatus = prepared(
  'set status of stock transfer',
  `update stock_transfers set status = $2::text, sent_at = case when $2::text = 'sent' then now() else sent_at end,
    ended_at = case when $2::text <> 'sent' then now() end
  where id = $1::bigint`,
)
