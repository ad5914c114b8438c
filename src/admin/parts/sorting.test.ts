import { expect, test } from 'vitest'
import { movedInTree, movedTo } from './place-text.ts'
import { announcements } from './sorting.tsx'

/** An item that is dragged in a list of five. */
const dragged = (index: number, name?: string) => ({
  operation: { source: { index, data: name === undefined ? {} : { name } } },
})
const inList = () => ({ registry: { draggables: { value: [1, 2, 3, 4, 5].values() } } })

test('announcements of a drag name the thing and its place', () => {
  expect(announcements.dragstart(dragged(0, 'Terracotta'), inList())).toBe(
    'Terracotta picked up at position 1 of 5',
  )
  expect(announcements.dragover(dragged(1, 'Terracotta'), inList())).toBe(
    'Terracotta moved to position 2 of 5',
  )
  expect(announcements.dragend({ ...dragged(1, 'Terracotta'), canceled: false }, inList())).toBe(
    'Terracotta dropped at position 2 of 5',
  )
  expect(announcements.dragend({ ...dragged(0, 'Terracotta'), canceled: true }, inList())).toBe(
    'Terracotta put back at position 1 of 5',
  )
})

test('a move by a button is announced in the same words', () => {
  expect(movedTo('Terracotta', 1, 5)).toBe('Terracotta moved to position 2 of 5')
})

test('a row of a tree is announced with its place among those of the same parent', () => {
  const rows = [
    { key: 1, depth: 0 },
    { key: 2, depth: 1 },
    { key: 3, depth: 2 },
    { key: 4, depth: 1 },
    { key: 5, depth: 0 },
  ]
  expect(movedInTree(rows, 4, 'Mugs')).toBe('Mugs moved to position 2 of 2, level 2')
  expect(movedInTree(rows, 5, 'Candles')).toBe('Candles moved to position 2 of 2')
  expect(movedInTree(rows, 3, 'Cups')).toBe('Cups moved to position 1 of 1, level 3')
})
