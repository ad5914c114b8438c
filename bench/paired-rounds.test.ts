import { expect, test } from 'vitest'
import { createRoundSize, measureInTurn, summarise } from './paired-rounds.ts'

test('summarise takes the median of the ratios of each round', () => {
  // The machine was ten times slower in the last round, for both sides.
  const { ratio } = summarise({ ours: [80, 90, 8], reference: [100, 100, 10] })

  expect(ratio).toBe(0.8)
})

test('measureInTurn alternates the order of both sides and discards the first round', async () => {
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

test('createRoundSize returns an even size for about one second of work', () => {
  const size = createRoundSize({ first: 100, most: 500 })

  expect(size.next()).toBe(100)
  size.record(241.2)
  expect(size.next()).toBe(242)
  size.record(9_000)
  expect(size.next()).toBe(500)
})
