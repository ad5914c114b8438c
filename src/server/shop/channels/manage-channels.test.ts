import { expect, test } from 'vitest'
import { isLocale, localesOf } from '#contract/rules/locale.ts'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { changeProducts } from '#server/catalog/products/editing/change-products.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const vase = await shop.product()
const { admin } = await signedInStaff(shop, 'owner')
const { adminChannels } = admin
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

test.each(['', 'en', 'en-ZZ', 'qq-IN', 'en-IN-', 'x'.repeat(20)])(
  'the language %j is refused',
  async (locale) => {
    expect(await change({ locale })).toMatchObject({ errors: { 'values.locale': [expect.any(String)] } })
  },
)

test('a channel with a stored language that is unknown can still be renamed', async () => {
  const update = (locale: string) => db.updateTable('channels').set({ locale }).where('id', '=', id).execute()
  await update('en')
  expect(ok(await change({ name: 'India' })).values).toMatchObject({ name: 'India', locale: 'en' })
  await update('en-IN')
})

test('staff choose countries, states, currencies and languages of the data', async () => {
  const { shop: offered } = ok(await admin.adminSession.get({}))
  expect(offered.countries.map(({ code }) => code)).toContain('IN')
  expect(offered.countries.find(({ code }) => code === 'IN')?.states).toContain('Karnataka')
  for (const country of ['IN', 'US', 'CH', 'JP', 'BR', 'DE'])
    for (const locale of localesOf(country)) expect([locale, isLocale(locale)]).toEqual([locale, true])
  expect(localesOf('CH')).toEqual(['en-CH', 'de-CH', 'fr-CH', 'it-CH'])
  const { adminTaxRates } = admin
  const rate = { tax_class: 'books', name: 'GST', percent: 5 }
  expect(await adminTaxRates.create({ values: { ...rate, country: 'ZZ' } })).toMatchObject({
    errors: { 'values.country': ['The shop does not know this country'] },
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

const french = {
  name: 'France',
  code: 'fr',
  country: 'IN',
  currency: 'EUR',
  locale: 'fr-FR',
  host: 'fr.example',
  is_active: true,
  is_default: false,
  is_tax_included: true,
  delivery_tax: { type: 'highest' as const },
}

test('a channel is added with methods of its own, sells what has a price there, and is deleted only when unused', async () => {
  const { admin } = await signedInStaff(shop, 'owner')
  const added = ok(await adminChannels.create({ values: french }))
  const { id: channelId } = added
  expect(await adminChannels.create({ values: { ...french, name: 'Again' } })).toMatchObject({
    errors: {
      'values.code': ['"France" has this code already'],
      'values.host': ['"France" has this host already'],
    },
  })
  const methods = ok(await admin.adminPaymentMethods.list({})).data
  expect(methods.filter(({ channel }) => channel === 'France').map(({ is_active }) => is_active)).toEqual(
    methods.filter(({ channel }) => channel === 'France').map(() => false),
  )
  const method = { name: 'Colis', code: 'standard', channel: 'fr', price: 590 }
  const shipping = ok(await admin.adminShippingMethods.create({ values: method }))
  expect(shipping.values).toMatchObject({ channel: 'fr', price: 590 })
  expect(
    await admin.adminShippingMethods.update({
      id: shipping.id,
      version: shipping.version,
      values: { ...shipping.values, channel: 'in' },
    }),
  ).toMatchObject({ errors: { 'values.channel': [expect.stringContaining('cannot be changed')] } })

  const { productId } = vase
  const read = async () => ok(await admin.adminProducts.get({ id: productId }))
  const product = await read()
  const priced = (channel_prices: object[] | undefined) => ({
    ...product.values,
    variations: product.values.variations.map((variation) => ({ ...variation, channel_prices })),
  })
  const save = async (channel_prices: object[] | undefined) =>
    admin.adminProducts.update({
      id: productId,
      version: (await read()).version,
      values: priced(channel_prices) as never,
    })
  expect(await save([{ channel_id: channelId, selling_price: 900, mrp: 800 }])).toMatchObject({
    errors: { 'values.variations.0.channel_prices.0.mrp': ['Must not be below the price'] },
  })
  expect(await save([{ channel_id: 999, selling_price: 900, mrp: null }])).toMatchObject({
    errors: { 'values.variations.0.channel_prices': ['Use one price of each further channel'] },
  })
  ok(await save([{ channel_id: channelId, selling_price: 900, mrp: 1_200 }]))
  // A client that does not know the field changes nothing of it.
  ok(await save(undefined))
  expect((await read()).values.variations[0]).toMatchObject({
    selling_price: 10_000,
    channel_prices: [{ channel_id: channelId, selling_price: 900, mrp: 1_200 }],
  })
  const add = () =>
    shop.guest().request({
      method: 'POST',
      url: '/api/cart/add-item',
      headers: { host: 'fr.example', 'content-type': 'application/json' },
      payload: JSON.stringify({ product_id: vase.id }),
    })
  const row = () => adminChannels.get({ id: channelId }).then(ok)
  expect(await adminChannels.remove({ id: channelId, version: (await row()).version })).toMatchObject({
    code: 'IN_USE',
    message: 'France is used by prices. You can close it instead.',
  })
  await shop.changes.catchUp()
  expect((await add()).body).toMatchObject({ data: { currency: 'EUR', subtotal: { amount: 900 } } })
  ok(await save([]))
  await shop.changes.catchUp()
  expect((await add()).status).toBe(404)

  // 10,000 paise times 0.0111 are 111 cents.
  const action = { type: 'copy_prices', from_id: id, to_id: channelId, factor: 0.0111 } as const
  expect(
    await admin.adminProductBatches.create({ action: { ...action, to_id: id }, ids: [productId] }),
  ).toMatchObject({ errors: { 'action.to_id': [expect.any(String)] } })
  const started = ok(await admin.adminProductBatches.create({ action, ids: [productId] }))
  await changeProducts(shop.services, started.id)
  expect(ok(await admin.adminProductBatches.get({ id: started.id }))).toMatchObject({
    done: 1,
    can_undo: true,
  })
  await shop.changes.catchUp()
  expect((await add()).body).toMatchObject({ data: { subtotal: { amount: 111, currency: 'EUR' } } })
  const whole = { ...action, factor: 0.02, rounding: 'whole', is_new_only: false } as const
  const again = ok(await admin.adminProductBatches.create({ action: whole, ids: [productId] }))
  await changeProducts(shop.services, again.id)
  expect((await read()).values.variations[0]?.channel_prices).toMatchObject([{ selling_price: 200 }])
  for (const batch of [again, started]) {
    const undo = ok(await admin.adminProductBatches.undo({ id: batch.id }))
    await changeProducts(shop.services, undo.id)
  }
  expect((await read()).values.variations[0]).toMatchObject({ selling_price: 10_000, channel_prices: [] })
  await shop.changes.catchUp()
  expect((await add()).status).toBe(404)
  await db.deleteFrom('carts').where('channel_id', '=', channelId).execute()
  ok(await adminChannels.remove({ id: channelId, version: (await row()).version }))
  expect((await add()).body).toMatchObject({ data: { currency: 'INR' } })
})

test('another channel becomes the default one with the look of the shop; the figures are of one channel', async () => {
  const { admin } = await signedInStaff(shop, 'owner')
  const values = { ...french, code: 'ch', name: 'Switzerland', host: '', currency: 'CHF' }
  const added = ok(await adminChannels.create({ values }))
  expect(ok(await admin.adminHome.get({ channel: 'ch' })).month.sales).toEqual({ amount: 0, currency: 'CHF' })
  expect(ok(await admin.adminHome.get({})).month.sales.currency).toBe('INR')
  expect(await admin.adminHome.get({ channel: 'zz' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await change({ is_default: false })).toMatchObject({
    errors: { 'values.is_default': ['Make another channel the default one instead'] },
  })
  const { version } = added
  const update = (more: object) =>
    adminChannels.update({ id: added.id, version, values: { ...values, is_default: true, ...more } })
  expect(await update({ is_active: false })).toMatchObject({
    errors: { 'values.is_active': ['The default channel is always open'] },
  })
  ok(await update({}))
  await shop.changes.catchUp()
  expect(ok(await shop.api.cart.get({})).currency).toBe('CHF')
  expect(ok(await shop.api.settings.get({ keys: ['default_channel'] }))).toEqual({
    default_channel: added.id,
  })
  // A product without a price in the default channel is not sold for nothing after a change of its name.
  const product = ok(await admin.adminProducts.get({ id: vase.productId }))
  const renamed = { ...product.values, name: 'Vase' }
  ok(await admin.adminProducts.update({ id: vase.productId, version: product.version, values: renamed }))
  expect(await shop.guest().api.cart.addItem({ product_id: vase.id })).toMatchObject({ code: 'NOT_FOUND' })
  ok(await change({ is_default: true }))
  await shop.changes.catchUp()
  expect(ok(await shop.api.cart.get({})).currency).toBe('INR')
})

test('the first channel for Germany adds the country with its address form and taxes, and the second does not add them again', async () => {
  const values = {
    ...{ name: 'Germany', code: 'de', country: 'DE', currency: 'EUR', locale: 'de-DE' },
  }
  expect((await shop.api.settings.countries()) as object).not.toMatchObject({ data: [{ code: 'DE' }] })

  ok(await adminChannels.create({ values }))
  ok(await adminChannels.create({ values: { ...values, name: 'Germany, trade', code: 'de-trade' } }))
  await shop.services.changes.catchUp()

  expect(ok(await shop.api.settings.countries()).filter(({ code }) => code === 'DE')).toMatchObject([
    { name: 'Germany', postcode_label: 'Postcode', states: [] },
  ])
  const rates = ok(await admin.adminTaxRates.list({})).data.filter(({ country }) => country === 'DE')
  expect(rates.map(({ name }) => name).sort()).toEqual(['No VAT', 'VAT 19%', 'VAT 7%'])
})
