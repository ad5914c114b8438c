import { loadScreenSlots } from '#client/load-slots.ts'
import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** An order of the customer: `/account/orders/{order_no}`. */
export const accountOrder = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api, params } = request
    const [{ order }, timeZone] = await Promise.all([
      required(api.orders.item({ order_no: params.order_no ?? '' })),
      readTimeZone(api),
    ])
    return {
      view: {
        ...(await loadScreenSlots(api, [
          { name: 'order.actions', props: { order_no: order.order_no, token: null } },
        ])),
        order,
        timeZone,
        posted: readPostedForm(request),
      },
    }
  },
  meta: ({ view: { order } }) => ({
    title: `Order ${order.order_no}`,
    robots: 'noindex',
    bodyClass: 'account',
  }),
})
