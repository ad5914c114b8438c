import { loadScreenSlots } from '#client/load-slots.ts'
import { ReplyError } from '#contract/envelope.ts'
import { dayOf } from '#contract/rules/delivery-dates.ts'
import { notFound, redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

const cookieOf = (cookies: Readonly<Record<string, string>>, name: string): string | null =>
  (Object.hasOwn(cookies, name) ? cookies[name] : null) ?? null

/** The finished order for the holder of its link. Decisions §3, `checkout-complete`. */
export const checkoutComplete = defineScreen({
  visitor: true,
  guard: 'checkout-complete',
  async load({ api, url, cookies }) {
    const order_id = url.searchParams.get('order_id') ?? ''
    // The cookie: after a script has hidden the token from other companies' scripts.
    const given = url.searchParams.get('token') ?? cookieOf(cookies, `order_${order_id}`)
    // From another tab of the browser that placed the order, which knows no token.
    const token = given ?? cookieOf(cookies, `placed_${order_id}`) ?? ''
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
    // Gateways return shoppers here; an unpaid order is not complete and belongs to the failure page.
    if (can_pay || (status === 'cancelled' && payment?.status === 'refunded'))
      redirect(`/checkout-failed?${new URLSearchParams({ order_id, token })}`)
    const locale = storefront.status === 'success' ? storefront.data.channel.locale : 'en'
    const { order_no } = reply.data
    const slots = await loadScreenSlots(api, [
      { name: 'checkout.complete', props: { order_id: reply.data.order_id, order_no, token } },
      { name: 'order.actions', props: { order_no, token } },
    ])
    return {
      ...slots,
      token: given ?? reply.data.token ?? '',
      order: reply.data,
      placedOn: dayOf(new Date(reply.data.placed_at), locale),
    }
  },
  meta: ({ order }) => ({
    title: `Order ${order.order_no}`,
    robots: 'noindex',
    bodyClass: 'checkout-complete',
  }),
})
