import { ReplyError } from '#contract/envelope.ts'
import { dayOf } from '#features/checkout/delivery-dates.ts'
import { notFound, redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

/** The finished order, for whoever holds its link. Decisions §3, `checkout-complete`. */
export const checkoutComplete = defineScreen({
  visitor: true,
  guard: 'checkout-complete',
  async load({ api, url }) {
    const token = url.searchParams.get('token') ?? ''
    const order_id = url.searchParams.get('order_id') ?? ''
    const [reply, storefront] = await Promise.all([
      api.checkout.complete({ token, order_id }),
      api.storefront.all(),
    ])
    if (reply.status === 'error') {
      // An id that is no number names no order either.
      if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') notFound()
      throw new ReplyError(reply)
    }
    const { status, can_pay, payment } = reply.data
    // Whoever comes back from a gateway comes here; without the money there is nothing to be complete.
    if (can_pay || (status === 'cancelled' && payment?.status === 'refunded'))
      redirect(`/checkout-failed?${new URLSearchParams({ order_id, token })}`)
    const locale = storefront.status === 'success' ? storefront.data.channel.locale : 'en'
    return { token, order: reply.data, placedOn: dayOf(new Date(reply.data.placed_at), locale) }
  },
  meta: ({ order }) => ({
    title: `Order ${order.order_no}`,
    robots: 'noindex',
    bodyClass: 'checkout-complete',
  }),
})
