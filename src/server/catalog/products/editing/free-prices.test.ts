import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { changeProducts } from './change-products.ts'
import { publishDueProducts } from './publish-due-products.ts'

const shop = await openShop({ seed: true })
const { adminProducts, adminProductBatches } = (await signedInStaff(shop, 'manager')).admin

const values = (name: string, more: object = {}) => ({
  name,
  variations: [{ sku: name.toUpperCase(), selling_price: 0, is_default: true }],
  ...more,
})

test('a product with a price of 0 is published only when that is confirmed', async () => {
  expect(await adminProducts.create({ values: values('gift', { is_published: true }) })).toMatchObject({
    errors: { 'values.variations.0.selling_price': [expect.stringContaining('gives it away')] },
  })
  const unnamed = { is_published: true, variations: [{ sku: '', selling_price: 0, is_default: true }] }
  expect(
    await adminProducts.create({ values: values('star', unnamed) }),
    'also while the shop makes the SKU',
  ).toMatchObject({
    errors: { 'values.variations.0.selling_price': [expect.stringContaining('gives it away')] },
  })
  const { id } = ok(await adminProducts.create({ values: values('gift') }))
  expect(await adminProducts.setPublished({ id, is_published: true })).toMatchObject({
    code: 'FREE_OF_CHARGE',
  })
  const draft = ok(await adminProducts.get({ id }))
  ok(
    await adminProducts.update({
      id,
      version: draft.version,
      values: { ...draft.values, is_free: true, is_published: true },
    }),
  )
})

test('a tax class without a rate is refused', async () => {
  expect(await adminProducts.create({ values: values('lamp', { tax_class: 'standrad' }) })).toMatchObject({
    errors: {
      'values.tax_class': [
        expect.stringMatching(/^There is no tax rate of the class “standrad”. Known are: standard, /),
      ],
    },
  })
})

test('bulk publishing and a bulk price change refuse to give products away', async () => {
  const { id: free } = ok(await adminProducts.create({ values: values('bulk-gift') }))
  const cheap = {
    is_published: true,
    variations: [{ sku: 'CENT', selling_price: 1, is_default: true }],
  }
  const { id: cent } = ok(await adminProducts.create({ values: values('cent', cheap) }))
  const run = async (action: { type: 'publish' } | { type: 'price'; percent: number }, id: number) => {
    const batch = ok(await adminProductBatches.create({ action, ids: [id] }))
    await changeProducts(shop.services, batch.id)
    return ok(await adminProductBatches.get({ id: batch.id }))
  }

  expect(await run({ type: 'publish' }, free)).toMatchObject({
    refusals: [{ id: free, message: expect.stringContaining('Its price is 0') }],
  })
  expect(await run({ type: 'price', percent: -90 }, cent)).toMatchObject({
    refusals: [{ id: cent, message: expect.stringContaining('would become 0') }],
  })
  const { values: after } = ok(await adminProducts.get({ id: free }))
  expect(after.is_published).toBe(false)
  expect(ok(await adminProducts.get({ id: cent })).values.variations[0]?.selling_price).toBe(1)
})

test('a scheduled draft with a price of 0 is not published at its time, and is once it has a price', async () => {
  const { id } = ok(await adminProducts.create({ values: values('later') }))
  const schedule = (publish_at: Date | null, unpublish_at: Date | null = null) =>
    shop.db.updateTable('products').set({ publish_at, unpublish_at }).where('id', '=', id).execute()
  const past = new Date(Date.now() - 600_000)
  await schedule(past)
  await publishDueProducts(shop.services)
  const held = ok(await adminProducts.get({ id }))
  expect(held.values).toMatchObject({ is_published: false, publish_at: past.toISOString() })
  expect(await adminProducts.update({ id, version: held.version, values: held.values })).toMatchObject({
    errors: { 'values.variations.0.selling_price': [expect.stringContaining('gives it away')] },
  })

  const variation = shop.db.selectFrom('variations').select('id').where('product_id', '=', id)
  await shop.db
    .updateTable('prices')
    .set({ selling_price: 100, mrp: 100 })
    .where('variation_id', 'in', variation)
    .execute()
  await publishDueProducts(shop.services)
  expect(ok(await adminProducts.get({ id })).values).toMatchObject({ is_published: true, publish_at: null })
})

test('copied prices that would become 0 are refused', async () => {
  const [from, to] = [1, await otherChannel()]
  const { id } = ok(
    await adminProducts.create({
      values: values('penny', { variations: [{ sku: 'PENNY', selling_price: 1, is_default: true }] }),
    }),
  )
  const action = { type: 'copy_prices', from_id: from, to_id: to, factor: 0.01 } as const
  const batch = ok(await adminProductBatches.create({ action, ids: [id] }))
  await changeProducts(shop.services, batch.id)
  expect(ok(await adminProductBatches.get({ id: batch.id }))).toMatchObject({
    refusals: [{ id, message: 'Its price would be 0' }],
  })
})

async function otherChannel() {
  const { id: _id, ...channel } = await shop.db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const { id } = await shop.db
    .insertInto('channels')
    .values({ ...channel, code: 'other', name: 'Other', is_default: false, host: null } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
