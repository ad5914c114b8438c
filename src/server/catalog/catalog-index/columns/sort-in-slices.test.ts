import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'
import { moveInOrder, sortInSlices } from './sort-in-slices.ts'

test('sorts like the built-in sort and is stable, whatever the slice length', async () => {
  const lengths = fc.constantFrom(0, 1, 2_047, 2_048, 2_049, 10_000)
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 50 }), async (length, different) => {
      const keys = Uint8Array.from({ length }, (_, at) => (at * 7_919) % different)
      const compare = (a: number, b: number) => keys[a]! - keys[b]!
      const items = new Uint32Array(length).map((_, at) => at)

      const sorted = await sortInSlices(items.slice(), compare, createPacer({ sliceMs: 0 }))

      expect([...sorted]).toEqual([...items].sort((a, b) => compare(a, b) || a - b))
    }),
    { numRuns: 15, seed: 1 },
  )
})

test('moved items are merged into the others in the order of their new keys', async () => {
  const keys = fc.array(fc.nat(20), { minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(keys, fc.array(fc.tuple(fc.nat(199), fc.nat(20))), async (before, moves) => {
      const now = [...before]
      const byKey = (a: number, b: number) => now[a]! - now[b]! || a - b
      const items = Uint32Array.from(now.keys()).sort(byKey)
      const moved = new Map(moves.filter(([item]) => item < now.length))
      for (const [item, key] of moved) now[item] = key

      const sorted = await moveInOrder(items, [...moved.keys()], byKey, createPacer({ sliceMs: 0 }))

      expect([...sorted]).toEqual([...now.keys()].sort(byKey))
    }),
    { numRuns: 50, seed: 1 },
  )
})

test('sorting a long list yields to other work', async () => {
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 0)
  const items = new Uint32Array(300_000).map((_, at) => (at * 7_919) % 300_000)

  await sortInSlices(items, (a, b) => a - b, createPacer({ sliceMs: 2 }))

  clearInterval(others)
  expect(turns).toBeGreaterThan(3)
})

test('sorting stops when its signal is aborted', async () => {
  const stopping = new AbortController()
  const pacer = createPacer({ sliceMs: 0, signal: stopping.signal })
  const sorting = sortInSlices(new Uint32Array(50_000), (a, b) => a - b, pacer)
  stopping.abort(new Error('Enough'))

  await expect(sorting).rejects.toThrow('Enough')
})
