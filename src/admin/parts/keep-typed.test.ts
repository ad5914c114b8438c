import { expect, test } from 'vitest'
import { keepTyped } from './keep-typed.ts'

test('keepTyped returns the stored values when nothing was typed during the save', () => {
  const sent = { name: 'Bowl ', slug: '' }
  expect(keepTyped(sent, { ...sent }, { name: 'Bowl', slug: 'bowl' })).toEqual({ name: 'Bowl', slug: 'bowl' })
})

test('keepTyped keeps the fields that were typed during the save, and the stored ones beside them', () => {
  const sent = { name: 'Bowl', slug: '', tags: ['a'] }
  const now = { name: 'Bowl, blue', slug: '', tags: ['a', 'b'] }
  expect(keepTyped(sent, now, { name: 'Bowl', slug: 'bowl', tags: ['a'] })).toEqual({
    name: 'Bowl, blue',
    slug: 'bowl',
    tags: ['a', 'b'],
  })
})

test('keepTyped gives a row that was added and changed during the save its id, and none to a row added since', () => {
  type Row = { id?: number; sku: string }
  const sent: { rows: Row[] } = { rows: [{ sku: 'A' }] }
  const now: { rows: Row[] } = { rows: [{ sku: 'B' }, { sku: 'C' }] }
  expect(keepTyped(sent, now, { rows: [{ id: 7, sku: 'A' }] })).toEqual({
    rows: [{ id: 7, sku: 'B' }, { sku: 'C' }],
  })
})
