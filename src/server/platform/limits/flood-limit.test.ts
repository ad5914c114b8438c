import { expect, test } from 'vitest'
import { createFloodLimit } from './flood-limit.ts'

function limitWithClock() {
  let ms = 0
  const limit = createFloodLimit({ most: 10, seconds: 60 }, () => ms)
  const takeAll = (key: string, times: number) =>
    Array.from({ length: times }, () => limit.take(key)).filter((wait) => wait === undefined).length
  return {
    takeAll,
    take: limit.take,
    pass: (seconds: number) => {
      ms += seconds * 1_000
    },
  }
}

test('a flood limit lets each key pass its limit per minute, then returns the seconds to wait', () => {
  const { takeAll, take, pass } = limitWithClock()
  expect(takeAll('asha', 25)).toBe(10)
  expect(takeAll('ravi', 4)).toBe(4)
  pass(20)
  expect(take('asha')).toBe(40)
})

test('a flood limit does not allow double the limit at a window boundary', () => {
  const { takeAll, pass } = limitWithClock()
  pass(59)
  expect(takeAll('asha', 20)).toBe(10)
  pass(2)
  expect(takeAll('asha', 20)).toBe(1)
  pass(29)
  expect(takeAll('asha', 20)).toBe(4)
})

test('a flood limit forgets keys after two unused windows', () => {
  const { takeAll, pass } = limitWithClock()
  takeAll('asha', 10)
  pass(121)
  expect(takeAll('asha', 20)).toBe(10)
})
