import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { json } from '#server/platform/kernel/schema.ts'

const shop = await openShop({ seed: true })
const { admin } = await signedInStaff(shop, 'owner')

const read = async () => ok(await admin.adminSettings.get({ id: 'store' }))
const save = async (values: Record<string, unknown>) =>
  admin.adminSettings.update({ id: 'store', version: (await read()).version, values })
const store = (key: string, value: string) =>
  shop.db
    .updateTable('settings')
    .set({ value: json(value) })
    .where('key', '=', key)
    .execute()

test.each([
  [{ store_state: 'Maharashtraa' }, 'store_state', '“Maharashtraa” is not a state of India'],
  [{ store_country: 'Indiaa' }, 'store_country', 'India, United States'],
  [{ store_tax_no: 'XX' }, 'store_tax_no', '15 characters'],
  [{ store_tax_no: '27AABCK4821M1ZE' }, 'store_tax_no', 'last character'],
  [{ store_tax_no: '29AAGCB7383J1Z4' }, 'store_tax_no', 'A GSTIN of Maharashtra begins with 27'],
  [{ store_state: 'Karnataka' }, 'store_state', 'A GSTIN of Karnataka begins with 29'],
  [{ store_state: '' }, 'store_state', '“Not chosen” is not a state of India'],
  [{ store_country: 'United States' }, 'store_country', '“Maharashtra” is not a state of United States'],
])('%o is refused at %s', async (values, field, message) => {
  expect(await save(values)).toMatchObject({ errors: { [field]: [expect.stringContaining(message)] } })
})

test('state and GSTIN change together, and the form offers the states of the data', async () => {
  ok(await save({ store_state: 'Karnataka', store_tax_no: '29AAGCB7383J1Z4' }))
  const { schema, warnings } = await read()
  const { store_state, store_country } = (
    schema as { properties: Record<string, { enum: string[]; enumLabels?: object }> }
  ).properties
  expect(warnings).toEqual([])
  expect(store_country?.enum).toEqual(['', 'India', 'United States'])
  expect(store_state?.enum.slice(0, 2)).toEqual(['', 'Andaman and Nicobar Islands'])
  expect(store_state?.enum).toContain('Texas')
  expect(store_state?.enumLabels).toMatchObject({ 'Tamil Nadu': 'Tamil Nadu', Texas: 'Texas, United States' })
  ok(await save({ store_country: 'United States', store_state: 'Texas', store_tax_no: 'any number' }))
  ok(await save({ store_country: 'India', store_state: 'Karnataka', store_tax_no: '29AAGCB7383J1Z4' }))
})

test.each(['29aagcb7383j1z4', ' 29 AAGCB 7383 J1Z4', '29-aagcb7383j-1z4'])(
  'the GSTIN “%s” is stored as it is printed',
  async (store_tax_no) => {
    await store('store_tax_no', '')
    ok(await save({ store_country: 'India', store_state: 'Karnataka', store_tax_no }))
    expect((await read()).values.store_tax_no).toBe('29AAGCB7383J1Z4')
  },
)

test('an invalid stored state is shown with a warning, and other settings can be saved beside it', async () => {
  await store('store_state', 'Maharashtraa')
  const { schema, values, warnings } = await read()
  expect(values.store_state).toBe('Maharashtraa')
  expect(warnings).toEqual([expect.stringContaining('“Maharashtraa” is not a state of India')])
  expect(schema).toMatchObject({
    properties: { store_state: { enumLabels: { Maharashtraa: 'Maharashtraa (not a state of India)' } } },
  })
  ok(await save({ ...values, store_phone: '+91 80000 00000' }))
  expect((await read()).values.store_state).toBe('Maharashtraa')
})
