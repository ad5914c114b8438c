import { ownValue } from './own-value.ts'
import { isDelivered, type ProductKind } from './product-kind.ts'

/** The member states of the European Union: there, consumers withdraw from distance contracts within 14 days. Directive 2011/83/EU. */
export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** The least that the law gives. */
export const EU_WITHDRAWAL_DAYS = 14

/** Why goods have no right of withdrawal (Art. 16), with the text for shoppers. */
export const withdrawalExclusions = {
  custom_made: 'it is made to your specifications',
  sealed: 'it is sealed for hygiene, and cannot be returned once unsealed',
  perishable: 'it spoils quickly',
  digital: 'it is digital content, and you agreed that it starts at once',
} as const

/** Why goods are excluded, as shoppers read it; null where they are not. */
export const exclusionText = (exclusion: string | null): string | null =>
  exclusion && (ownValue<string>(withdrawalExclusions, exclusion) ?? null)

/** Why an item is excluded: customised goods, and what is sent at once without a delivery, always are. */
export const exclusionOf = (item: {
  customisation: unknown
  withdrawal_exclusion: string | null
  kind: ProductKind
}) => (!isDelivered(item) ? 'digital' : item.customisation ? 'custom_made' : item.withdrawal_exclusion)

/** Reasons of the law for declining a withdrawal, with their labels. */
export const declineReasons = {
  too_late: 'It was stated after the period had ended',
  excluded: 'The law excludes these goods from withdrawal',
  business: 'The buyer is not a consumer',
  not_returned: 'The goods were not sent back within the time of the law',
} as const
export type DeclineReason = keyof typeof declineReasons

/**
 * The end of the period: the day of delivery does not count and the last day counts whole. Without the information about the
 * right it ends 12 months later (Art. 10).
 */
export function withdrawalEnd(deliveredAt: Date, days: number, isExtended: boolean): Date {
  const end = new Date(deliveredAt)
  end.setUTCDate(end.getUTCDate() + days + 1)
  if (isExtended) end.setUTCMonth(end.getUTCMonth() + 12)
  return end
}

/** Facts in the instructions on the right, with the contact for it. `days` of the channel, the rest of the shop's settings. */
export type WithdrawalFacts = { days: number; name: string; address: string; email: string; phone: string }

/** The model instructions of Annex I A, with the shop's facts, as paragraphs. */
export function withdrawalInstructions({ days, ...shop }: WithdrawalFacts): string[] {
  return [
    `You have the right to withdraw from this contract within ${days} days without giving any reason. The period ends ${days} days after the day on which you, or a third party other than the carrier whom you name, receive the last of the goods.`,
    `To use the right, tell us (${contactLine(shop)}) in a clear statement, such as a letter or an email, that you withdraw from this contract. You may use the form below, but need not. You can also state it on this website under “Withdraw from contract here”: we then acknowledge it at once by email or SMS. It is enough that you send your statement before the period ends.`,
    'If you withdraw, we pay back all payments that we have received from you, including the cost of the least expensive standard delivery that we offer, without delay and at the latest 14 days after we have received your statement. We use the means of payment that you used, unless you agree to another one; you pay no fee for it. We may wait until we have the goods back, or until you have shown that you have sent them.',
    'Send the goods back, or hand them over to us, without delay and at the latest 14 days after the day of your statement. You bear the direct cost of sending them back, unless we offer to bear it. You are liable for a loss of value only where it comes from handling that goes beyond what is needed to see what the goods are, how they are made and how they work.',
  ]
}

/** The model form of Annex I B, as lines. */
export const withdrawalForm = ({ name, address, email }: WithdrawalFacts): string[] => [
  `To: ${contactLine({ name, address, email, phone: '' })}`,
  'I hereby withdraw from my contract on the sale of the following goods:',
  'Ordered on / received on:',
  'Name of the consumer:',
  'Address of the consumer:',
  'Signature of the consumer (only on paper):',
  'Date:',
]

const contactLine = ({ name, address, email, phone }: Omit<WithdrawalFacts, 'days'>) =>
  [name, ...address.split('\n'), email, phone]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')

/** The text of the order button where the law wants it to say that one pays; null elsewhere. Art. 8 (2). */
export const orderButtonOf = (country: string): string | null =>
  euCountries.includes(country) ? 'Order with obligation to pay' : null
