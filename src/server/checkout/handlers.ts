import type { checkoutEndpoints } from '#contract/checkout.ts'
import { money } from '#contract/money.ts'
import { scopeOf } from '../cart/cart-scope.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { requireOrderById } from '../orders/require-order.ts'
import { completePayment } from '../payments/complete-payment.ts'
import { orderPages } from '../payments/order-pages.ts'
import { startPayment } from '../payments/start-payment.ts'
import { completeOrder } from './complete-order.ts'
import { orderToken } from './order-token.ts'
import { placeOrder } from './place-order.ts'
import { rateExperience } from './rate-experience.ts'

/** The calls of the checkout: spec §7, decisions §4. */
export const checkoutHandlers: Handlers<typeof checkoutEndpoints> = {
  async placeOrder(input, call) {
    const { order_id, order_no, payment_method, amount, isReplayed } = await placeOrder(
      call.db,
      scopeOf(call, input),
      input,
      { look: await rememberedMailLook(call), tokenSecret: call.config.tokenSecret },
    )
    if (isReplayed) call.setHeader('idempotent-replayed', 'true')
    const token = orderToken(call.config.tokenSecret, order_id, 'complete')
    const placed = { order_id, order_no, token, type: payment_method }
    if (amount !== undefined)
      return {
        ...placed,
        payment_required: true,
        amount: money(amount, call.channel.currency),
        redirect: null,
      }
    const { complete } = orderPages(order_id, token, payment_method)
    return say('Order placed', { ...placed, payment_required: false, redirect: complete })
  },

  processPayment: ({ order_id, token, payment_method }, call) =>
    startPayment(call, { orderId: order_id, token, method: payment_method }),

  async completePayment({ order_id, token, payment_id }, call) {
    const outcome = await completePayment(call, { orderId: order_id, token, paymentId: payment_id })
    return outcome.payment_status === 'paid' ? say('Payment received', outcome) : outcome
  },

  async rateExperience({ order_id, token, rating, comment = '' }, call) {
    await requireOrderById(call, order_id, token)
    await rateExperience(call.db, { orderId: order_id, rating, comment })
    return say('Thank you for your rating', { rating })
  },

  complete: ({ token, order_id }, call) =>
    completeOrder(call.db, call.config.tokenSecret, { orderId: order_id, token }),
}
