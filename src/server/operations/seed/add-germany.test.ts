import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { readChannelLaw } from '#server/commerce/checkout/read-channel-law.ts'
import { commandLineActor } from '#server/platform/audit/audit-log.ts'
import { addRemoval, runRemoval } from '../setup/remove-demo.ts'
import { addGermany } from './add-germany.ts'

const shop = await openShop({ seed: true, pages: true })
const { db, services } = shop
const add = () => addGermany(db, services.config, commandLineActor())
const outcomes = await Promise.all([add(), add()])
await services.changes.catchUp()
const channels = await db.selectFrom('channels').select(['id', 'code']).orderBy('id').execute()
const idOf = (code: string) => channels.find((channel) => channel.code === code)?.id ?? 0

/** A visitor who has chosen Germany in the footer. */
const german = () => shop.guest(new Map([['channel', 'germany']]))
const pageOf = async (guest: ReturnType<typeof german>, url: string) =>
  String((await guest.request({ method: 'GET', url })).body)

test('two commands at once add one channel, and a third changes nothing', async () => {
  expect(outcomes.toSorted()).toEqual(['added', 'present'])
  expect(await add()).toBe('present')
  expect(channels.map(({ code }) => code)).toEqual(['india', 'germany'])
})

test('both channels do what the law asks, besides what only the merchant has', async () => {
  const open = async (code: string) =>
    (await readChannelLaw(db, idOf(code))).filter((point) => point.is_done !== true).map(({ title }) => title)
  // The official picture is the merchant's to upload.
  expect(await open('germany')).toEqual(['Notice of the legal guarantee', 'Prices per unit'])
  expect(await open('india')).toEqual(['Prices per unit', 'Grievance officer'])
})

test('a product in Germany has euros, the lowest price of 30 days, a price per unit and who answers for it', async () => {
  const { channel } = ok(await german().api.product.single({ id: 'marigold-and-ghee-candle' }))
  // The compare price is € 11.90; what is struck through was the lowest one before the reduction.
  expect(channel).toMatchObject({ selling_price: { amount: 990, currency: 'EUR' }, mrp: { amount: 1_090 } })
  const page = await pageOf(german(), '/product/marigold-and-ghee-candle')
  for (const text of [
    '€',
    'per 100\u00a0g',
    'Kiln &amp; Loom Europe (demo)',
    'Never leave a burning candle',
    'href="/withdraw"',
    'href="/imprint"',
  ])
    expect(page).toContain(text)
  const indian = await pageOf(shop.guest(), '/product/marigold-and-ghee-candle')
  for (const text of ['₹', 'per 100\u00a0g', 'Country of origin', 'href="/grievance-officer"'])
    expect(indian).toContain(text)
  expect(indian).not.toContain('href="/withdraw"')
})

test('an order from Germany is placed with its button, its tax and the instructions to withdraw', async () => {
  const buyer = german()
  ok(
    await buyer.api.cart.addItem({
      product_id: ok(await buyer.api.product.single({ id: 'marigold-and-ghee-candle' })).id,
    }),
  )
  ok(await buyer.api.cart.updateContact({ phone: '15112345678', email: 'buyer@example.com' }))
  ok(
    await buyer.api.cart.updateAddress({
      ...{ first_name: 'Anna', last_name: 'Demo', address_line_1: 'Demo Street 2', city: 'Demo City' },
      ...{
        postcode: '10115',
        phone: '15112345678',
        country_id: 82,
        address_type: 'Shipping',
        same_as_shipping: true,
      },
    }),
  )
  const { version, tax_total, grand_total } = ok(
    await buyer.api.cart.updatePaymentMode({ payment_method: 'bank_transfer' }),
  )
  expect(grand_total.currency).toBe('EUR')
  // 19 % are in the price of the goods.
  expect(tax_total.amount).toBeGreaterThan(0)
  expect(await pageOf(buyer, '/checkout/payment')).toContain('Order with obligation to pay')
  const placing = { version, idempotency_key: crypto.randomUUID(), accept_tnc: true }
  const { order_id } = ok(await buyer.api.checkout.placeOrder(placing))
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
  expect(text).toMatch(/withdraw/i)
  expect(text).toContain('€')
})

test('the removal of the demo data takes manufacturers and pages, and keeps a channel that has orders', async () => {
  const id = await db.transaction().execute((tx) => addRemoval(tx, commandLineActor()))
  await runRemoval({ db, files: services.files, plugins: services.plugins }, id)
  const { kept } = await db
    .selectFrom('demo_removals')
    .select('kept')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(kept).toContainEqual(expect.objectContaining({ name: 'Channel “Germany”' }))
  expect(await db.selectFrom('economic_operators').select('id').execute()).toEqual([])
  expect(await db.selectFrom('pages').select('id').where('slug', '=', 'grievance-officer').execute()).toEqual(
    [],
  )
})
