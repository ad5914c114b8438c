import { expect, test } from 'vitest'
import { isSlowPattern } from './slow-pattern.ts'

test.each([
  '[A-Z]{2}\\d{4}',
  '\\d{6}',
  '[\\p{L} .-]+',
  '(?:[a-z0-9]+-)*[a-z0-9]+',
  '27[A-Z]{5}\\d{4}[A-Z]\\dZ\\d',
])('the pattern %s is accepted', (source) => {
  expect(isSlowPattern(source)).toBe(false)
})

test.each(['(a+)+', '(\\w+\\s?)*', '([a-z]+|[a-z0-9]+)*', '(xy|x|y)+z', '(\\d+)*-'])(
  'the pattern %s is refused because it takes exponential time',
  (source) => {
    expect(isSlowPattern(source)).toBe(true)
  },
)
