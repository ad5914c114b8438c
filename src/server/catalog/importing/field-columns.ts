import type { CustomField } from '#contract/custom-fields.ts'
import { readFieldCell } from '#server/shop/custom-fields/field-cells.ts'
import { type ColumnTable, normaliseHeader, type RowReader } from './columns.ts'

/** A custom field by its key: of the product in the product's first row, of a variation in its own. */
export type FieldColumn = `field:${string}` | `variation_field:${string}`

const pattern = /^(variation_)?field:([a-z0-9_]+)$/

/** The columns of custom fields in these headers, for `findColumns`. */
export function fieldColumns(headers: readonly string[]): { table: ColumnTable; columns: FieldColumn[] } {
  const columns = headers.map(normaliseHeader).filter((header): header is FieldColumn => pattern.test(header))
  return { table: Object.fromEntries(columns.map((column) => [column, [column]])), columns }
}

/** The values of a row in the fields of the product or of the variation; an unknown field refuses the row. Undefined without columns. */
export function readFieldColumns(
  row: RowReader<FieldColumn>,
  columns: readonly FieldColumn[],
  { owner, fields }: { owner: 'product' | 'variation'; fields: readonly CustomField[] },
): Record<string, unknown> | undefined {
  const start = owner === 'product' ? 'field:' : 'variation_field:'
  const own = columns.filter((column) => column.startsWith(start))
  const cells: Record<string, unknown> = {}
  for (const column of own) {
    const text = row.text(column)
    if (text === undefined) continue
    const key = column.slice(start.length)
    const field = fields.find((one) => one.owner === owner && one.key === key)
    if (!field) {
      if (text) row.refuse(column, `There is no custom field “${key}” of ${owner}s`)
      continue
    }
    const read = readFieldCell(field, text)
    if ('reason' in read) row.refuse(column, read.reason)
    else cells[key] = read.value
  }
  return own.length > 0 ? cells : undefined
}
