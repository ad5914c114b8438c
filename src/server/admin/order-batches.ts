import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OrderBatch, OrderFilter } from '#contract/admin/orders.ts'
import { readDefaultCourier } from '#server/commerce/couriers/bookings/act-on-bookings.ts'
import {
  type BookingServices,
  carryOutBooking,
  shipBooked,
} from '#server/commerce/couriers/bookings/carry-out-booking.ts'
import { findOpenBooking, openBooking } from '#server/commerce/couriers/bookings/open-booking.ts'
import { readBooking } from '#server/commerce/couriers/bookings/read-bookings.ts'
import { noDefaultCourier } from '#server/commerce/couriers/refusals.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid, ShopError } from '#server/platform/kernel/errors.ts'
import { actOnOrder } from './act-on-order.ts'
import { findForBatch } from './find-for-batch.ts'
import { orderNotFound } from './refusals.ts'

export type BatchRequest = {
  action: 'pack' | 'ship' | 'book'
  ids?: readonly number[] | undefined
  /** Instead of ids. */
  filter?: OrderFilter | undefined
  /** Of the days of the filter. */
  timeZone: string
  courier?: string | undefined
  service?: string | undefined
  /** By order; an order without one leaves as it is booked, or without a waybill. */
  waybills?: Readonly<Record<string, string>> | undefined
}

/**
 * Stores a bulk action with its orders, in one transaction with the job that carries it out. ADR 0045.
 * @throws 422 without a choice, or at courier for shipments without one; 404 when no order is found.
 */
export const createOrderBatch = (
  db: Db,
  actor: Actor,
  { action, ids, filter, timeZone, courier = '', service = '', waybills = {} }: BatchRequest,
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
      .values({
        ...{ action, courier: courier.trim(), courier_service: service },
        ...{ staff_id: actor.staffId, actor: actor.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_batch_items')
      .values(chosen.map((order_id) => ({ batch_id: id, order_id, waybill: waybills[order_id] ?? '' })))
      .execute()
    await enqueue(tx, action === 'book' ? bookOrdersJob : runOrderBatchJob, { id }, { key: String(id) })
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

/**
 * Carries out a batch that books. A job of its own, because couriers are asked outside of a transaction, and a process of the release
 * before must not take it.
 */
export const bookOrdersJob = defineJob<BookingServices & JobServices, { id: number }>({
  name: 'book-orders',
  async run({ id }, services) {
    // Orders that another process has begun are free when it has stored its result, or two minutes after it has ended.
    while (!services.signal.aborted && !(await runBookingBatch(services, id)))
      await sleep(1_000, undefined, { signal: services.signal }).catch(() => {})
  },
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
type Batch = {
  id: number
  action: 'pack' | 'ship' | 'book'
  courier: string
  courier_service: string
  staff_id: number | null
  actor: string
}

async function carryOut(services: ShippingServices, tx: Tx, { order_id, order_no, ...batch }: Batch & Item) {
  const actor = { staffId: batch.staff_id, name: batch.actor, ip: '' }
  const { action, courier, waybill } = batch
  const booked = action === 'ship' && !waybill ? await findOpenBooking(tx, order_id) : undefined
  const work = (within: ShippingServices): Promise<unknown> =>
    action === 'pack'
      ? packOrder(within, order_no)
      : booked?.waybill
        ? shipBooked(within, order_no, { ...booked, waybill: booked.waybill })
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

/**
 * Books a parcel of each order, four at once, each with its result: a courier that is away delays no order of the others, and an order
 * whose answer is missing is asked for again later. A repeated run goes on with bookings that an earlier one began.
 * @returns whether every order has its result; others may be in the hands of another run.
 */
export async function runBookingBatch(
  services: BookingServices & { signal?: AbortSignal },
  id: number,
): Promise<boolean> {
  const batch = await batchById.first(services.db, id)
  if (!batch || batch.is_finished) return true
  await workThrough(services, {
    job: BOOKING,
    claim: claimForBooking,
    values: [id],
    atOnce: 4,
    async work(item) {
      try {
        const { db } = services
        const known = await begunBooking.first(db, item.id, id)
        const booking = known?.id ?? (await beginBooking(services, { ...batch, ...item, order_id: item.id }))
        await carryOutBooking(services, booking)
        const { status, problem, carrier, waybill } = await readBooking(db, booking)
        if (status === 'booked') await storeResult.all(db, id, item.id, null, `Booked: ${carrier} ${waybill}`)
        else
          await storeResult.all(
            db,
            id,
            item.id,
            'COURIER_UNAVAILABLE',
            problem || 'The booking was cancelled',
          )
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        await storeResult.all(services.db, id, item.id, error.code, reasonOf(error))
      }
    },
  })
  await finish.all(services.db, id)
  return (await batchById.first(services.db, id))?.is_finished !== false
}

async function beginBooking(
  services: BookingServices,
  { order_id, order_no, courier, courier_service, staff_id, actor: name }: Batch & Omit<Item, 'waybill'>,
): Promise<number> {
  const actor = { staffId: staff_id, name, ip: '' }
  const choice = courier
    ? { courier, service: courier_service }
    : await readDefaultCourier(services.db, order_id)
  if (!choice) throw noDefaultCourier()
  return actOnOrder(
    services,
    actor,
    { orderId: order_id, action: 'order.book', entered: choice },
    ({ db: tx }) => openBooking(tx, { config: services.config, actor }, { order_no, ...choice }),
  )
}

const BOOKING = 'book-orders'

const claimForBooking = claimStatement<{ id: number; order_no: string }>(
  BOOKING,
  `select i.order_id as id, o.order_no from order_batch_items i join orders o on o.id = i.order_id
  where i.batch_id = $2::bigint and i.done_at is null and ${isClaimable(BOOKING, 'i.order_id')}
  order by i.order_id limit $1::integer for update of i skip locked`,
)

/** A run before this one was ended between the two halves. */
const begunBooking = prepared<{ id: number }>(
  'booking that a batch began',
  `select b.id from courier_bookings b join order_batches t on t.id = $2::bigint
  where b.order_id = $1::bigint and b.refund_id is null and b.created_at >= t.created_at and b.status in ('pending', 'booked')
  order by b.id desc limit 1`,
)

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
  `select id, action, courier, courier_service, staff_id, actor, finished_at is not null as is_finished from order_batches
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
