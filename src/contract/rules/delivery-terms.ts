import type { SoldAhead } from '#contract/catalog.ts'
import type { Storefront } from '../storefront.ts'
import { shippingTimes } from './delivery-dates.ts'

type Method = Pick<Storefront['delivery'][number], 'amount' | 'free_from' | 'eta_days'>

/** The delivery cost of one piece at a price: nothing from the amount of free delivery on. */
export const deliveryCost = (
  { amount, free_from }: Pick<Method, 'amount' | 'free_from'>,
  price: number,
): Method['amount'] => (free_from && price >= free_from.amount ? { ...amount, amount: 0 } : amount)

/**
 * Cost and times of a delivery method for one piece at a price, for structured data and feeds alike: handling and transit add up to
 * the days that the page shows.
 * @param handlingDays the setting `handling_days`
 */
export const deliveryTerms = (method: Method, price: number, handlingDays: number) => ({
  cost: deliveryCost(method, price),
  times: method.eta_days && shippingTimes(method.eta_days, handlingDays),
})

/**
 * The time from which a variation that is sold ahead ships, as structured data and feeds have it.
 * @param now from which the days of a backorder are counted
 * @returns an ISO time in UTC, of the beginning of the day
 */
export function availableAt({ date, days }: Pick<SoldAhead, 'date' | 'days'>, now: Date): string {
  const day = new Date(date ?? now)
  if (date === null) day.setUTCDate(day.getUTCDate() + (days ?? 0))
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`
}
