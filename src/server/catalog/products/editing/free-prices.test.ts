import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { changeProducts } from './change-products.ts'

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
    errors: { 'values.tax_class': ['There is no tax rate of the class “standrad”'] },
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
