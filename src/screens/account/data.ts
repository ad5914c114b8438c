import { loadScreenSlots } from '#client/load-slots.ts'
import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** The dashboard: the latest order and links to all account pages. Spec §2, account menu. */
export const account = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api }) {
    const [account, orders, timeZone, slots] = await Promise.all([
      api.account.get().then(orThrow),
      api.orders.get({ page: 1, per_page: 1 }),
      readTimeZone(api),
      loadScreenSlots(api, [{ name: 'account.dashboard', props: {} }]),
    ])
    const { first_name, email, phone, order_count } = account
    return {
      ...slots,
      person: { first_name, contact: email ?? phone ?? '' },
      orderCount: order_count,
      latestOrder: orders.status === 'success' ? (orders.data.data[0] ?? null) : null,
      timeZone,
    }
  },
  meta: () => ({ title: 'Your account', robots: 'noindex', bodyClass: 'account' }),
})
