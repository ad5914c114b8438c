import type { Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** A shop in India: channel, address form, taxes, delivery, payment and areas, without products. */
export async function seedSmallShop(db: Db) {
  const india = { mobile_code: '+91', mobile_number_length: 10, currency: 'INR', postcode_label: 'Pincode' }
  await db
    .insertInto('countries')
    .values([
      { id: 101, name: 'India', code: 'IN', postcode_pattern: '^[1-9][0-9]{5}$', ...india },
      { id: 153, name: 'Nepal', code: 'NP', postcode_pattern: '^[0-9]{5}$', ...india, mobile_code: '+977' },
    ])
    .execute()
  await db.insertInto('states').values({ id: 17, country_id: 101, name: 'Karnataka', code: 'KA' }).execute()
  const field = (column_name: string, label: string, is_required: boolean, at: number) => ({
    column_name,
    label,
    is_required,
    max_length: 60,
    autocomplete: column_name,
    sort_order: at,
  })
  await db
    .insertInto('address_fields')
    .values([
      field('first_name', 'First name', true, 1),
      field('last_name', 'Last name', false, 2),
      field('phone', 'Phone', true, 3),
      field('address_line_1', 'Address', true, 4),
      field('postcode', 'Pincode', true, 5),
      field('city', 'City', true, 6),
      field('state_id', 'State', true, 7),
    ])
    .execute()
  await db
    .insertInto('channels')
    .values({
      code: 'in',
      name: 'India',
      is_default: true,
      country_id: 101,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
    })
    .execute()
  await db
    .insertInto('tax_rates')
    .values({ country_id: 101, tax_class: 'standard', name: 'GST', rate_bp: 1_800 })
    .execute()
  await db
    .insertInto('shipping_methods')
    .values([
      { channel_id: 1, code: 'express', name: 'Express', price: 19_900, days_added: -4, sort_order: 1 },
      { channel_id: 1, code: 'standard', name: 'Standard', price: 7_900, free_from: 149_900, sort_order: 2 },
    ])
    .execute()
  await db
    .insertInto('payment_methods')
    .values([
      { channel_id: 1, code: 'cod', name: 'Cash on delivery', max_order: 1_000_000, needs_cod_pincode: true },
      { channel_id: 1, code: 'upi', name: 'UPI' },
    ])
    .execute()
  const area = { country_id: 101, min_days: 3, max_days: 5, is_cod_available: true, is_serviceable: true }
  await db
    .insertInto('pincodes')
    .values([
      { ...area, prefix: '56', region: 'Karnataka' },
      { ...area, prefix: '560', region: 'Bengaluru', min_days: 2, max_days: 4 },
      { ...area, prefix: '571', region: 'Hills', is_cod_available: false },
      { ...area, prefix: '744', region: 'Islands', is_serviceable: false },
    ])
    .execute()
  await db
    .insertInto('settings')
    .values([
      { key: 'store_name', value: json('Kiln & Loom') },
      { key: 'store_email', value: json('hello@kilnandloom.example') },
    ])
    .execute()
}
