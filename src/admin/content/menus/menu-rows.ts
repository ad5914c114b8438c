import type { MenuItemValues } from '#contract/admin/content/menus.ts'

/** An item of the tree as a row of the list that shows it. */
export type MenuRowItem = { key: number; depth: number; item: Omit<MenuItemValues, 'children'> }

let lastKey = 0

export const newRow = (depth: number): MenuRowItem => ({
  key: ++lastKey,
  depth,
  item: { label: '', url: '', opens_new_tab: false, badge: '', image_path: null },
})

export const toRows = (items: readonly MenuItemValues[], depth = 0): MenuRowItem[] =>
  items.flatMap(({ children = [], ...item }) => [
    { key: ++lastKey, depth, item },
    ...toRows(children, depth + 1),
  ])

/** @param levels items of the last one have no `children`, as in the contract */
export function toTree(rows: readonly MenuRowItem[], levels: number, depth = 0): MenuItemValues[] {
  const items: MenuItemValues[] = []
  for (let at = 0; at < rows.length; ) {
    const end = endOf(rows, at)
    const below = rows.slice(at + 1, end)
    const { item } = rows[at] as MenuRowItem
    items.push({ ...item, ...(depth + 1 < levels && { children: toTree(below, levels, depth + 1) }) })
    at = end
  }
  return items
}

/** The place after the last row below this one. */
export function endOf(rows: readonly MenuRowItem[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  const next = rows.findIndex((row, place) => place > at && row.depth <= depth)
  return next < 0 ? rows.length : next
}

/** The field of a row in the values: `items.1.children.0`. */
export function fieldOf(rows: readonly MenuRowItem[], at: number): string {
  const depth = rows[at]?.depth ?? 0
  let position = 0
  for (let place = at - 1; place >= 0; place--) {
    const row = rows[place] as MenuRowItem
    if (row.depth === depth) position++
    if (row.depth < depth) return `${fieldOf(rows, place)}.children.${position}`
  }
  return `items.${position}`
}

export const removeRow = (rows: readonly MenuRowItem[], at: number) => [
  ...rows.slice(0, at),
  ...rows.slice(endOf(rows, at)),
]

/** Before the former sibling, or after the next one; the same rows where there is none. */
export function moveRow(rows: readonly MenuRowItem[], at: number, step: -1 | 1): readonly MenuRowItem[] {
  const depth = rows[at]?.depth ?? 0
  const end = endOf(rows, at)
  if (step === 1) return rows[end]?.depth === depth ? moveRow(rows, end, -1) : rows
  const former = rows.findLastIndex((row, place) => place < at && row.depth <= depth)
  if (former < 0 || rows[former]?.depth !== depth) return rows
  return [...rows.slice(0, former), ...rows.slice(at, end), ...rows.slice(former, at), ...rows.slice(end)]
}

/** One level down, below the former sibling; the same rows where there is none or the level does not exist. */
export function indentRow(rows: readonly MenuRowItem[], at: number, levels: number): readonly MenuRowItem[] {
  const depth = rows[at]?.depth ?? 0
  const end = endOf(rows, at)
  const hasSibling = (rows[at - 1]?.depth ?? -1) >= depth
  if (!hasSibling || deepest(rows.slice(at, end)) + 1 >= levels) return rows
  return [...rows.slice(0, at), ...shifted(rows.slice(at, end), 1), ...rows.slice(end)]
}

/** One level up, after the item that it was below. */
export function outdentRow(rows: readonly MenuRowItem[], at: number): readonly MenuRowItem[] {
  const depth = rows[at]?.depth ?? 0
  if (depth === 0) return rows
  const end = endOf(rows, at)
  const parent = rows.findLastIndex((row, place) => place < at && row.depth < depth)
  const parentEnd = endOf(rows, parent)
  return [
    ...rows.slice(0, at),
    ...rows.slice(end, parentEnd),
    ...shifted(rows.slice(at, end), -1),
    ...rows.slice(parentEnd),
  ]
}

/**
 * A dragged row with all below it: before the row that is then at the place `to`, on its level. The same rows when it
 * would be below itself, or too far down.
 */
export function dropRow(
  rows: readonly MenuRowItem[],
  key: number,
  to: number,
  levels: number,
): readonly MenuRowItem[] {
  const at = rows.findIndex((row) => row.key === key)
  if (at < 0) return rows
  const moved = rows.slice(at, endOf(rows, at))
  const target = rows.filter((row) => row.key !== key)[to]
  if (target && moved.includes(target)) return rows
  const by = (target?.depth ?? 0) - (rows[at]?.depth ?? 0)
  if (deepest(moved) + by >= levels) return rows
  const others = rows.filter((row) => !moved.includes(row))
  const place = target ? others.indexOf(target) : others.length
  return [...others.slice(0, place), ...shifted(moved, by), ...others.slice(place)]
}

const shifted = (rows: readonly MenuRowItem[], by: number) =>
  rows.map((row) => ({ ...row, depth: row.depth + by }))

const deepest = (rows: readonly MenuRowItem[]) => Math.max(...rows.map(({ depth }) => depth))
