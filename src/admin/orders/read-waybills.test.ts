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

test('reading a list takes time in proportion to its lines', () => {
  const read = (lines: number) => {
    const began = process.cpuUsage()
    expect(readWaybills('SF-1,DL123456789\n'.repeat(lines), orders).unknown).toHaveLength(lines)
    return process.cpuUsage(began).user
  }
  read(20_000)
  // Twenty times as many lines; a comparison of each line with each would take four hundred times as long.
  expect(read(400_000)).toBeLessThan(100 * read(20_000))
})
