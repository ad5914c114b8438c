import { loadScreenSlots } from '#client/load-slots.ts'
import { ReplyError } from '#contract/envelope.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** An order of the customer: `/account/orders/{order_no}`. */
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
    const { order } = reply.data
    return {
      ...(await loadScreenSlots(api, [
        { name: 'order.actions', props: { order_no: order.order_no, token: null } },
      ])),
      order,
      timeZone,
    }
  },
  meta: ({ order }) => ({ title: `Order ${order.order_no}`, robots: 'noindex', bodyClass: 'account' }),
})
