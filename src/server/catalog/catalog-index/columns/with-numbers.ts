import type { NumberColumn } from './growing-column.ts'

/** A copy with other numbers at some positions; of floating-point numbers when one does not fit the type. */
export function withNumbers(column: NumberColumn, numbers: ReadonlyMap<number, number>): NumberColumn {
  const copy = replaceIn(column.slice(), numbers)
  const fits = [...numbers].every(([at, number]) => copy[at] === number)
  return fits ? copy : replaceIn(Float64Array.from(column), numbers)
}

function replaceIn(column: NumberColumn, numbers: ReadonlyMap<number, number>): NumberColumn {
  for (const [at, number] of numbers) column[at] = number
  return column
}
