import { expect, test } from 'vitest'
import { recordChanges, valueChanges } from './value-changes.ts'

test('one changed color of a theme is one change with its plain value', () => {
  const colors = (accent: string) => [
    { variable: '--color-primary', color: '#a84626' },
    { variable: '--color-accent', color: accent },
  ]
  expect(valueChanges('theme colors', colors('#111111'), colors('#222222'))).toEqual([
    { label: 'theme colors, Accent', before: '#111111', after: '#222222' },
  ])
})

test('flat values are plain text', () => {
  expect(valueChanges('name', 'A', 'B')).toEqual([{ label: 'name', before: 'A', after: 'B' }])
  expect(valueChanges('on', false, true)).toEqual([{ label: 'on', before: 'no', after: 'yes' }])
  expect(valueChanges('note', null, 3)).toEqual([{ label: 'note', before: '–', after: '3' }])
  expect(valueChanges('tags', ['a'], ['a', 'b'])).toEqual([{ label: 'tags', before: 'a', after: 'a, b' }])
  expect(valueChanges('name', undefined, 'B')).toEqual([{ label: 'name', before: undefined, after: 'B' }])
})

test('an object is compared part by part, also a new one', () => {
  const size = { font_size: '1rem', weights: { body: 400, heading: 600 } }
  expect(valueChanges('type', size, { ...size, weights: { body: 400, heading: 700 } })).toEqual([
    { label: 'type, weights, heading', before: '600', after: '700' },
  ])
  expect(valueChanges('logo', null, { path: 'a.png', alt: '' })).toEqual([
    { label: 'logo, path', before: undefined, after: 'a.png' },
    { label: 'logo, alt', before: undefined, after: '–' },
  ])
})

test('entries of a list are found by their name, and others by their position', () => {
  expect(
    valueChanges(
      'items',
      [{ id: 'a', url: '/a', on: true }],
      [
        { id: 'a', url: '/b', on: true },
        { id: 'c', url: '/c', on: true },
      ],
    ),
  ).toEqual([
    { label: 'items, a, url', before: '/a', after: '/b' },
    { label: 'items, c, url', before: undefined, after: '/c' },
    { label: 'items, c, on', before: undefined, after: 'yes' },
  ])
  expect(valueChanges('rows', [{ x: 1 }, { x: 1 }], [{ x: 1 }, { x: 2 }])).toEqual([
    { label: 'rows, no. 2, x', before: '1', after: '2' },
  ])
})

test('a new order of the same entries is shown', () => {
  expect(
    valueChanges(
      'items',
      [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
      [
        { id: 'b', n: 2 },
        { id: 'a', n: 1 },
      ],
    ),
  ).toEqual([{ label: 'items', before: 'a, b', after: 'b, a' }])
})

test('a new record has the values that were entered, without those that are empty', () => {
  const wording = { labelOf: (name: string) => name }
  expect(recordChanges(null, { name: 'Mug', brand_id: null, tags: [], on: false }, wording)).toEqual([
    { label: 'name', before: undefined, after: 'Mug' },
    { label: 'on', before: undefined, after: 'no' },
  ])
  expect(recordChanges({ note: 'a' }, { note: '' }, wording)).toEqual([
    { label: 'note', before: 'a', after: '–' },
  ])
})
