import { money } from '#contract/money.ts'
import { etaDays } from '#contract/rules/delivery-dates.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * The shipping methods of a channel, with the shortest and longest time to any pincode of its country; a cart
 * has the times to its own address (`cart/shipping-options.ts`, the same calculation). Writers of methods or
 * pincodes must note a change of `storefront`.
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
