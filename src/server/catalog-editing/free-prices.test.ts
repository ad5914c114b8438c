import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const { adminProducts } = (await signedInStaff(shop, 'manager')).admin

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
