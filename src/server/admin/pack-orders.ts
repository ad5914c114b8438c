import type { Db } from '../kernel/context.ts'
import { ShopError } from '../kernel/errors.ts'
import type { ShippingServices } from '../orders/model/shipping-services.ts'
import { packOrder } from '../orders/shipping/pack-order.ts'
import type { Actor } from '../staff/audit-log.ts'
import { actOnOrder } from './act-on-order.ts'

export type BulkResult = { id: number; order_no: string; code: string | null; message: string }

/** Packs orders one after the other, each in its own transaction: a refused one does not stop the others. */
export async function packOrders(
  services: ShippingServices,
  actor: Actor,
  ids: readonly number[],
): Promise<BulkResult[]> {
  const numbers = await readNumbers(services.db, ids)
  const results: BulkResult[] = []
  for (const id of new Set(ids)) {
    const order_no = numbers.get(id)
    if (order_no === undefined) {
      results.push({ id, order_no: '', code: 'NOT_FOUND', message: 'This order could not be found' })
      continue
    }
    try {
      await actOnOrder(services, actor, { orderId: id, action: 'order.pack' }, (within) =>
        packOrder(within, order_no),
      )
      results.push({ id, order_no, code: null, message: 'Packed' })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      results.push({ id, order_no, code: error.code, message: error.message })
    }
  }
  return results
}

async function readNumbers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_no'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, order_no }) => [id, order_no]))
}
