/** A row of a list that shows a tree: rows below it follow with a greater depth. */
export type TreeRow = { key: number; depth: number }

/** The place after the last row below this one. */
export function endOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  const next = rows.findIndex((row, place) => place > at && row.depth <= depth)
  return next < 0 ? rows.length : next
}

export const removeRow = <Row extends TreeRow>(rows: readonly Row[], at: number) => [
  ...rows.slice(0, at),
  ...rows.slice(endOf(rows, at)),
]

/** Before the former sibling, or after the next one; the same rows where there is none. */
export function moveRow<Row extends TreeRow>(rows: readonly Row[], at: number, step: -1 | 1): readonly Row[] {
  const depth = rows[at]?.depth ?? 0
  const end = endOf(rows, at)
  if (step === 1) return rows[end]?.depth === depth ? moveRow(rows, end, -1) : rows
  const former = rows.findLastIndex((row, place) => place < at && row.depth <= depth)
  if (former < 0 || rows[former]?.depth !== depth) return rows
  return [...rows.slice(0, former), ...rows.slice(at, end), ...rows.slice(former, at), ...rows.slice(end)]
}

/** One level down, below the former sibling; the same rows where there is none or the level does not exist. */
export function indentRow<Row extends TreeRow>(
  rows: readonly Row[],
  at: number,
  levels: number,
): readonly Row[] {
  const depth = rows[at]?.depth ?? 0
  const end = endOf(rows, at)
  const hasSibling = (rows[at - 1]?.depth ?? -1) >= depth
  if (!hasSibling || deepest(rows.slice(at, end)) + 1 >= levels) return rows
  return [...rows.slice(0, at), ...shifted(rows.slice(at, end), 1), ...rows.slice(end)]
}

/** One level up, after the item that it was below. */
export function outdentRow<Row extends TreeRow>(rows: readonly Row[], at: number): readonly Row[] {
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
export function dropRow<Row extends TreeRow>(
  rows: readonly Row[],
  key: number,
  to: number,
  levels: number,
): readonly Row[] {
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

const shifted = <Row extends TreeRow>(rows: readonly Row[], by: number) =>
  rows.map((row) => ({ ...row, depth: row.depth + by }))

const deepest = (rows: readonly TreeRow[]) => Math.max(...rows.map(({ depth }) => depth))
