import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const vase = await shop.product()
const { adminChannels } = (await signedInStaff(shop, 'owner')).admin
const { db } = shop
const { id } = await db
  .selectFrom('channels')
  .select('id')
  .where('is_default', '=', true)
  .executeTakeFirstOrThrow()

async function change(values: object) {
  const before = ok(await adminChannels.get({ id }))
  return adminChannels.update({
    id,
    version: before.version,
    values: { ...before.values, ...values },
  })
}

test('name, language and tax mode of a channel change at once, and are logged', async () => {
  const saved = ok(await change({ name: 'Bharat', locale: 'en-in', is_tax_included: false }))

  expect(saved.values).toMatchObject({ name: 'Bharat', locale: 'en-IN', is_tax_included: false })
  expect(ok(await adminChannels.list({})).data).toMatchObject([{ name: 'Bharat', is_default: true }])
  const entry = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('record_type', '=', 'channel')
    .executeTakeFirst()
  expect(entry).toMatchObject({ action: 'channel.update', after: { name: 'Bharat', is_tax_included: false } })
  expect(await adminChannels.update({ id, version: 'an-old-version', values: saved.values })).toMatchObject({
    code: 'STALE_RECORD',
  })
})

test('a currency with other decimals is refused while there are prices, an unknown country or locale always', async () => {
  expect(await change({ currency: 'JPY' })).toMatchObject({
    errors: { 'values.currency': ['Prices are stored with 2 decimals, and JPY has 0'] },
  })
  expect(await change({ currency: 'XQX', country: 'ZZ', locale: 'no such' })).toMatchObject({
    errors: {
      'values.currency': ['There is no currency with these letters'],
      'values.country': [expect.any(String)],
      'values.locale': [expect.any(String)],
    },
  })
})

test('the currency changes with its symbol before the first order, and not after it', async () => {
  ok(await change({ currency: 'EUR' }))
  const channel = () =>
    db.selectFrom('channels').select(['currency', 'currency_symbol']).where('id', '=', id).executeTakeFirst()
  expect(await channel()).toEqual({ currency: 'EUR', currency_symbol: '€' })
  ok(await change({ currency: 'INR' }))

  ok(await (await shop.guestAtPayment(vase)).order())
  expect(await change({ currency: 'EUR' })).toMatchObject({
    errors: { 'values.currency': ['Orders are in INR, so the currency stays'] },
  })
  expect(await channel()).toEqual({ currency: 'INR', currency_symbol: '₹' })
})

test('delivery and fee are taxed at the highest rate of the goods, unless the channel says otherwise', async () => {
  ok(await change({ is_tax_included: true }))
  await db
    .insertInto('tax_rates')
    .values({ country_id: 101, tax_class: 'books', name: 'GST', rate_bp: 500 })
    .execute()
  await db.updateTable('payment_methods').set({ fee: 4_000 }).where('code', '=', 'cod').execute()
  const { api } = shop.guest()
  await api.cart.addItem({ product_id: (await shop.product({ tax_class: 'books', price: 20_000 })).id })
  await api.cart.updateAddress(address)
  const taxes = async () => {
    const { shipping_tax, payment_fee_tax, tax_total, grand_total, items } = ok(
      await api.cart.updatePaymentMode({ payment_method: 'cod' }),
    )
    const ofLines = items.reduce((sum, { line_tax }) => sum + line_tax.amount, 0)
    expect(ofLines + shipping_tax.amount + payment_fee_tax.amount).toBe(tax_total.amount)
    return [shipping_tax.amount, payment_fee_tax.amount, grand_total.amount]
  }

  expect(await taxes()).toEqual([376, 190, 31_900])
  await api.cart.addItem({ product_id: vase.id })
  expect(await taxes()).toEqual([1_206, 610, 41_900])
  ok(await change({ delivery_tax: { type: 'none' } }))
  expect(await taxes()).toEqual([0, 0, 41_900])
  const fixed = ok(await change({ delivery_tax: { type: 'fixed', percent: 12.5 } }))
  expect(fixed.values.delivery_tax).toEqual({ type: 'fixed', percent: 12.5 })
  expect(await taxes()).toEqual([878, 444, 41_900])
  ok(await change({ is_tax_included: false, delivery_tax: { type: 'highest' } }))
  expect(await taxes()).toEqual([1_422, 720, 41_900 + 1_000 + 1_800 + 1_422 + 720])
})
