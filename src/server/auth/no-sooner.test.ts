import { expect, test } from 'vitest'
import { noSooner } from './no-sooner.ts'

test('what is quick, and what fails at once, takes as long as was said', async () => {
  const started = performance.now()
  expect(await noSooner(40, async () => 'done')).toBe('done')
  await expect(
    noSooner(40, async () => {
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  // a timer may be a millisecond early
  expect(performance.now() - started).toBeGreaterThan(76)
})
