import { ownValue } from './own-value.ts'

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
export function withdrawalEnd(deliveredAt: string, days: number, isExtended: boolean): Date {
  const end = new Date(deliveredAt)
  end.setUTCDate(end.getUTCDate() + days + 1)
  if (isExtended) end.setUTCMonth(end.getUTCMonth() + 12)
  return end
}
