import { expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { changeWording } from './change-wording.ts'
import { valueChanges } from './value-changes.ts'

const wording = changeWording(
  { min_quantity: 'Smallest quantity', variations: 'Variations' },
  { money: (amount) => formatMoney(amount, 'en-IN'), moment: (text) => `at ${text}`, currency: 'INR' },
)
const changes = (name: string, before: unknown, after: unknown) =>
  valueChanges(wording.labelOf(name), before, after, wording, name)

test('a log names fields as their forms do, and shows amounts with the currency', () => {
  expect(changes('min_quantity', 1, 2)).toEqual([{ label: 'Smallest quantity', before: '1', after: '2' }])
  expect(changes('selling_price', 129_900, 109_950)).toEqual([
    { label: 'Price', before: '₹1,299', after: '₹1,099.50' },
  ])
  expect(changes('refunded', null, { amount: 500, currency: 'INR' })).toEqual([
    { label: 'Refunded', before: '–', after: '₹5' },
  ])
  expect(changes('publish_at', null, '2026-11-24T10:00:00.000Z')).toMatchObject([
    { label: 'Publish at', after: 'at 2026-11-24T10:00:00.000Z' },
  ])
  expect(changes('enable_refund', true, false)).toEqual([{ label: 'Refund', before: 'yes', after: 'no' }])
})

test('an amount in an entry of a list is an amount, and the entry keeps its own name', () => {
  const list = (selling_price: number) => [
    { sku: 'IND-1', selling_price, mrp: null, id: 1 },
    { sku: 'IND-2', selling_price: 100, mrp: null, id: 2 },
  ]
  expect(changes('variations', list(100), list(250))).toEqual([
    { label: 'Variations, 1, Price', before: '₹1', after: '₹2.50' },
  ])
})

test('colors of a theme are named as on the screen Appearance', () => {
  const colors = (color: string) => [
    { variable: '--color-sale', color },
    { variable: '--color-primary', color: '#000' },
  ]
  expect(changes('theme_colors', colors('#111'), colors('#222'))).toEqual([
    { label: 'Theme colors, Sale', before: '#111', after: '#222' },
  ])
})

test('the facts of an order are words and amounts, also where a SKU or a reference has spaces', () => {
  expect(changes('owed', '', '189900:to pay 500:2026-11-27 UTR 12')).toEqual([
    { label: 'Owed', before: '–', after: '₹1,899 to pay; ₹5 paid 2026-11-27 UTR 12' },
  ])
  expect(changes('items', 'KL-1:3:packed', 'KL-1:1:shipped MY SKU:2:return_requested')).toEqual([
    { label: 'Items', before: 'KL-1 × 3 packed', after: 'KL-1 × 1 shipped; MY SKU × 2 return requested' },
  ])
  expect(changes('shipments', 'WB-100:shipped:1', 'WB-100:out_for_delivery:2')).toEqual([
    { label: 'Shipments', before: 'WB-100 shipped', after: 'WB-100 out for delivery' },
  ])
  expect(changes('refunds', '', 'RF-1:approved')).toMatchObject([{ after: 'RF-1 approved' }])
  expect(changes('status', 'packed', 'out_for_delivery')).toMatchObject([{ after: 'out for delivery' }])
  expect(changes('items', 'as it is', [])).toMatchObject([{ before: 'as it is' }])
})
