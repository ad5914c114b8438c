import { decimalAmount } from '#contract/decimal-amount.ts'
import type { Money } from '#contract/money.ts'
import type { EtaDays } from '#contract/rules/delivery-dates.ts'
import { deliveryCost, deliveryTerms } from '#contract/rules/delivery-terms.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Settings, Storefront } from '#contract/storefront.ts'
import type { Thing } from './json-ld.ts'

/** Terms shared by all offers of a shop: written once per page, and referenced by their `@id`. */
export type Term = Thing & { '@id': string }

type Delivery = Storefront['delivery']
type Place = { origin: string; country: string }

/** Settings of the shop that offers state. */
export type OfferConditions = Partial<Pick<Settings, 'handling_days' | 'return_fees'>>

/** The cheapest delivery of one piece at a price; undefined where the shop states none. */
export function shippingTerm(
  delivery: Delivery,
  price: Money,
  { origin, country, handling_days = 0 }: Place & OfferConditions,
): Term | undefined {
  const costOf = (method: Delivery[number]) => deliveryCost(method, price.amount).amount
  const [cheapest] = delivery.toSorted((a, b) => costOf(a) - costOf(b))
  if (!cheapest) return undefined
  const { cost, times } = deliveryTerms(cheapest, price.amount, handling_days)
  return {
    '@type': 'OfferShippingDetails',
    '@id': `${origin}/#${cost.amount === 0 ? 'free-' : ''}delivery`,
    shippingRate: { '@type': 'MonetaryAmount', value: decimalAmount(cost), currency: cost.currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    ...(times && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: days(times.handling),
        transitTime: days(times.transit),
      },
    }),
  }
}

const days = ({ min, max }: EtaDays) => ({
  '@type': 'QuantitativeValue',
  minValue: min,
  maxValue: max,
  unitCode: 'DAY',
})

const returnFees: Record<string, string> = {
  free: 'https://schema.org/FreeReturn',
  customer: 'https://schema.org/ReturnFeesCustomerResponsibility',
}

/** The return period of a product; `returnDays` 0: no returns. */
export const returnTerm = (
  returnDays: number,
  { origin, country, return_fees }: Place & OfferConditions,
): Term => ({
  '@type': 'MerchantReturnPolicy',
  '@id': `${origin}/#returns-${returnDays}`,
  applicableCountry: country,
  ...(returnDays > 0
    ? {
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: returnDays,
        returnMethod: 'https://schema.org/ReturnByMail',
        ...(return_fees && { returnFees: ownValue(returnFees, return_fees) }),
      }
    : { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }),
})
