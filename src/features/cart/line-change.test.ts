import { expect, test } from 'vitest'
import { answered, type LineChange, want } from './line-change.ts'

test('the first requested quantity is sent at once', () => {
  expect(want(undefined, 3)).toEqual({ change: { wanted: 3, requested: 3 }, asks: true })
})

test('further quantities wait for the pending request, and only the latest is sent', () => {
  const first = want(undefined, 2).change as LineChange
  const second = want(first, 3)
  const third = want(second.change, 5)

  expect(second.asks).toBe(false)
  expect(third).toEqual({ change: { wanted: 5, requested: 2 }, asks: false })
})

test('after a reply the latest quantity is sent, skipping those between', () => {
  expect(answered({ wanted: 5, requested: 2 })).toEqual({ change: { wanted: 5, requested: 5 }, asks: true })
})

test('the reply to the latest quantity ends the change with the server’s value', () => {
  expect(answered({ wanted: 5, requested: 5 })).toEqual({ asks: false })
})
