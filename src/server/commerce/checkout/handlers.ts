import type { checkoutEndpoints } from '#contract/checkout.ts'
import { money } from '#contract/money.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { scopeOf } from '../cart/model/cart-scope.ts'
import { moveCartIfSeveral } from '../cart/move-cart.ts'
import { ageOfShopper } from '../cart/store/cart-cookie.ts'
import { limitWrongTokens } from '../orders/limit-wrong-tokens.ts'
import { orderPages, orderToken, requireOrderAccess } from '../orders/model/order-token.ts'
import { placedCookie } from '../orders/model/ordering-browser.ts'
import { requireOrderById } from '../orders/require-order.ts'
import { completePayment } from '../payments/complete-payment.ts'
import { startPayment } from '../payments/start-payment.ts'
import { completeOrder } from './complete-order.ts'
import { placeOrder } from './place-order.ts'
import { rateExperience } from './rate-experience.ts'
import { channelChanged } from './refusals.ts'

/** Checkout endpoints: spec §7, decisions §4. */
export const checkoutHandlers: Handlers<typeof checkoutEndpoints> = {
  async placeOrder(input, call) {
    const scope = scopeOf(call, input)
    const moved = await moveCartIfSeveral(call, scope)
    if (moved) throw channelChanged(moved.cart)
    const { order_id, order_no, payment_method, amount, isReplayed } = await placeOrder(
      call.db,
      scope,
      {
        ...input,
        confirmed_age: ageOfShopper(call, input.confirmed_age),
        source: input.source?.trim().toLowerCase(),
      },
      { look: await rememberedMailLook(call), secrets: call.config, plugins: call.plugins },
    )
    if (isReplayed) call.setHeader('idempotent-replayed', 'true')
    const access = await requireOrderAccess(call.db, order_id)
    const token = orderToken(call.config, access, 'complete')
    call.setCookie(placedCookie(call.config, access))
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
    await requireOrderById(call.db, call, order_id, token)
    await rateExperience(call.db, { orderId: order_id, rating, comment })
    return say('Thank you for your rating', { rating })
  },

  complete: ({ token, order_id }, call) =>
    limitWrongTokens(call.db, call.visitor.ip, () =>
      completeOrder(call.db, call, { orderId: order_id, token }),
    ),
}
