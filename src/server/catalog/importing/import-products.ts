import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Db } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { csvLines } from '#server/platform/text/csv.ts'
import { listOtherChannels, readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { readFields } from '#server/shop/custom-fields/read-fields.ts'
import { readOperatorNames } from '../products/editing/declarations.ts'
import { readLocationCodes } from '../stock/locations.ts'
import type { Dialect, RowGroup } from './dialect.ts'
import { detectDelimiter, openTextFile } from './open-text-file.ts'
import { type Problem, type ProductDraft, refusedLines } from './product-draft.ts'
import { readRows, readRowsAt } from './read-csv.ts'
import { ImportFileError, recogniseDialect } from './recognise-dialect.ts'
import { type BatchWriter, batchWriter } from './write-batch.ts'

export type ImportRequest = {
  db: Db
  plugins: HookRunner
  file: string
  files: FileStorage
  storeUrl: string
  /** Reads, validates and compares without writing. */
  isDryRun: boolean
  /** Of staff: the products that it writes are noted. */
  importId?: number
  /** Whose changes of stock are recorded. */
  actor?: { staffId: number | null; name: string }
  /** Called before the first write: the file has this many rows that can be read. */
  onStart?(rows: number): Promise<unknown>
  onProblem(problem: Problem): void
  /** Called after the first pass and then about every 500 rows. */
  onProgress?(progress: { rows: number; of: number }): void
}

export type ImportReport = {
  dialect: Dialect['name']
  isDryRun: boolean
  rows: number
  refusedRows: number
  warnings: number
  products: { created: number; updated: number; unchanged: number; refused: number }
  variationsCreated: number
  imagesAdded: number
  ignoredColumns: string[]
}

const BATCH = { products: 100, rows: 500 }

/**
 * Imports a product file: valid rows are written, refused ones change nothing, and a repeated import changes
 * nothing. The first pass groups rows by product and keeps only their byte locations; the second reads and
 * writes the products, a hundred per transaction. docs/import.md.
 *
 * @throws ImportFileError when it is no product file, or the file system's error when it cannot be read.
 */
export async function importProducts(request: ImportRequest): Promise<ImportReport> {
  const text = await openTextFile(request.file)
  try {
    return await importText(request, text.path)
  } finally {
    await text.close()
  }
}

async function importText(request: ImportRequest, path: string): Promise<ImportReport> {
  const { db, plugins, isDryRun, onProgress } = request
  const { delimiter, isDeclared } = await detectDelimiter(path)
  const counter = problemCounter(request.onProblem)
  const { dialect, groups, rows } = await findGroups(path, { delimiter, isDeclared, counter })
  onProgress?.({ rows: 0, of: rows })
  if (!isDryRun) await request.onStart?.(rows)

  const channel = await readDefaultChannel(db)
  const context = {
    price: { decimals: channel.currency_decimals, isCommaDecimal: delimiter === ';' },
    now: new Date(),
    defaultChannel: channel.code,
    fields: await readFields(db, ['product', 'variation']),
    channels: new Map((await listOtherChannels(db)).map((other) => [other.code, other])),
    locations: await readLocationCodes(db),
    operators: new Map((await readOperatorNames(db)).map(({ id, name }) => [name.toLowerCase(), id])),
  }
  const writer = batchWriter({
    db,
    plugins,
    channelId: channel.id,
    isDryRun,
    actor: request.actor,
    importId: request.importId,
    images: {
      folder: dirname(resolve(request.file)),
      files: request.files,
      storeUrl: request.storeUrl,
      isDryRun,
    },
  })
  const file = await open(path)
  try {
    for await (const drafts of batches(groups, async (group) => {
      return dialect.draft(group, await readRowsAt(file, delimiter, group.locations), context)
    })) {
      await writer.write(drafts)
      for (const draft of drafts) counter.add(draft)
      onProgress?.({ rows: counter.rows(), of: rows })
    }
  } finally {
    await file.close()
  }
  return { dialect: dialect.name, isDryRun, rows, ignoredColumns: dialect.ignored, ...counter.totals(writer) }
}

const REASON = 'Reason'

/**
 * The rows of a product file that belong to products with a named row, as CSV below its first line, with the reason of each row as the
 * last column. All rows of such a product: without the others the file would say that the product has no more than these.
 * @param reasonOf of the row that begins in this line; empty: it has none
 */
export async function readProductsOf(file: string, reasonOf: (line: number) => string): Promise<string> {
  const text = await openTextFile(file)
  try {
    const { delimiter, isDeclared } = await detectDelimiter(text.path)
    const counter = problemCounter(() => undefined)
    const { groups, ...found } = await findGroups(text.path, { delimiter, isDeclared, counter })
    const header = found.header.filter((name) => name !== REASON)
    const opened = await open(text.path)
    try {
      const lines = [[...header, REASON]]
      for (const { locations } of groups.filter((group) =>
        group.locations.some(({ line }) => reasonOf(line) !== ''),
      ))
        for (const { cells, line } of await readRowsAt(opened, delimiter, locations))
          lines.push([...header.map((_, at) => cells[at] ?? ''), reasonOf(line)])
      return `\ufeff${csvLines(lines, delimiter)}`
    } finally {
      await opened.close()
    }
  } finally {
    await text.close()
  }
}

/** First pass. */
async function findGroups(
  path: string,
  { delimiter, isDeclared, counter }: { delimiter: string; isDeclared: boolean; counter: ProblemCounter },
) {
  let dialect: Dialect | undefined
  let grouping: ReturnType<Dialect['grouping']> | undefined
  let header: string[] = []
  let rows = 0
  let skip = isDeclared ? 1 : 0
  const unreadable = ({ line, reason }: { line: number; reason: string }) => {
    rows++
    counter.report([{ line, kind: 'refused', reason }])
  }
  for await (const { record, location } of readRows(path, delimiter, unreadable)) {
    if (skip-- > 0) continue
    if (!dialect || !grouping) {
      dialect = recogniseDialect(record.cells)
      header = record.cells
      grouping = dialect.grouping()
      continue
    }
    rows++
    const problems: Problem[] = []
    grouping.add(record, location, problems)
    counter.report(problems)
  }
  if (!dialect || !grouping) throw new ImportFileError('The file is empty')
  return { dialect, header, groups: grouping.groups(), rows }
}

async function* batches(groups: RowGroup[], toDraft: (group: RowGroup) => Promise<ProductDraft>) {
  let drafts: ProductDraft[] = []
  let rows = 0
  for (const group of groups) {
    drafts.push(await toDraft(group))
    rows += group.locations.length
    if (drafts.length < BATCH.products && rows < BATCH.rows) continue
    yield drafts
    drafts = []
    rows = 0
  }
  if (drafts.length > 0) yield drafts
}

type ProblemCounter = ReturnType<typeof problemCounter>

function problemCounter(onProblem: ImportRequest['onProblem']) {
  let rows = 0
  let refusedRows = 0
  let warnings = 0
  let refusedProducts = 0
  const report = (problems: readonly Problem[]) => {
    for (const problem of problems) onProblem(problem)
    warnings += problems.filter(({ kind }) => kind === 'warning').length
    refusedRows += refusedLines(problems).size
  }
  return {
    report,
    add({ lines, problems }: ProductDraft) {
      rows += lines.length
      if (refusedLines(problems).size === lines.length) refusedProducts++
      report(problems.toSorted((a, b) => a.line - b.line))
    },
    rows: () => rows,
    totals: (writer: BatchWriter) => {
      const { created, updated, unchanged, variationsCreated, imagesAdded } = writer.outcome
      const products = { created, updated, unchanged, refused: refusedProducts }
      return { refusedRows, warnings, products, variationsCreated, imagesAdded }
    },
  }
}
