import { loadScreenSlots } from '#client/load-slots.ts'
import { dayOf } from '#contract/rules/delivery-dates.ts'
import { redirect } from '#pages/outcome.ts'
import { optional, required } from '#pages/reads.ts'
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
    const [order, storefront] = await Promise.all([
      // An id that is no number names no order either.
      required(api.checkout.complete({ token, order_id })),
      optional(api.storefront.all(), null),
    ])
    const { status, can_pay, payment, order_no, placed_at } = order
    // Gateways return shoppers here; an unpaid order is not complete and belongs to the failure page.
    if (can_pay || (status === 'cancelled' && payment?.status === 'refunded'))
      redirect(`/checkout-failed?${new URLSearchParams({ order_id, token })}`)
    const locale = storefront?.channel.locale ?? 'en'
    const slots = await loadScreenSlots(api, [
      { name: 'checkout.complete', props: { order_id: order.order_id, order_no, token } },
      { name: 'order.actions', props: { order_no, token } },
    ])
    return {
      view: {
        ...slots,
        token: given ?? order.token ?? '',
        order,
        placedOn: dayOf(new Date(placed_at), locale),
      },
    }
  },
  meta: ({ view: { order } }) => ({
    title: `Order ${order.order_no}`,
    robots: 'noindex',
    bodyClass: 'checkout-complete',
  }),
})
