import type { ordersEndpoints } from '#contract/orders.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'
import { orderNotFound } from '../orders/model/refusals.ts'
import { findOrder } from '../orders/read-order.ts'
import { requireOrder } from '../orders/require-order.ts'
import { answerChange } from './answer-change.ts'
import { cancelAnyOrder } from './cancel-any-order.ts'

/** Endpoints of orders that need payments too: they end with an unpaid order, and with a change that is declined. */
export const orderPaymentHandlers: Handlers<Pick<typeof ordersEndpoints, 'cancel' | 'answerChange'>> = {
  async answerChange({ order_no, token, ...answer }, call) {
    const { id } = await requireOrder(call.db, call, { order_no, token })
    await answerChange(call, id, answer)
    const order = await findOrder(call.db, id)
    if (!order) throw orderNotFound()
    return say(answer.accepts ? 'Your order is changed' : 'Your order stays as it was', order)
  },

  async cancel({ order_no, token, ...request }, call) {
    const { id } = await requireOrder(call.db, call, { order_no, token })
    const cancelled = await cancelAnyOrder(call, id, request)
    await carryOutRefunds(call)
    const order = await findOrder(call.db, id)
    if (!order) throw orderNotFound()
    return say(cancelled === 'whole' ? 'Order cancelled' : 'Items cancelled', order)
  },
}
