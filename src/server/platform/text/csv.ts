import { stringify } from 'csv-stringify/sync'

/** A cell that a spreadsheet would run as a formula starts with an apostrophe, which an import removes (`cleanCell`). A negative number is none. */
const escapeFormula = (cell: string) =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell

const options = {
  cast: { string: escapeFormula },
  record_delimiter: 'windows',
  quoted_match: /[\r\n]/,
} as const

/** Lines of CSV, each with its CRLF. */
export const csvLines = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  stringify([...rows], { ...options, delimiter })

export type CsvRow = Readonly<Record<string, string>>

/** The rows of a file, some at a time, so that no file is in memory as a whole. */
export type CsvPages = Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>

/** The rows of records in the order of their ids, so many records at a time. */
export async function* rowsById(
  ids: readonly number[],
  atOnce: number,
  read: (some: readonly number[]) => Promise<CsvRow[]>,
): AsyncGenerator<CsvRow[]> {
  for (let at = 0; at < ids.length; at += atOnce) yield read(ids.slice(at, at + atOnce))
}

/**
 * A CSV file that spreadsheets read as UTF-8, with a header, in pieces.
 *
 * @param columns of a file without rows; otherwise those of the first row
 */
export async function* csvFile(pages: CsvPages, columns?: readonly string[]): AsyncGenerator<string> {
  let shown = columns && [...columns]
  // Not before the first rows are there: what fails until then is still an error and no file.
  let start = `\ufeff${shown ? stringify([], { ...options, header: true, columns: shown }) : ''}`
  for await (const rows of pages) {
    if (rows[0] === undefined) continue
    const header = shown === undefined
    shown ??= Object.keys(rows[0])
    yield start + stringify([...rows], { ...options, header, columns: shown })
    start = ''
  }
  if (start !== '') yield start
}

/**
 * PostgreSQL text cannot contain NUL. An apostrophe before what a spreadsheet would run was added by an export
 * (ours or WooCommerce's).
 */
export const cleanCell = (cell: string) =>
  cell
    .replaceAll('\0', '')
    .trim()
    .replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')
