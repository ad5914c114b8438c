import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGuard } from './chunk-reload.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a missing chunk reloads the page at most once in ten seconds', () => {
  const now = 1_795_186_000_000

  expect([now, now + 1, now + 9_999, now + 10_000, now + 10_001].map(openGuard)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

test('a missing chunk does not reload the page when storage is unavailable', () => {
  vi.stubGlobal('sessionStorage', undefined)

  expect(openGuard()).toBe(false)
})
