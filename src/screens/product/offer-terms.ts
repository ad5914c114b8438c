import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Money } from '#contract/money.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { Thing } from '../json-ld.ts'

/** What offers of one shop have in common: said once on a page, and named by its `@id`. */
export type Term = Thing & { '@id': string }

type Delivery = Storefront['delivery']
type Place = { origin: string; country: string }

/** How one piece at a price comes to the shopper, in the cheapest way; undefined where the shop tells no way. */
export function shippingTerm(delivery: Delivery, price: Money, { origin, country }: Place): Term | undefined {
  const rate = ({ amount, free_from }: Delivery[number]) =>
    free_from && price.amount >= free_from.amount ? { ...amount, amount: 0 } : amount
  const [cheapest] = delivery.toSorted((a, b) => rate(a).amount - rate(b).amount)
  if (!cheapest) return undefined
  const { amount, currency } = rate(cheapest)
  const { eta_days } = cheapest
  return {
    '@type': 'OfferShippingDetails',
    '@id': `${origin}/#${amount === 0 ? 'free-' : ''}delivery`,
    shippingRate: { '@type': 'MonetaryAmount', value: decimalAmount({ amount, currency }), currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    ...(eta_days && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        // Our days count from the order: what is made ready in them is not told apart.
        handlingTime: days(0, 0),
        transitTime: days(eta_days.min, eta_days.max),
      },
    }),
  }
}

const days = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})

/** How long a product may be sent back; `returnDays` 0: never. */
export const returnTerm = (returnDays: number, { origin, country }: Place): Term => ({
  '@type': 'MerchantReturnPolicy',
  '@id': `${origin}/#returns-${returnDays}`,
  applicableCountry: country,
  ...(returnDays > 0
    ? {
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: returnDays,
        returnMethod: 'https://schema.org/ReturnByMail',
      }
    : { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }),
})
