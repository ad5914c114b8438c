import { expect, test } from 'vitest'
import { answered, type LineChange, want } from './line-change.ts'

test('the first wish goes to the server at once', () => {
  expect(want(undefined, 3)).toEqual({ change: { wanted: 3, asked: 3 }, asks: true })
})

test('further wishes wait while one is on its way, and only the latest is kept', () => {
  const first = want(undefined, 2).change as LineChange
  const second = want(first, 3)
  const third = want(second.change, 5)

  expect(second.asks).toBe(false)
  expect(third).toEqual({ change: { wanted: 5, asked: 2 }, asks: false })
})

test('after an answer the latest wish is asked for, skipping those between', () => {
  expect(answered({ wanted: 5, asked: 2 })).toEqual({ change: { wanted: 5, asked: 5 }, asks: true })
})

test('an answer to the latest wish ends the change: what the server said stands', () => {
  expect(answered({ wanted: 5, asked: 5 })).toEqual({ asks: false })
})
