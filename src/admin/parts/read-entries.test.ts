import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entry, readEntries } from './read-entries.ts'

const entries = [
  ['name', ' Bowl '],
  ['percent', '-2.5'],
  ['reason', 'lost'],
  ['permissions', 'orders.write'],
  ['permissions', 'orders.read'],
  ['quantity 7', '3'],
] as const

beforeEach(() => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  vi.stubGlobal('FormData', function FormDataOfForm() {
    return data
  })
})

afterEach(() => vi.unstubAllGlobals())

test('readEntries reads each entry in the type of its reader', () => {
  const read = readEntries(null, {
    name: entry.trimmed,
    percent: entry.number,
    reason: entry.oneOf(['found', 'lost']),
    permissions: entry.someOf(['orders.read', 'orders.write', 'home.read']),
    quantity: entry.each([{ id: 7 }, { id: 8 }], entry.number),
  })
  expect(read).toEqual({
    name: 'Bowl',
    percent: -2.5,
    reason: 'lost',
    permissions: ['orders.read', 'orders.write'],
    quantity: [
      { id: 7, value: 3 },
      { id: 8, value: 0 },
    ],
  })
})

test('readEntries reads a missing entry as empty, or as the given value', () => {
  const schema = { note: entry.text, courier: entry.textOr('DTDC'), coupon: entry.optionalText }
  expect(readEntries(null, schema)).toEqual({ note: '', courier: 'DTDC', coupon: undefined })
})

test('readEntries throws when a select has a value that is not in its table', () => {
  expect(() => readEntries(null, { name: entry.oneOf(['Plate']) })).toThrow('The entry name is none of Plate')
})
