import { expect, test } from 'vitest'
import { timeAgo } from './relative-time.ts'

const now = '2026-11-21T12:00:00Z'

test.each([
  ['2026-11-21T11:59:00Z', 'Just now'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T09:00:00Z', 'yesterday'],
  ['2026-11-01T09:00:00Z', '1 Nov 2026'],
])('%s is %s', (at, words) => {
  expect(timeAgo(at, now, 'en-IN', 'Asia/Kolkata')).toBe(words)
})
