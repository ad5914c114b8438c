import { loadScreenSlots } from '#client/load-slots.ts'
import type { Api } from '#contract/client.ts'
import { ReplyError } from '#contract/envelope.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** An order of the customer: `/account/orders/{order_no}`. */
export const accountOrder = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api, params } = request
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
      posted: readPostedForm(request),
    }
  },
  meta: ({ order }) => ({ title: `Order ${order.order_no}`, robots: 'noindex', bodyClass: 'account' }),
})
