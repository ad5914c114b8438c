import { keysOf } from '#contract/rules/own-value.ts'
import { cleanCell } from '#server/platform/text/csv.ts'
import type { Problem } from './product-draft.ts'
import type { CsvRecord } from './read-csv.ts'

/** Our field -> accepted headers (lower case), in order of preference. */
export type ColumnTable = Record<string, readonly string[]>

export type Columns<Field extends string> = Partial<Record<Field, { index: number; header: string }>>

export const normaliseHeader = (header: string) =>
  header
    .replace(/[\u00a0\ufeff]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** Maps a dialect's fields to a file's headers, and lists the headers that are ignored. */
export function findColumns<Table extends ColumnTable>(table: Table, headers: readonly string[]) {
  const names = headers.map(normaliseHeader)
  const columns: Columns<keyof Table & string> = {}
  const used = new Set<number>()
  for (const field of keysOf(table)) {
    const indexes = (table[field] ?? []).map((alias) => names.indexOf(alias)).filter((index) => index >= 0)
    for (const index of indexes) used.add(index)
    if (indexes[0] !== undefined) columns[field] = { index: indexes[0], header: headers[indexes[0]]!.trim() }
  }
  const ignored = headers.filter((header, index) => header.trim() !== '' && !used.has(index))
  return { columns, ignored }
}

export const tooManyCells = (record: CsvRecord, width: number) =>
  `The row has ${record.cells.length} cells, the header ${width}: is a separator not quoted?`

/** Reads the cells of one row by field name and collects its problems. */
export type RowReader<Field extends string> = {
  line: number
  has(field: Field): boolean
  /** Trimmed; undefined when the file has no such column or the row is too short. */
  text(field: Field): string | undefined
  /** Without a field, the problem concerns the whole row. */
  refuse(field: Field | undefined, reason: string): void
  warn(field: Field, reason: string): void
  isRefused(): boolean
}

export function rowReader<Field extends string>(
  columns: Columns<Field>,
  record: CsvRecord,
  problems: Problem[],
): RowReader<Field> {
  const { line } = record
  let isRefused = false
  const report = (kind: Problem['kind'], field: Field | undefined, reason: string) => {
    const column = field && columns[field]
    problems.push({ line, kind, reason, ...(column && { column: column.header }) })
  }
  return {
    line,
    has: (field) => columns[field] !== undefined,
    text: (field) => {
      const column = columns[field]
      const cell = column && record.cells[column.index]
      return cell === undefined ? undefined : cleanCell(cell)
    },
    refuse(field, reason) {
      isRefused = true
      report('refused', field, reason)
    },
    warn: (field, reason) => report('warning', field, reason),
    isRefused: () => isRefused,
  }
}
