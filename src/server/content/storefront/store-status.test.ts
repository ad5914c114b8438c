import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { readStoreStatus } from './store-status.ts'

const { db } = await testDatabase()

test('a shop without a storefront is broken, one without a license is closed', async () => {
  await expect(readStoreStatus(db)).rejects.toThrow()

  await sql`insert into countries (id, name, code, mobile_code, mobile_number_length, currency, postcode_label, postcode_pattern)
    values (101, 'India', 'IN', '+91', 10, 'INR', 'Pincode', '^\\d{6}$')`.execute(db)
  await sql`insert into channels (id, code, name, is_default, country_id, currency, currency_symbol, currency_decimals, locale)
    values (1, 'in', 'India', true, 101, 'INR', '₹', 2, 'en-IN')`.execute(db)
  await sql`insert into storefronts (channel_id, license_status, appearance) values (1, null, '{}')`.execute(
    db,
  )
  expect(await readStoreStatus(db)).toMatchObject({ isLicensed: false, supportEmail: undefined })

  await sql`update storefronts set license_status = 'active'`.execute(db)
  await sql`insert into settings (key, value) values ('store_email', '"help@shop.example"')`.execute(db)
  expect(await readStoreStatus(db)).toMatchObject({ isLicensed: true, supportEmail: 'help@shop.example' })
})
