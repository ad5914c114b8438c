import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { americanStates } from './american-states.ts'
import { indianStates } from './indian-states.ts'

export const INDIA = 101
export const UNITED_STATES = 233
const GERMANY = 82

/** With or without the four digits of the delivery route. */
const zipCode = '^[0-9]{5}(-[0-9]{4})?$'

const germanPostcode = '^[0-9]{5}$'

/** The countries that the shop has data of. Every shop has the first two; another one is added with its first channel. */
export const knownCountries = [
  {
    id: INDIA,
    name: 'India',
    code: 'IN',
    mobile_code: '+91',
    mobile_number_length: 10,
    currency: 'INR',
    postcode_label: 'Pincode',
    postcode_pattern: '^[1-9][0-9]{5}$',
  },
  {
    id: UNITED_STATES,
    name: 'United States',
    code: 'US',
    mobile_code: '+1',
    mobile_number_length: 10,
    currency: 'USD',
    postcode_label: 'ZIP code',
    postcode_pattern: zipCode,
  },
  {
    id: GERMANY,
    name: 'Germany',
    code: 'DE',
    mobile_code: '+49',
    // Of the longest: they have 10 or 11 digits, and those of landlines fewer (`normalisePhone`).
    mobile_number_length: 11,
    currency: 'EUR',
    postcode_label: 'Postcode',
    postcode_pattern: germanPostcode,
  },
]

const ratesOf: Readonly<Record<number, readonly { tax_class: string; name: string; rate_bp: number }[]>> = {
  [INDIA]: [
    { tax_class: 'standard', name: 'GST 18%', rate_bp: 1_800 },
    { tax_class: 'reduced', name: 'GST 5%', rate_bp: 500 },
    { tax_class: 'exempt', name: 'No GST', rate_bp: 0 },
  ],
  [GERMANY]: [
    { tax_class: 'standard', name: 'VAT 19%', rate_bp: 1_900 },
    { tax_class: 'reduced', name: 'VAT 7%', rate_bp: 700 },
    { tax_class: 'exempt', name: 'No VAT', rate_bp: 0 },
  ],
}

/** The rates of most goods in a country. Elsewhere the rate is the owner's to enter. */
export const seedTaxes = (tx: Tx, country_id: number) =>
  tx
    .insertInto('tax_rates')
    .values(
      (ratesOf[country_id] ?? [{ tax_class: 'standard', name: 'Sales tax', rate_bp: 0 }]).map((rate) => ({
        ...rate,
        country_id,
      })),
    )
    .execute()

/** Consumers are shown prices with their tax. */
export const isTaxIncludedIn = (country_id: number) => country_id === INDIA || country_id === GERMANY

/**
 * Adds a country that the shop has data of, with its address form and its tax rates, when the first channel for it is made: a shop that
 * does not sell there does not list it.
 * @returns false for a country without data, and for one that the shop has.
 */
export async function addCountry(tx: Tx, code: string): Promise<boolean> {
  const known = knownCountries.find((country) => country.code === code)
  if (!known) return false
  const added = await tx
    .insertInto('countries')
    .values(known)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await tx.insertInto('address_fields').values(rowsFor(added.id, germanAddress)).execute()
  await seedTaxes(tx, added.id)
  await noteChange(tx, ['settings', 'storefront'])
  return true
}

/** Seeds India and the United States with their states, and the address form fields. */
export async function seedCountries(tx: Tx): Promise<void> {
  await tx
    .insertInto('countries')
    .values(knownCountries.filter(({ id }) => id === INDIA || id === UNITED_STATES))
    .execute()
  await tx
    .insertInto('states')
    .values([
      ...indianStates.map((state) => ({ ...state, country_id: INDIA })),
      ...americanStates.map((state) => ({ ...state, country_id: UNITED_STATES })),
    ])
    .execute()
  await tx
    .insertInto('address_fields')
    .values([
      ...rowsFor(INDIA, indianAddress),
      ...rowsFor(UNITED_STATES, americanAddress),
      ...rowsFor(null, anyAddress),
    ])
    .execute()
}

type Field = {
  column_name: string
  label: string
  autocomplete: string
  max_length: number
  type?: string
  is_required?: boolean
  pattern?: string
  width?: number
}

const names: Field[] = [
  { column_name: 'first_name', label: 'First name', autocomplete: 'given-name', max_length: 60, width: 6 },
  { column_name: 'last_name', label: 'Last name', autocomplete: 'family-name', max_length: 60, width: 6 },
]
const streets = (first: string, second: string): Field[] => [
  { column_name: 'address_line_1', label: first, autocomplete: 'address-line1', max_length: 120 },
  {
    column_name: 'address_line_2',
    label: second,
    autocomplete: 'address-line2',
    max_length: 120,
    is_required: false,
  },
]
const city: Field = {
  column_name: 'city',
  label: 'City',
  autocomplete: 'address-level2',
  max_length: 80,
  width: 6,
}

/**
 * The pincode comes before the city, because it can fill it. The options of `state_id` are the country's
 * states.
 */
const indianAddress: Field[] = [
  ...names,
  {
    column_name: 'phone',
    label: 'Mobile number',
    type: 'tel',
    autocomplete: 'tel-national',
    max_length: 10,
    pattern: '^[0-9]{10}$',
  },
  ...streets('Flat, house no., building', 'Street, area, landmark'),
  {
    column_name: 'postcode',
    label: 'Pincode',
    autocomplete: 'postal-code',
    max_length: 6,
    pattern: '^[1-9][0-9]{5}$',
    width: 6,
  },
  city,
  {
    column_name: 'state_id',
    label: 'State',
    type: 'select',
    autocomplete: 'address-level1',
    max_length: 60,
  },
  {
    column_name: 'tax_no',
    label: 'GSTIN',
    autocomplete: 'off',
    max_length: 15,
    pattern: '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$',
    is_required: false,
  },
]

const americanAddress: Field[] = [
  ...names,
  {
    column_name: 'phone',
    label: 'Phone number',
    type: 'tel',
    autocomplete: 'tel-national',
    max_length: 10,
    pattern: '^[0-9]{10}$',
  },
  ...streets('Street address', 'Apartment, suite, unit'),
  city,
  {
    column_name: 'state_id',
    label: 'State',
    type: 'select',
    autocomplete: 'address-level1',
    max_length: 60,
  },
  {
    column_name: 'postcode',
    label: 'ZIP code',
    autocomplete: 'postal-code',
    max_length: 10,
    pattern: zipCode,
    width: 6,
  },
]

/** Postcode before the city, as on letters; no state. */
const germanAddress: Field[] = [
  ...names,
  ...streets('Street and house number', 'Apartment, c/o, company'),
  {
    column_name: 'postcode',
    label: 'Postcode',
    autocomplete: 'postal-code',
    max_length: 5,
    pattern: germanPostcode,
    width: 6,
  },
  city,
  {
    column_name: 'phone',
    label: 'Phone number',
    type: 'tel',
    autocomplete: 'tel-national',
    max_length: 11,
    pattern: '^[0-9]{6,11}$',
  },
]

/** Countries without their own fields: their postcode rules are unknown, so the postcode is optional. */
const anyAddress: Field[] = [
  ...names,
  { column_name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel-national', max_length: 20 },
  ...streets('Address', 'Address, second line'),
  {
    column_name: 'postcode',
    label: 'Postcode',
    autocomplete: 'postal-code',
    max_length: 12,
    is_required: false,
    width: 6,
  },
  city,
]

const rowsFor = (country_id: number | null, fields: Field[]) =>
  fields.map((field, at) => ({
    type: 'text',
    is_required: true,
    pattern: null,
    width: 12,
    ...field,
    country_id,
    sort_order: at + 1,
  }))
