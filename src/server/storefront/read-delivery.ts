import { money } from '#contract/money.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { Db } from '../http/context.ts'
import type { Channel } from './read-channel.ts'

/**
 * The shipping methods of a channel, with the shortest and longest time to any place in its country. A cart has the times to its
 * own address (`cart/shipping-options.ts`, which counts in the same way). Whoever writes methods or pincodes notes `storefront`.
 */
export async function readDelivery(
  db: Db,
  { id, country_id, currency }: Pick<Channel, 'id' | 'country_id' | 'currency'>,
): Promise<Storefront['delivery']> {
  const [methods, area] = await Promise.all([
    db
      .selectFrom('shipping_methods')
      .select(['code', 'name', 'price', 'free_from', 'days_added'])
      .where('channel_id', '=', id)
      .where('is_active', '=', true)
      .orderBy('sort_order')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('pincodes')
      .select(({ fn }) => [fn.min('min_days').as('min'), fn.max('max_days').as('max')])
      .where('country_id', '=', country_id)
      .where('is_serviceable', '=', true)
      .executeTakeFirst(),
  ])
  return methods.map(({ code, name, price, free_from, days_added }) => ({
    code,
    name,
    amount: money(price, currency),
    free_from: free_from === null ? null : money(free_from, currency),
    eta_days: area && area.min !== null ? etaDays(area, days_added) : null,
  }))
}

/** A faster method takes days off, but never arrives the same day. */
function etaDays({ min: shortest, max: longest }: { min: number; max: number }, daysAdded: number) {
  const min = Math.max(1, shortest + daysAdded)
  return { min, max: Math.max(min, longest + daysAdded) }
}
