import type { ordersEndpoints } from '#contract/orders.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'
import { orderNotFound } from '../orders/model/refusals.ts'
import { findOrder } from '../orders/read-order.ts'
import { requireOrder } from '../orders/require-order.ts'
import { cancelAnyOrder } from './cancel-any-order.ts'

/** The endpoint of orders that needs payments too: an unpaid order is cancelled together with its payments. */
export const cancelHandlers: Handlers<Pick<typeof ordersEndpoints, 'cancel'>> = {
  async cancel({ order_no, token, ...request }, call) {
    const { id } = await requireOrder(call.db, call, { order_no, token })
    const cancelled = await cancelAnyOrder(call, id, request)
    await carryOutRefunds(call)
    const order = await findOrder(call.db, id)
    if (!order) throw orderNotFound()
    return say(cancelled === 'whole' ? 'Order cancelled' : 'Items cancelled', order)
  },
}
