import { expect, test } from 'vitest'
import { timeLeft } from './view.tsx'

test('timeLeft splits a duration into days, hours, minutes and seconds', () => {
  expect(timeLeft(((26 * 60 + 3) * 60 + 4) * 1_000 + 999)).toEqual({
    days: 1,
    hours: 2,
    minutes: 3,
    seconds: 4,
  })
})

test('timeLeft is zero after the end', () => {
  expect(timeLeft(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})
