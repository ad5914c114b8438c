import { sql } from 'kysely'
import type { OrderBatch, OrderFilter } from '#contract/admin/orders.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid, ShopError } from '#server/platform/kernel/errors.ts'
import { actOnOrder } from './act-on-order.ts'
import { findForBatch } from './find-for-batch.ts'
import { orderNotFound } from './refusals.ts'

export type BatchRequest = {
  action: 'pack' | 'ship'
  ids?: readonly number[] | undefined
  /** Instead of ids. */
  filter?: OrderFilter | undefined
  /** Of the days of the filter. */
  timeZone: string
  courier?: string | undefined
  /** By order; an order without one is sent without a waybill. */
  waybills?: Readonly<Record<string, string>> | undefined
}

/**
 * Stores a bulk action with its orders, in one transaction with the job that carries it out. ADR 0045.
 * @throws 422 without a choice, or at courier for shipments without one; 404 when no order is found.
 */
export const createOrderBatch = (
  db: Db,
  actor: Actor,
  { action, ids, filter, timeZone, courier = '', waybills = {} }: BatchRequest,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (!ids && !filter) throw invalid({ ids: ['Please choose orders'] })
    if (action === 'ship' && !courier.trim()) throw invalid({ courier: ['must not be empty'] })
    const chosen = filter
      ? await findForBatch(tx, filter, { timeZone, staffId: actor.staffId }, action)
      : await findKnown(tx, ids ?? [])
    if (chosen.length === 0) throw orderNotFound()
    const { id } = await tx
      .insertInto('order_batches')
      .values({ action, courier: courier.trim(), staff_id: actor.staffId, actor: actor.name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_batch_items')
      .values(chosen.map((order_id) => ({ batch_id: id, order_id, waybill: waybills[order_id] ?? '' })))
      .execute()
    await enqueue(tx, runOrderBatchJob, { id }, { key: String(id) })
    return id
  })

async function findKnown(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Carries out the orders of a batch that have no result yet. */
export const runOrderBatchJob = defineJob<ShippingServices & JobServices, { id: number }>({
  name: 'run-order-batch',
  run: ({ id }, services) => runOrderBatch(services, id, services.signal),
  onDead: (key, error, { db }) => endBatch(db, Number(key), error),
})

/** Orders that the batch has not reached keep their state, with the reason as their result. */
const endBatch = (db: Db, id: number, error: string) =>
  inTransaction(db, async (tx) => {
    await refuseRest.all(tx, id, `Nothing was done, because the work failed: ${error}`)
    await finish.all(tx, id)
  })

/**
 * Packs or ships the orders one after the other, each in one transaction with its result, its audit entry and its messages:
 * a repeated run continues after it, two at once share the orders, and a refused order does not stop the others.
 */
export async function runOrderBatch(services: ShippingServices, id: number, signal?: AbortSignal) {
  const batch = await batchById.first(services.db, id)
  if (!batch || batch.is_finished) return
  while (!signal?.aborted) {
    const item = await inTransaction(services.db, async (tx) => {
      const next = await nextItem.first(tx, id)
      if (next) await carryOut({ ...services, db: tx }, tx, { ...batch, ...next })
      return next
    })
    if (!item) break
  }
  await finish.all(services.db, id)
}

type Item = { order_id: number; order_no: string; waybill: string }
type Batch = { id: number; action: 'pack' | 'ship'; courier: string; staff_id: number | null; actor: string }

async function carryOut(services: ShippingServices, tx: Tx, { order_id, order_no, ...batch }: Batch & Item) {
  const actor = { staffId: batch.staff_id, name: batch.actor, ip: '' }
  const { action, courier, waybill } = batch
  const work = (within: ShippingServices): Promise<unknown> =>
    action === 'pack'
      ? packOrder(within, order_no)
      : shipOrder(within, { order_no, courier, waybill: waybill || undefined })
  await sql`savepoint item`.execute(tx)
  try {
    await actOnOrder(services, actor, { orderId: order_id, action: `order.${action}` }, work)
    await storeResult.all(tx, batch.id, order_id, null, action === 'pack' ? 'Packed' : 'Shipped')
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await sql`rollback to savepoint item`.execute(tx)
    await storeResult.all(tx, batch.id, order_id, error.code, reasonOf(error))
  }
}

/** A field's refusal says more than that the data was invalid. */
function reasonOf({ message, extra }: ShopError): string {
  const [field] = Object.entries(extra.errors ?? {})
  return field ? `${field[0]} ${field[1][0]}` : message
}

/** A batch with its results, in the order of the orders. @throws 404 */
export async function readOrderBatch(db: Db, id: number): Promise<OrderBatch> {
  const row = await batchForStaff.first(db, id)
  if (!row) throw orderNotFound()
  return { ...row, created_at: row.created_at.toISOString() }
}

/** The newest batch of a member of staff within a day; undefined without. */
export const findLatestBatch = async (db: Db, staffId: number): Promise<number | undefined> =>
  (await latestOf.first(db, staffId))?.id

const batchById = prepared<Batch & { is_finished: boolean }>(
  'order batch',
  `select id, action, courier, staff_id, actor, finished_at is not null as is_finished from order_batches
  where id = $1::bigint`,
)

const nextItem = prepared<Item>(
  'next order of batch',
  `select i.order_id, o.order_no, i.waybill from order_batch_items i join orders o on o.id = i.order_id
  where i.batch_id = $1::bigint and i.done_at is null order by i.order_id limit 1 for update of i skip locked`,
)

const storeResult = prepared(
  'store result of batch',
  `update order_batch_items set done_at = now(), code = $3::text, message = $4::text
  where batch_id = $1::bigint and order_id = $2::bigint`,
)

const refuseRest = prepared(
  'refuse rest of order batch',
  `update order_batch_items set done_at = now(), code = 'SERVER', message = $2::text
  where batch_id = $1::bigint and done_at is null`,
)

const finish = prepared(
  'finish order batch',
  `update order_batches b set finished_at = now() where id = $1::bigint and finished_at is null
    and not exists (select from order_batch_items i where i.batch_id = b.id and i.done_at is null)`,
)

const batchForStaff = prepared<Omit<OrderBatch, 'created_at'> & { created_at: Date }>(
  'order batch for staff',
  `select b.id, b.action, b.created_at, b.finished_at is not null as is_finished, (
      select coalesce(json_agg(json_build_object('id', i.order_id, 'order_no', o.order_no, 'is_done', i.done_at is not null,
        'code', i.code, 'message', i.message) order by i.order_id), '[]')
      from order_batch_items i join orders o on o.id = i.order_id where i.batch_id = b.id
    ) as results
  from order_batches b where b.id = $1::bigint`,
)

const latestOf = prepared<{ id: number }>(
  'latest order batch of staff',
  `select id from order_batches where staff_id = $1::bigint and created_at > now() - interval '1 day' order by id desc limit 1`,
)
