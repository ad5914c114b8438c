import { expect, test } from 'vitest'
import { valueAt, valueWith } from './field-props.ts'

test('valueWith replaces one value of a list in an object, and leaves the rest as it is', () => {
  const whole = { title: 'T', items: [{ url: '/a' }, { url: '/b', label: 'B' }], colors: { text: '#000' } }
  const changed = valueWith(whole, ['items', 1, 'url'], '/c')
  expect(changed).toEqual({ ...whole, items: [{ url: '/a' }, { url: '/c', label: 'B' }] })
  expect(valueAt(changed, ['colors'])).toBe(whole.colors)
  expect(whole.items[1]).toEqual({ url: '/b', label: 'B' })
})

test('valueWith adds the objects on the way to a value that was not there', () => {
  expect(valueWith(undefined, ['layout', 'width'], 'full')).toEqual({ layout: { width: 'full' } })
})

test('valueAt and valueWith take inherited names for own ones', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined()
  expect(valueWith({}, ['toString', 'a'], 1)).toEqual({ toString: { a: 1 } })
})
