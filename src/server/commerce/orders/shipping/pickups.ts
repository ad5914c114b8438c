import { randomInt } from 'node:crypto'
import { pickupNotReady, wrongPickupCode } from '#server/commerce/orders/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { queueOrderReady } from '../messages/order-ready.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { markDelivered } from './add-scan.ts'
import { type HeldOrder, holdOrder, moveThrough, requireMayLeave, stateMessage } from './order-moves.ts'
import { shipOrder } from './ship-order.ts'

/**
 * The order can be picked up: it is packed, and its customer gets a code by mail and SMS, with address and opening hours. ADR 0029.
 * @throws 404; 409 ORDER_STATE for a delivery, before a bank transfer has arrived, and for one that is ready or has left
 */
export const markReady = (services: ShippingServices, order_no: string): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    requireMayLeave(order, {})
    if (order.status === 'placed') await moveThrough(tx, order, 'packed')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const pickup = isPacked(order) && (await setReady.first(tx, order.id, code))
    if (!pickup) throw pickupNotReady(stateMessage(order))
    await queueOrderReady(tx, services.config, order.id, { ...pickup, code })
  })

/** Packed, also while another part is with the customer already. */
const isPacked = ({ status, is_partly_shipped }: HeldOrder) => status === 'packed' || is_partly_shipped

const setReady = prepared<{ name: string; address: string; opening_hours: string }>(
  'set order ready for pick-up',
  `update order_pickups k set code = $2::text, ready_at = now() from stock_locations p
  where k.order_id = $1::bigint and k.ready_at is null and p.id = k.location_id
  returning p.name, p.address, p.opening_hours`,
)

/**
 * The customer has shown the code and has all of the order, which counts as delivered. It gets its invoice with that.
 * @throws 404; 409 ORDER_STATE for one that is not ready; 422 at code
 */
export const handOver = (services: ShippingServices, order_no: string, code: string): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const order = await holdOrder(tx, order_no)
    const pickup = isPacked(order) ? await readyPickup.first(tx, order.id) : undefined
    if (!pickup) throw pickupNotReady(stateMessage(order))
    if (pickup.code !== code) throw wrongPickupCode()
    const within = { ...services, db: tx }
    const waybill = await shipOrder(within, { order_no, courier: `Pick-up, ${pickup.name}`, isPickup: true })
    await markDelivered(within, waybill)
  })

const readyPickup = prepared<{ code: string; name: string }>(
  'ready pick-up of order',
  `select k.code, p.name from order_pickups k join stock_locations p on p.id = k.location_id
  where k.order_id = $1::bigint and k.code is not null`,
)
