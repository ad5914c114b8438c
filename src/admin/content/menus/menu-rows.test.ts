import { expect, test } from 'vitest'
import { dropRow, indentRow, moveRow, outdentRow, removeRow } from '#admin/parts/tree-rows.ts'
import { fieldOf, type MenuRowItem, toRows, toTree } from './menu-rows.ts'

/** `A`, ` B` below it, `  C` below that. */
const rowsOf = (...lines: string[]): MenuRowItem[] =>
  lines.map((line, at) => ({
    key: at,
    depth: line.length - line.trim().length,
    item: { label: line.trim(), url: '', opens_new_tab: false, badge: '', image_path: null },
  }))
const linesOf = (rows: readonly MenuRowItem[]) =>
  rows.map(({ depth, item }) => ' '.repeat(depth) + item.label)

const rows = rowsOf('A', ' B', '  C', ' D', 'E')

test('rows become the same tree again', () => {
  const tree = toTree(rows, 3)
  expect(tree.map(({ label, children }) => [label, children?.map((child) => child.label)])).toEqual([
    ['A', ['B', 'D']],
    ['E', []],
  ])
  expect(linesOf(toRows(tree))).toEqual(linesOf(rows))
  expect(tree[0]?.children?.[0]?.children?.[0]).not.toHaveProperty('children')
})

test('a row moves with all below it, among its siblings', () => {
  expect(linesOf(moveRow(rows, 1, 1))).toEqual(['A', ' D', ' B', '  C', 'E'])
  expect(linesOf(moveRow(rows, 4, -1))).toEqual(['E', 'A', ' B', '  C', ' D'])
  expect(moveRow(rows, 1, -1)).toBe(rows)
  expect(moveRow(rows, 3, 1)).toBe(rows)
  expect(linesOf(removeRow(rows, 1))).toEqual(['A', ' D', 'E'])
})

test('a row goes one level down below its former sibling, as far as the shop shows', () => {
  expect(linesOf(indentRow(rows, 4, 3))).toEqual(['A', ' B', '  C', ' D', ' E'])
  expect(linesOf(indentRow(rows, 3, 3))).toEqual(['A', ' B', '  C', '  D', 'E'])
  expect(indentRow(rows, 3, 2)).toBe(rows)
  expect(indentRow(rows, 0, 3)).toBe(rows)
})

test('a row goes one level up, after the item that it was below', () => {
  expect(linesOf(outdentRow(rows, 1))).toEqual(['A', ' D', 'B', ' C', 'E'])
  expect(outdentRow(rows, 0)).toBe(rows)
})

test('a dropped row takes the level of the row that it is put before', () => {
  expect(linesOf(dropRow(rows, 4, 1, 3))).toEqual(['A', ' E', ' B', '  C', ' D'])
  expect(linesOf(dropRow(rows, 2, 4, 3))).toEqual(['A', ' B', ' D', 'E', 'C'])
  // Below itself, and too far down.
  expect(dropRow(rows, 0, 1, 3)).toBe(rows)
  expect(dropRow(rowsOf('A', ' B', 'C', ' D'), 2, 1, 2)).toHaveLength(4)
  expect(linesOf(dropRow(rowsOf('A', ' B', 'C', ' D'), 2, 1, 2))).toEqual(['A', ' B', 'C', ' D'])
})

test('errors are found by the field of a row', () => {
  expect(rows.map((_, at) => fieldOf(rows, at))).toEqual([
    'items.0',
    'items.0.children.0',
    'items.0.children.0.children.0',
    'items.0.children.1',
    'items.1',
  ])
})
