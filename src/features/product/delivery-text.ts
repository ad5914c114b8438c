import { formatMoney, type Money } from '#contract/money.ts'
import { deliveryCost } from '#contract/rules/delivery-terms.ts'
import type { Storefront } from '#contract/storefront.ts'

/** A delivery method on the product page: its price, and the amount of free delivery. */
export type DeliveryCost = Pick<Storefront['delivery'][number], 'amount' | 'free_from'>

/**
 * The price of the cheapest delivery of one piece. Without a day, which needs an address and is shown in the
 * cart. UX "PDP" 4.
 */
export function deliveryText(ways: readonly DeliveryCost[], price: Money, locale: string): string {
  const costOf = (way: DeliveryCost) => deliveryCost(way, price.amount).amount
  const [cheapest] = ways.toSorted((a, b) => costOf(a) - costOf(b))
  if (!cheapest) return 'Delivery cost and dates are shown before you pay'
  const { amount, free_from } = cheapest
  const cost =
    costOf(cheapest) === 0
      ? 'Free delivery'
      : `Delivery ${formatMoney(amount, locale)}${free_from ? `, free from ${formatMoney(free_from, locale)}` : ''}`
  return `${cost}. See delivery dates for your address in the cart.`
}
