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
