import { expect, test } from 'vitest'
import { countScan, isComplete, type PackLine } from './count-scan.ts'

const jug: PackLine = {
  id: 1,
  name: 'Milk jug',
  sku: 'JUG-1',
  barcode: '4006381333931',
  quantity: 2,
  counted: 0,
}
const mug: PackLine = { id: 2, name: 'Mug', sku: 'MUG-1', barcode: null, quantity: 1, counted: 0 }

const scan = (lines: readonly PackLine[], ...codes: string[]) =>
  codes.reduce<readonly PackLine[]>((now, code) => {
    const result = countScan(now, code)
    if ('refusal' in result) throw new Error(result.refusal)
    return result.lines
  }, lines)

test('pieces are counted by SKU and by barcode until the order is complete', () => {
  const two = scan([jug, mug], 'jug-1', ' 4006381333931 ')
  expect(two.map(({ counted }) => counted)).toEqual([2, 0])
  expect(isComplete(two)).toBe(false)
  expect(isComplete(scan(two, 'MUG-1'))).toBe(true)
})

test('a product of another order and one piece too many are refused with the reason', () => {
  expect(countScan([jug, mug], 'CUP-1')).toEqual({ refusal: 'CUP-1 is not in this order' })
  expect(countScan(scan([jug, mug], 'MUG-1'), 'MUG-1')).toEqual({
    refusal: 'Mug: the order has only 1 of it',
  })
  expect(countScan([mug], ''), 'a line without a barcode is not an empty one').toHaveProperty('refusal')
})

test('a product with two lines, as with two texts on it, fills one after the other', () => {
  const named = { ...mug, id: 3 }
  expect(scan([mug, named], 'MUG-1', 'MUG-1').map(({ counted }) => counted)).toEqual([1, 1])
})
