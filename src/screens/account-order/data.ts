import { ReplyError } from '#contract/envelope.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'

/** One order of a customer: `/account/orders/{order_no}`. */
export const accountOrder = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, params }) {
    const [reply, storefront] = await Promise.all([
      api.orders.item({ order_no: params.order_no ?? '' }),
      api.storefront.all(),
    ])
    if (reply.status === 'error') {
      if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') notFound()
      throw new ReplyError(reply)
    }
    return {
      order: reply.data.order,
      timeZone: timeZoneOf(storefront.status === 'success' ? storefront.data.channel.locale : 'en'),
    }
  },
  meta: ({ order }) => ({ title: `Order ${order.order_no}`, robots: 'noindex', bodyClass: 'account' }),
})
