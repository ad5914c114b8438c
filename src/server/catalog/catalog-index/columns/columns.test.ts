import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allBits, countBits, forEachBit, isEmpty, noBits, setBit, without } from './bits.ts'
import { growingColumn } from './growing-column.ts'
import { createPacer } from './pacer.ts'
import { compareTexts, isText, startsWith, textAt, textPacker } from './packed-texts.ts'
import { addRows, valuePostings } from './value-postings.ts'

const encode = (text: string) => new TextEncoder().encode(text)

test('a bit set contains the numbers that were added, for any size', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200)), (numbers) => {
      const bits = noBits(201)
      for (const number of numbers) setBit(bits, number)
      const visited: number[] = []
      forEachBit(bits, (number) => visited.push(number))

      expect(visited).toEqual(numbers.toSorted((a, b) => a - b))
      expect(countBits(bits)).toBe(numbers.length)
      expect(countBits(without(allBits(201), bits))).toBe(201 - numbers.length)
      expect(isEmpty(bits)).toBe(numbers.length === 0)
    }),
    { seed: 2 },
  )
  for (const size of [0, 1, 31, 32, 33, 64]) expect(countBits(allBits(size))).toBe(size)
})

test.each([
  { values: [0, 255], type: 'Uint8Array' },
  { values: [0, 256], type: 'Uint16Array' },
  { values: [65_536], type: 'Uint32Array' },
  { values: [-1, 70_000], type: 'Int32Array' },
  { values: [4_294_967_296], type: 'Float64Array' },
  { values: [-1, 3_000_000_000], type: 'Float64Array' },
  { values: [0.5], type: 'Float64Array' },
])('a column of $values is packed as $type and keeps every value', async ({ values, type }) => {
  const column = growingColumn(Float64Array)
  for (const value of values) column.push(value)
  const packed = await column.pack(createPacer())

  expect(packed.constructor.name).toBe(type)
  expect([...packed]).toEqual(values)
})

test('a column grows beyond a chunk', async () => {
  const column = growingColumn(Uint32Array)
  for (let value = 0; value < 200_000; value++) column.push(value)
  const packed = await column.pack(createPacer())

  expect(column.at(131_072)).toBe(131_072)
  expect([packed.length, packed[65_536], packed.at(-1)]).toEqual([200_000, 65_536, 199_999])
})

test('packed texts decode to the input and compare by code points', () => {
  const texts = ['', 'a', 'a b', 'ab', 'नीला', 'z', '\uff5e', '\u{1f3fa}']
  const packer = textPacker()
  for (const text of texts) packer.push(text)
  const packed = packer.pack()

  expect(texts.map((_, at) => textAt(packed, at))).toEqual(texts)
  const order = texts.map((_, at) => at).sort((a, b) => compareTexts(packed, a, packed, b))
  expect(order.map((at) => texts[at])).toEqual(
    texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  expect([startsWith(packed, 2, encode('a')), startsWith(packed, 1, encode('ab'))]).toEqual([true, false])
  expect([isText(packed, 3, encode('ab')), isText(packed, 2, encode('a'))]).toEqual([true, false])
})

test('postings return the rows of rare and frequent values alike', async () => {
  const rowCount = 1_000
  // value 0 in every second row, value 1 in one, value 2 in none
  const starts = new Uint32Array(rowCount + 1)
  const items: number[] = []
  for (let row = 0; row < rowCount; row++) {
    if (row % 2 === 0) items.push(0)
    if (row === 777) items.push(1)
    starts[row + 1] = items.length
  }
  const postings = await valuePostings(
    { starts, items: Uint8Array.from(items) },
    3,
    createPacer({ sliceMs: 0 }),
  )
  const rowsOf = (value: number) => {
    const rows = noBits(rowCount)
    addRows(postings, value, rows)
    return countBits(rows)
  }

  expect([0, 1, 2, 3].map(rowsOf)).toEqual([500, 1, 0, 0])
  expect(postings.offsets[0]).toBeLessThan(0)
  expect(postings.offsets[1]).toBeGreaterThanOrEqual(0)
})
