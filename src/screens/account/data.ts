import { loadScreenSlots } from '#client/load-slots.ts'
import { optional, required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** The dashboard: the latest order and links to all account pages. Spec §2, account menu. */
export const account = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api }) {
    const [account, orders, timeZone, slots] = await Promise.all([
      required(api.account.get()),
      optional(api.orders.get({ page: 1, per_page: 1 }), null),
      readTimeZone(api),
      loadScreenSlots(api, [{ name: 'account.dashboard', props: {} }]),
    ])
    const { first_name, email, phone, order_count } = account
    return {
      view: {
        ...slots,
        person: { first_name, contact: email ?? phone ?? '' },
        orderCount: order_count,
        latestOrder: orders?.data[0] ?? null,
        timeZone,
      },
    }
  },
  meta: () => ({ title: 'Your account', robots: 'noindex', bodyClass: 'account' }),
})
