import { ReplyError } from '#contract/envelope.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** One order of a customer: `/account/orders/{order_no}`. */
export const accountOrder = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, params }) {
    const [reply, timeZone] = await Promise.all([
      api.orders.item({ order_no: params.order_no ?? '' }),
      readTimeZone(api),
    ])
    if (reply.status === 'error') {
      if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') notFound()
      throw new ReplyError(reply)
    }
    return {
      order: reply.data.order,
      timeZone,
    }
  },
  meta: ({ order }) => ({ title: `Order ${order.order_no}`, robots: 'noindex', bodyClass: 'account' }),
})
