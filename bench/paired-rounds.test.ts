import { expect, test } from 'vitest'
import { createRoundSize, measureInTurn, summarise } from './paired-rounds.ts'

test('the ratio is of what was measured in the same breath', () => {
  // The machine was ten times slower in the last round, for both sides.
  const { ratio } = summarise({ ours: [80, 90, 8], reference: [100, 100, 10] })

  expect(ratio).toBe(0.8)
})

test('the sides take turns at going first, and the first round does not count', async () => {
  const order: string[] = []
  const side = (name: string) => async () => {
    order.push(name)
    return order.length <= 2 ? { clock: 1_000, core: 1_000 } : { clock: 1, core: 2 }
  }

  const { clock, core } = await measureInTurn(2, { ours: side('ours'), reference: side('reference') })

  expect(order).toEqual(['ours', 'reference', 'reference', 'ours', 'ours', 'reference'])
  expect(clock).toEqual({ ours: 1, reference: 1, ratio: 1 })
  expect(core.ours).toBe(2)
})

test('a round of writes takes about a second, and its work can be halved', () => {
  const size = createRoundSize({ first: 100, most: 500 })

  expect(size.next()).toBe(100)
  size.tell(241.2)
  expect(size.next()).toBe(242)
  size.tell(9_000)
  expect(size.next()).toBe(500)
})
