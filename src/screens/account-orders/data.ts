import { orThrow } from '#contract/envelope.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { defineScreen } from '#pages/screen.ts'

/** A customer's orders: `/account/orders`. Spec §2, account menu. */
export const accountOrders = defineScreen({
  visitor: true,
  guard: 'login',
  async load({ api, url }) {
    const search = (url.searchParams.get('search') ?? '').trim().slice(0, 100)
    const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1)
    const [orders, storefront] = await Promise.all([
      api.orders.get({ page: Math.min(page, 10_000), ...(search && { search }) }),
      api.storefront.all(),
    ])
    return {
      orders: orThrow(orders),
      search,
      timeZone: timeZoneOf(storefront.status === 'success' ? storefront.data.channel.locale : 'en'),
    }
  },
  meta: () => ({ title: 'Orders & Refunds', robots: 'noindex', bodyClass: 'account' }),
})
