import { expect, test } from 'vitest'
import { readWaybills } from './read-waybills.ts'

const orders = [
  { id: 1, order_no: 'SF-100041' },
  { id: 2, order_no: 'SF-100042' },
  { id: 3, order_no: 'SF-100043' },
]

test('a pasted list and a CSV of a courier give the waybills by order, in any columns', () => {
  const { waybills, unknown } = readWaybills(
    'Order,AWB,Courier\r\n"SF-100041","dl123456789","Delhivery"\r\n1234567890123;SF-100042;Blue Dart\n\nsf-100043\tXP-77-0001',
    orders,
  )
  expect([...waybills]).toEqual([
    [1, 'DL123456789'],
    [2, '1234567890123'],
    [3, 'XP-77-0001'],
  ])
  expect(unknown).toEqual([])
})

test('lines of other orders and without a waybill are named', () => {
  const { waybills, unknown } = readWaybills(
    'SF-999999, DL123456789\nSF-100041, Delhivery\nSF-100042, 12',
    orders,
  )
  expect([...waybills]).toEqual([])
  expect(unknown).toEqual(['SF-999999, DL123456789', 'SF-100041, Delhivery', 'SF-100042, 12'])
})

test('a list of 100,000 lines is read within a second', () => {
  const began = performance.now()
  const { unknown } = readWaybills('SF-1,DL123456789\n'.repeat(100_000), orders)
  expect(unknown).toHaveLength(100_000)
  expect(performance.now() - began).toBeLessThan(1_000)
})
