import { parse } from 'csv-parse/sync'
import { PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type CsvRow, cleanCell, csvFile } from '#server/platform/text/csv.ts'
import { readPromotionValues } from './manage-promotions.ts'

const fields = keysOf(PromotionValues.shape)
const columns = ['id', ...fields]
const MOST_ROWS = 5_000
const PAGE = 100

/** All promotions, in a file that `readPromotionRows` reads: a column for each field, those with parts as JSON, amounts in minor units. */
export const exportPromotions = (db: Db): AsyncGenerator<string> => csvFile(pagesOf(db), columns)

async function* pagesOf(db: Db): AsyncGenerator<CsvRow[]> {
  for (let after = 0; ; ) {
    const ids = await db
      .selectFrom('promotions')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    if (ids.length === 0) return
    const rows: CsvRow[] = []
    for (const { id } of ids) {
      const values = await readPromotionValues(db, id)
      if (values) rows.push({ id: String(id), ...toCells(values) })
      after = id
    }
    yield rows
  }
}

const toCells = (values: PromotionValues): CsvRow =>
  Object.fromEntries(fields.map((field) => [field, toCell(values[field])]))

const toCell = (value: PromotionValues[keyof PromotionValues]): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

/** `id`: of the promotion that it changes; null for a new one. */
export type PromotionRowRead = { line: number; name: string } & (
  | { id: number | null; values: PromotionValues }
  | { reason: string }
)

/**
 * The rows of such a file, each with its values or the reason against it. Empty cells and columns that are missing have the values of an empty form.
 * @throws 422 at file for one that is no CSV, or has other columns or too many rows
 */
export function readPromotionRows(bytes: Buffer): PromotionRowRead[] {
  const [header, ...rows] = readCells(bytes)
  const names = header?.cells.map((cell) => cell.trim()) ?? []
  if (!names.includes('name')) throw unreadable('The first line must name the columns, as an export does')
  const unknown = names.filter((name) => !columns.includes(name))
  if (unknown.length > 0) throw unreadable(`There is no column ${unknown.slice(0, 3).join(', ')}`)
  if (rows.length > MOST_ROWS) throw unreadable(`At most ${MOST_ROWS} promotions at once`)
  return rows.map(({ cells: row, line }) => {
    const cells = new Map(names.map((name, at) => [name, cleanCell(row[at] ?? '')]))
    const name = cells.get('name') ?? ''
    const id = cells.get('id') || null
    if (id !== null && !/^[1-9][0-9]{0,8}$/.test(id)) return { line, name, reason: 'id: not a number' }
    const given = fields.flatMap((field) => {
      const cell = cells.get(field) ?? ''
      return cell === '' ? [] : [[field, fromCell(field, cell)]]
    })
    const { data, error } = PromotionValues.safeParse(Object.fromEntries(given))
    if (data) return { line, name, id: id === null ? null : Number(id), values: data }
    const [issue] = error.issues
    return { line, name, reason: `${issue?.path.join('.')}: ${issue?.message}` }
  })
}

function readCells(bytes: Buffer): { cells: string[]; line: number }[] {
  const read: { cells: string[]; line: number }[] = []
  try {
    parse(bytes, {
      ...{ bom: true, relax_column_count: true, skip_empty_lines: true, delimiter: [',', ';'] },
      on_record: (cells: string[], { lines }) => void read.push({ cells, line: lines }),
    })
    return read
  } catch {
    throw unreadable('The file is not well-formed CSV')
  }
}

const unreadable = (message: string) => invalid({ file: [message] })

const texts: readonly string[] = ['name', 'code', 'channel', 'badge', 'starts_at', 'ends_at']

/** What is no text is JSON; a cell that is none is refused by the schema. */
function fromCell(field: string, cell: string): unknown {
  if (texts.includes(field)) return cell
  try {
    return JSON.parse(
      cell.toLowerCase() === 'true' || cell.toLowerCase() === 'false' ? cell.toLowerCase() : cell,
    )
  } catch {
    return cell
  }
}
