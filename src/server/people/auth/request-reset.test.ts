import { expect, test } from 'vitest'
import { withMinimumDuration } from './request-reset.ts'

test('withMinimumDuration delays fast results and immediate failures', async () => {
  const started = performance.now()
  expect(await withMinimumDuration(40, async () => 'done')).toBe('done')
  await expect(
    withMinimumDuration(40, async () => {
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  // A timer may fire a millisecond early.
  expect(performance.now() - started).toBeGreaterThan(76)
})
