import { formatMoney, type Money } from '#contract/money.ts'
import { type Day, deliveryRange } from '#contract/rules/delivery-dates.ts'
import { deliveryCost } from '#contract/rules/delivery-terms.ts'
import type { Storefront } from '#contract/storefront.ts'

/** A delivery method on the product page: its price, the amount of free delivery, and its days. */
export type DeliveryWay = Pick<Storefront['delivery'][number], 'amount' | 'free_from' | 'eta_days'>

type DeliveryQuery = { price: Money; today: Day; locale: string }

/**
 * Price and dates of the cheapest delivery of one piece to any address of the country; the dates are null where the shop has no
 * delivery times. UX "PDP" 4.
 */
export function deliveryText(ways: readonly DeliveryWay[], { price, today, locale }: DeliveryQuery) {
  const costOf = (way: DeliveryWay) => deliveryCost(way, price.amount).amount
  const [cheapest] = ways.toSorted((a, b) => costOf(a) - costOf(b))
  if (!cheapest) return { cost: 'Delivery cost and dates are shown before you pay', dates: null }
  const { amount, free_from, eta_days } = cheapest
  const cost =
    costOf(cheapest) === 0
      ? 'Free delivery'
      : `Delivery ${formatMoney(amount, locale)}${free_from ? `, free from ${formatMoney(free_from, locale)}` : ''}`
  return { cost, dates: eta_days && deliveryRange(today, eta_days, locale) }
}
