import type { Tx } from '#server/platform/kernel/context.ts'
import { americanStates } from './american-states.ts'
import { indianStates } from './indian-states.ts'

export const INDIA = 101
export const UNITED_STATES = 233

/** With or without the four digits of the delivery route. */
const zipCode = '^[0-9]{5}(-[0-9]{4})?$'

/** The countries that the shop has data of. */
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
]

/** Seeds the known countries with their states and address form fields. */
export async function seedCountries(tx: Tx): Promise<void> {
  await tx.insertInto('countries').values(knownCountries).execute()
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

/** The demo shop's channel. Returns its id. */
export async function seedDemoChannel(tx: Tx): Promise<number> {
  const channel = await tx
    .insertInto('channels')
    .values({
      code: 'india',
      name: 'India',
      is_default: true,
      country_id: INDIA,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
      is_tax_included: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return channel.id
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
