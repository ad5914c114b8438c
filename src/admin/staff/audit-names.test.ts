import { expect, test } from 'vitest'
import { z } from 'zod'
import { ProductValues } from '#contract/admin/catalog/products.ts'
import { CouponValues } from '#contract/admin/marketing/coupons.ts'
import { valueChanges } from '../parts/value-changes.ts'
import { idsIn, kindsOf, withNames } from './audit-names.ts'

const kindsOfForm = (values: z.ZodObject) =>
  kindsOf(z.toJSONSchema(values, { io: 'input', unrepresentable: 'any' }))

test('the log finds the ids of other records in a product and in a coupon by their forms', () => {
  const product = {
    name: 'Mug',
    category_id: 12,
    brand_id: null,
    labels: [1, 2],
    variations: [{ id: 900, options: [36], selling_price: 12 }],
  }
  expect([...idsIn(product, kindsOfForm(ProductValues))]).toEqual([
    ['category', 12],
    ['label', 1],
    ['label', 2],
    ['attribute-value', 36],
  ])
  expect([...idsIn({ products: [7], categories: [] }, kindsOfForm(CouponValues))]).toEqual([['product', 7]])
})

test('a log names other records, and shows the id of one that is gone', () => {
  const kinds = { category_id: 'category', labels: 'label' }
  const names = new Map([
    ['category 12', 'Mugs'],
    ['label 1', 'New'],
  ])
  const wording = withNames({ labelOf: (name) => name, textOf: () => undefined }, kinds, names)
  const changes = (name: string, before: unknown, after: unknown) =>
    valueChanges(name, before, after, wording).map((change) => [change.before, change.after])

  expect(changes('category_id', null, 12)).toEqual([['–', 'Mugs']])
  expect(changes('category_id', 12, 99)).toEqual([['Mugs', '99']])
  expect(changes('labels', [], [1, 5])).toEqual([['–', 'New, 5']])
  expect(changes('position', 1, 12)).toEqual([['1', '12']])
})
