import type { Order } from '#contract/checkout.ts'
import { orThrow } from '#contract/envelope.ts'
import { defineScreen } from '#pages/screen.ts'

/** The dashboard: the latest order and the way to everything else. Spec §2, account menu. */
export const account = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api }) {
    const { first_name, email, phone, order_count } = orThrow(await api.account.get())
    return {
      person: { first_name, contact: email ?? phone ?? '' },
      orderCount: order_count,
      latestOrder: null as Order | null,
    }
  },
  meta: () => ({ title: 'Your account', robots: 'noindex', bodyClass: 'account' }),
})
