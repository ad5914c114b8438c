import { endOf, type TreeRow } from './tree-rows.ts'

/** What screen readers say of a list that is ordered by hand: always the thing and its place. */
export const placeText = (index: number, count: number) => `position ${index + 1} of ${count}`

export const movedTo = (name: string, index: number, count: number) =>
  `${name} moved to ${placeText(index, count)}`

/** The place of a row of a tree among those of the same parent. */
export function movedInTree(rows: readonly TreeRow[], key: number, name: string): string {
  const at = rows.findIndex((row) => row.key === key)
  const depth = rows[at]?.depth ?? 0
  const parent = rows.findLastIndex((row, place) => place < at && row.depth < depth)
  const below = rows.slice(parent + 1, parent < 0 ? rows.length : endOf(rows, parent))
  const siblings = below.filter((row) => row.depth === depth)
  const place = siblings.findIndex((row) => row.key === key)
  return `${movedTo(name, place, siblings.length)}${depth > 0 ? `, level ${depth + 1}` : ''}`
}
