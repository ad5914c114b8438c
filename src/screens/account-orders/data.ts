import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** A customer's orders: `/account/orders`. Spec §2, account menu. */
export const accountOrders = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, url }) {
    const search = (url.searchParams.get('search') ?? '').trim().slice(0, 100)
    const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1)
    const [orders, timeZone] = await Promise.all([
      required(api.orders.get({ page: Math.min(page, 10_000), ...(search && { search }) })),
      readTimeZone(api),
    ])
    return { view: { orders, search, timeZone } }
  },
  meta: () => ({ title: 'Orders & Refunds', robots: 'noindex', bodyClass: 'account' }),
})
