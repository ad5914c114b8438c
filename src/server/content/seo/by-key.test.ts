import { expect, test } from 'vitest'
import { batchesByKey } from './by-key.ts'

const ids = [3, 4, 9, 12, 20]
const readAfter = async (last: number, size: number) =>
  ids
    .filter((id) => id > last)
    .slice(0, size)
    .map((id) => ({ id }))

async function read(options: Parameters<typeof batchesByKey>[1]) {
  const batches: number[][] = []
  for await (const batch of batchesByKey(readAfter, options)) batches.push(batch.map(({ id }) => id))
  return batches
}

test('batchesByKey yields all rows once, in batches', async () => {
  expect(await read({ size: 2 })).toEqual([[3, 4], [9, 12], [20]])
  expect(await read({ size: 5 })).toEqual([ids])
})

test('batchesByKey respects the range’s start and maximum', async () => {
  expect(await read({ size: 2, from: 4, most: 3 })).toEqual([[4, 9], [12]])
  expect(await read({ from: 5, most: 1 })).toEqual([[9]])
  expect(await read({ from: 21 })).toEqual([])
})
