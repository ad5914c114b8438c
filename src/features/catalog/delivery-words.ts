import { formatMoney, type Money } from '#contract/money.ts'
import type { Storefront } from '#contract/storefront.ts'

/** A way of delivery as the product page knows it: what it costs, and from which amount of goods on nothing. */
export type DeliveryCost = Pick<Storefront['delivery'][number], 'amount' | 'free_from'>

/** What the delivery of one piece costs in the cheapest way. The day needs an address, and the cart asks for that. UX, PDP 4. */
export function deliveryWords(ways: readonly DeliveryCost[], price: Money, locale: string): string {
  const costOf = ({ amount, free_from }: DeliveryCost) =>
    free_from && price.amount >= free_from.amount ? 0 : amount.amount
  const [cheapest] = ways.toSorted((a, b) => costOf(a) - costOf(b))
  if (!cheapest) return 'Delivery cost and dates are shown before you pay'
  const { amount, free_from } = cheapest
  const cost =
    costOf(cheapest) === 0
      ? 'Free delivery'
      : `Delivery ${formatMoney(amount, locale)}${free_from ? `, free from ${formatMoney(free_from, locale)}` : ''}`
  return `${cost}. The cart tells the day for your address.`
}
