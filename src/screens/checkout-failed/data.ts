import { ReplyError } from '#contract/envelope.ts'
import { timeText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { redirect } from '#pages/outcome.ts'
import { optional } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'

/** An unpaid order for the holder of its link. Decisions §3, `checkout-failed`. */
export const checkoutFailed = defineScreen({
  visitor: true,
  guard: 'checkout-failed',
  async load({ api, url }) {
    const token = url.searchParams.get('token') ?? ''
    const order_id = url.searchParams.get('order_id') ?? ''
    const reply = await api.checkout.complete({ token, order_id })
    if (reply.status === 'error') {
      // A wrong or expired link opens no order, but the cart is still available.
      if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') redirect('/cart')
      throw new ReplyError(reply)
    }
    const { status, payment, can_pay, payment_method } = reply.data
    if (!can_pay && status !== 'cancelled')
      redirect(`/checkout-complete?${new URLSearchParams({ order_id, token, type: payment_method.code })}`)
    // Cancelled without a payment: the cart is all that is left to show.
    const done = url.searchParams.has('posted') ? '?posted=1' : ''
    if (!can_pay && payment?.status !== 'refunded') redirect(`/cart${done}`)
    const cart = await optional(api.cart.get({}), null)
    const storefront = await optional(api.storefront.all(), null)
    const locale = storefront?.channel.locale ?? 'en'
    return {
      view: {
        token,
        /** Each load shows the current status, also in a second window. */
        asOf: Date.now(),
        /** Not for the difference of a change. A shopper who comes from a mail or another device may have no cart here. */
        hasCart: cart !== null && cart.items.length > 0 && reply.data.change === null,
        order: reply.data,
        /** The end of a payment link, as text. */
        payBy: reply.data.pay_by && timeText(reply.data.pay_by, locale, timeZoneOf(locale)),
      },
    }
  },
  meta: ({ view: { order } }) => ({
    title: `Payment of order ${order.order_no}`,
    robots: 'noindex',
    bodyClass: 'checkout-failed',
  }),
})
