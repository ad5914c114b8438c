import type { Declared } from '../catalog.ts'
import { countryName } from './locale.ts'

type Operator = NonNullable<Declared['manufacturer']>
export type DeclaredFact = { label: string; value: string; url?: string }

/**
 * What a product declares, as rows of its specifications: warnings first. Regulation (EU) 2023/988 Art. 19; Legal Metrology (Packaged
 * Commodities) Rules 2011, rule 6.
 * @param contents of its variations, such as '250 ml'
 */
export function declaredFacts(
  declared: Declared | null | undefined,
  contents: readonly (string | null | undefined)[] = [],
): DeclaredFact[] {
  const net = [...new Set(contents.filter((content) => content))].join(', ')
  const facts: [label: string, value: string, url?: string][] = [
    ['Warnings', declared?.warnings ?? ''],
    ['Age', declared?.min_age ? `From ${declared.min_age} years` : ''],
    ['Net quantity', net],
    ['Country of origin', declared?.country_of_origin ? countryName(declared.country_of_origin) : ''],
    ['Materials', declared?.materials ?? ''],
    ['Care', declared?.care ?? ''],
    ['Best before', monthsText(declared?.best_before_months)],
    ['Manufacturer', operatorText(declared?.manufacturer)],
    ['Importer', operatorText(declared?.importer)],
    ['Responsible person in the EU', operatorText(declared?.responsible_person)],
    [
      'Digital product passport',
      declared?.passport_id || declared?.passport_url || '',
      declared?.passport_url,
    ],
  ]
  return facts.flatMap(([label, value, url]) => (value ? [{ label, value, ...(url && { url }) }] : []))
}

const monthsText = (months: number | null | undefined) =>
  months ? `${months} ${months === 1 ? 'month' : 'months'} from manufacture` : ''

/** In one line: name, postal address, country, electronic address. */
const operatorText = (operator: Operator | null | undefined) =>
  operator
    ? [
        operator.name,
        ...operator.address.split('\n'),
        countryName(operator.country),
        operator.electronic_address,
      ]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(', ')
    : ''
