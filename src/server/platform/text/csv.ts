import { stringify } from 'csv-stringify/sync'

/** A cell that a spreadsheet would run as a formula starts with an apostrophe, which an import removes (`cleanCell`). */
const options = { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** Lines of CSV, each with its CRLF. */
export const csvLines = (rows: readonly (readonly string[])[]): string => stringify([...rows], options)

/**
 * A CSV file that spreadsheets read as UTF-8, with a header.
 *
 * @param columns of a file without rows; otherwise those of the first row
 */
export const csvFile = (
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[] = Object.keys(rows[0] ?? {}),
): Buffer =>
  Buffer.from(
    `\ufeff${stringify([...rows], { ...options, header: columns.length > 0, columns: [...columns] })}`,
  )
