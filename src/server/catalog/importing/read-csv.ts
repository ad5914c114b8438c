import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { type CsvError, type InfoCallback, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'

/** One row of the file. `line` is the line it starts on, counted from 1. */
export type CsvRecord = { cells: string[]; line: number }

/** A row's byte range in the file, stored instead of its content until its product is written. */
export type RowLocation = { line: number; from: number; to: number }

export type UnreadableRow = { line: number; reason: string }

const MAX_ROW_CHARS = 4_000_000

const csvOptions = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
  max_record_size: MAX_ROW_CHARS,
})

/** Streams the rows of a UTF-8 CSV file, the header row first. Quoted cells may contain line breaks. */
export async function* readRows(
  file: string,
  delimiter: string,
  onUnreadable: (row: UnreadableRow) => void,
): AsyncGenerator<{ record: CsvRecord; location: RowLocation }> {
  let lastLine = 0
  let from = 0
  // csv-parse counts a CRLF inside quotes as two lines.
  let doubled = 0
  const onSkip = (error?: CsvError) => {
    onUnreadable({ line: lastLine + 1, reason: messageFor(error) })
    return undefined
  }
  const parser = parse({ ...csvOptions(delimiter), info: true, on_skip: onSkip })
  const source = createReadStream(file)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    const records: AsyncIterable<{ info: InfoCallback; record: string[] }> = parser
    for await (const { info, record } of records) {
      const breaks = lineBreaksIn(record)
      doubled += breaks.crlf
      lastLine = info.lines - doubled
      const location = { line: lastLine - breaks.all, from, to: info.bytes }
      from = info.bytes
      if (record.some((cell) => cell.trim() !== ''))
        yield { record: { cells: record, line: location.line }, location }
    }
  } finally {
    source.destroy()
  }
}

/** Reads rows again by location. @throws Error when the file has changed. */
export async function readRowsAt(
  file: FileHandle,
  delimiter: string,
  locations: readonly RowLocation[],
): Promise<CsvRecord[]> {
  const pieces: Buffer[] = []
  for (const { from, to } of mergeRanges(locations)) {
    const piece = Buffer.alloc(to - from)
    await file.read(piece, 0, piece.length, from)
    pieces.push(piece, Buffer.from('\n'))
  }
  const rows = parseAtOnce(Buffer.concat(pieces), csvOptions(delimiter))
  const cells = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  if (cells.length !== locations.length) throw new Error('The file changed while it was being imported')
  return locations.map(({ line }, at) => ({ cells: cells[at]!, line }))
}

/** Adjacent rows are read at once. */
function mergeRanges(locations: readonly RowLocation[]) {
  const ranges: { from: number; to: number }[] = []
  for (const { from, to } of locations) {
    const last = ranges.at(-1)
    if (last?.to === from) last.to = to
    else ranges.push({ from, to })
  }
  return ranges
}

function lineBreaksIn(cells: readonly string[]) {
  let all = 0
  let crlf = 0
  for (const cell of cells) {
    if (!cell.includes('\n')) continue
    all += cell.split('\n').length - 1
    crlf += cell.split('\r\n').length - 1
  }
  return { all, crlf }
}

function messageFor(error: CsvError | undefined) {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quotation mark is opened here or below and never closed: the rest of the file could not be read'
  if (error?.code === 'CSV_MAX_RECORD_SIZE')
    return 'The row is longer than 4 MB: is a quotation mark opened and never closed?'
  return 'The row is not well-formed CSV'
}
