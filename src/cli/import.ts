import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportReport, importProducts } from '../server/catalog/importing/import-products.ts'
import type { Problem } from '../server/catalog/importing/product-draft.ts'
import { ImportFileError } from '../server/catalog/importing/recognise-dialect.ts'
import { commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { errorCode } from '../server/platform/kernel/errors.ts'
import type { FileStorage } from '../server/platform/kernel/file-storage.ts'
import type { HookRunner } from '../server/platform/kernel/plugin.ts'

export type ImportServices = {
  db: Db
  plugins: HookRunner
  files: FileStorage
  storeUrl: string
  /** One line of the report. */
  print(line: string): void
  /** Prints progress; a terminal may overwrite the line. */
  progress?(line: string): void
}

const usage = 'Usage: npm run vitrine -- import FILE.csv [--dry-run]'

/**
 * `vitrine import FILE.csv [--dry-run]`. Returns the exit code: 0 when every row was imported, 1 when some were
 * refused, 2 when the file could not be imported at all.
 */
export async function runImport(services: ImportServices, argv: readonly string[]): Promise<number> {
  const { print } = services
  const parsed = parseImportArguments(argv)
  if (!parsed) {
    print(usage)
    return 2
  }
  const started = performance.now()
  const actor = commandLineActor()
  try {
    const report = await importProducts({
      ...services,
      ...parsed,
      actor,
      // Before the first product: an import that is interrupted has an entry too.
      onStart: (rows) =>
        writeAudit(services.db, actor, {
          action: 'product.import',
          record: { type: 'product_import', id: basename(parsed.file) },
          after: { file_name: basename(parsed.file), rows },
        }),
      onProblem: (problem) => print(lineOf(problem)),
      onProgress: progressReport(services),
    })
    for (const line of summary(report, (performance.now() - started) / 1000)) print(line)
    return report.refusedRows > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof ImportFileError) print(error.message)
    else if (isFileError(error)) print(`The file cannot be read: ${parsed.file} (${error.code})`)
    else throw error
    return 2
  }
}

function parseImportArguments(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { 'dry-run': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    return file && more.length === 0 ? { file, isDryRun: values['dry-run'] } : undefined
  } catch {
    return undefined
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  ['ENOENT', 'EACCES', 'EISDIR', 'EPERM'].includes(errorCode(error) ?? '')

const lineOf = ({ line, column, kind, reason }: Problem) =>
  `line ${line}${column ? `, ${column}` : ''}: ${kind === 'refused' ? 'refused' : 'note'}: ${reason}`

/** Every 500 rows. */
function progressReport({ progress }: ImportServices) {
  let reportedRows = -500
  return ({ rows, of }: { rows: number; of: number }) => {
    if (rows - reportedRows < 500 && rows < of) return
    reportedRows = rows
    progress?.(`${rows} of ${of} rows`)
  }
}

function summary(report: ImportReport, seconds: number): string[] {
  const { products, ignoredColumns } = report
  return [
    `${report.dialect} file, ${report.rows} rows in ${seconds.toFixed(1)} s${report.isDryRun ? ', dry run: nothing was changed' : ''}`,
    `products: ${products.created} new, ${products.updated} changed, ${products.unchanged} unchanged, ${products.refused} refused`,
    `variations: ${report.variationsCreated} new; images: ${report.imagesAdded} new`,
    `rows refused: ${report.refusedRows}; notes: ${report.warnings}`,
    ...(ignoredColumns.length > 0
      ? [
          `columns not used: ${ignoredColumns.length} (${ignoredColumns.slice(0, 12).join(', ')}${ignoredColumns.length > 12 ? ' …' : ''})`,
        ]
      : []),
  ]
}
