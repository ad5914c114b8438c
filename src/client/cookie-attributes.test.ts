import { afterEach, expect, test, vi } from 'vitest'
import { cookieAttributes } from './cookie-attributes.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['https:', ';path=/;max-age=60;samesite=lax;secure'],
  ['http:', ';path=/;max-age=60;samesite=lax'],
])('a cookie that a script of a shop on %s sets has its attributes', (protocol, attributes) => {
  vi.stubGlobal('location', { protocol })
  expect(cookieAttributes(60)).toBe(attributes)
})
