import { formatMoney, money } from '#contract/money.ts'
import { lostText, type NamedDiscount, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import { benefitLost } from './refusals.ts'

/** What a line that stays loses of a discount, with the tax of that; both below zero where it gets more. Minor units. */
export type LineBenefit = Omit<NamedDiscount, 'amount'> & {
  item_id: number
  item: string
  amount: number
  tax: number
}

/** What goes back, or is not to be paid, in minor units, as it was shown before; `any` where nothing can be shown, such as a statement of the law. */
export type AcceptedAmount = number | 'any' | undefined

/** What the rest of an order loses: parts of discounts, and the names of gifts that leave with their cause. */
export type LostBenefits = { named: Pick<NamedDiscount, 'name' | 'amount'>[]; gifts: string[] }

export const nothingLost: LostBenefits = { named: [], gifts: [] }

export const lostBenefits = (
  { changes }: { changes: readonly LineBenefit[] },
  gifts: readonly { name: string }[] = [],
): LostBenefits => ({
  named: sumByName(changes).filter(({ amount }) => amount > 0),
  gifts: gifts.map(({ name }) => name),
})

/** As the customer reads it, a sentence each. */
export const lostTexts = ({ named, gifts }: LostBenefits, amount: (minor: number) => string): string[] => [
  ...named.map(({ name, amount: lost }) => lostText(name, amount(lost))),
  ...gifts.map((name) => `${name} is cancelled too: it was free with these items.`),
]

type Shown = {
  lost: LostBenefits
  /** Of the cancellation or the return. */
  amount: number
  isPaid: boolean
  currency: string
  locale: string
}

/** @throws 409 BENEFIT_LOST where something is lost and this amount was not shown before */
export function requireAccepted(accepted: AcceptedAmount, { lost, amount, isPaid, currency, locale }: Shown) {
  const isLess = lost.named.length + lost.gifts.length > 0
  if (!isLess || accepted === 'any' || accepted === amount) return
  const of = (minor: number) => money(minor, currency)
  const textOf = (minor: number) => formatMoney(of(minor), locale)
  const outcome = isPaid ? `You get ${textOf(amount)} back.` : `You pay ${textOf(amount)} less.`
  const nothing = isPaid ? 'Nothing is paid back.' : 'The amount to pay stays the same.'
  throw benefitLost([...lostTexts(lost, textOf), amount === 0 ? nothing : outcome].join(' '), {
    amount: of(amount),
    lost: lost.named.map(({ name, amount: less }) => ({ name, amount: of(less) })),
    gifts: lost.gifts,
  })
}
