import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ProductImport } from '#contract/admin/catalog/product-imports.ts'
import { LISTED_PROBLEMS, MAX_REFUSED_ROWS } from '#contract/rules/file-rules.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { endImportedPrices, findImportedPrices } from '../products/editing/product-batches.ts'
import { importNotFound, importState } from '../products/editing/refusals.ts'
import { type ImportReport, importProducts, readProductsOf } from './import-products.ts'
import type { Problem } from './product-draft.ts'
import { ImportFileError } from './recognise-dialect.ts'

/** Checks or applies an uploaded file, as its state says. A repeated run of an import changes nothing more. */
export const importProductsJob = defineJob<Services, { id: number }>({
  name: 'import-products',
  maxAttempts: 3,
  run: ({ id }, services) => runImport(services, id),
  onDead: (key, error, { db }) => failImport(db, Number(key), error),
})

/** Stores an uploaded file and enqueues its check. */
export async function addImport(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { name, bytes }: { name: string; bytes: Buffer },
  actor: Actor,
): Promise<number> {
  const file_path = `imports/${randomUUID()}.csv${PRIVATE}`
  await files.write(file_path, bytes)
  return inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('product_imports')
      .values({ file_name: name, file_path, state: 'checking', staff_id: actor.staffId, actor: actor.name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, importProductsJob, { id }, { key: String(id) })
    return id
  })
}

/** @throws 404; 409 IMPORT_STATE unless the file is checked. */
export function applyImport(db: Db, id: number, actor: Actor) {
  return inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('product_imports')
      .select(['state', 'file_name', 'file_path'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw importNotFound()
    if (found.state !== 'checked' || !found.file_path) throw importState()
    await tx
      .updateTable('product_imports')
      .set({ state: 'applying', rows_read: 0, staff_id: actor.staffId, actor: actor.name })
      .where('id', '=', id)
      .execute()
    await writeAudit(tx, actor, {
      action: 'product.import',
      record: { type: 'product_import', id: String(id) },
      after: { file_name: found.file_name },
    })
    await enqueue(tx, importProductsJob, { id }, { key: String(id) })
  })
}

/** The importer of `vitrine import`: each product is written completely or not at all. */
export async function runImport(
  { db, files, plugins, config }: Pick<Services, 'db' | 'files' | 'plugins' | 'config'>,
  id: number,
): Promise<void> {
  const found = await db
    .selectFrom('product_imports')
    .select(['state', 'file_path', 'staff_id', 'actor'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isDryRun = found?.state === 'checking'
  if (!found?.file_path || (!isDryRun && found.state !== 'applying')) return
  const problems: Problem[] = []
  const refused = new Map<number, string>()
  let notedAt = 0
  try {
    const report = await withFile(await files.read(found.file_path), (file) =>
      importProducts({
        db,
        plugins,
        files,
        file,
        storeUrl: config.storeUrl,
        isDryRun,
        importId: id,
        actor: { staffId: found.staff_id, name: found.actor },
        onProblem: (problem) => {
          if (problems.length < LISTED_PROBLEMS) problems.push(problem)
          const { line, column, kind, reason } = problem
          if (kind !== 'refused' || (refused.size >= MAX_REFUSED_ROWS && !refused.has(line))) return
          refused.set(
            line,
            [refused.get(line), [column, reason].filter(Boolean).join(': ')].filter(Boolean).join(' '),
          )
        },
        onProgress: ({ rows, of }) => {
          if (Date.now() - notedAt < 300 && rows > 0) return
          notedAt = Date.now()
          // Only for the progress bar; the result below has the final numbers.
          db.updateTable('product_imports')
            .set({ rows_read: rows, rows_total: of })
            .where('id', '=', id)
            .where('finished_at', 'is', null)
            .execute()
            .catch(() => {})
        },
      }),
    )
    await store(db, id, { state: isDryRun ? 'checked' : 'done', report, problems, refused })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await failImport(db, id, error.message)
  }
}

/** The file of an import is read again for its refused rows until then. */
const FILE_DAYS = 30

/** Deletes the files of imports, whether they were applied or not. */
export const deleteOldImportFilesJob = defineJob<Services>({
  name: 'delete-old-import-files',
  schedule: { every: 3_600 },
  async run(_, { db, files }) {
    const old = await db
      .selectFrom('product_imports')
      .select(['id', 'file_path'])
      .where('file_path', 'is not', null)
      .where('created_at', '<', sql<Date>`now() - make_interval(days => ${FILE_DAYS})`)
      .where('state', '<>', 'applying')
      .orderBy('id')
      .limit(500)
      .execute()
    for (const { id, file_path } of old) {
      if (file_path) await files.remove(file_path)
      await db
        .updateTable('product_imports')
        .set({ file_path: null, refused: null })
        .where('id', '=', id)
        .execute()
    }
  },
})

/** Runs with an uploaded file on this disk, in a folder of its own: a product file may name pictures beside it, and there are none. */
async function withFile<T>(bytes: Buffer, run: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'))
  try {
    const file = join(folder, 'products.csv')
    await writeFile(file, bytes)
    return await run(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function failImport(db: Db, id: number, error: string) {
  await db
    .updateTable('product_imports')
    .set({ state: 'failed', error, finished_at: new Date() })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'applying'])
    .execute()
  await endImportedPrices(db, id)
}

type Outcome = {
  state: 'checked' | 'done'
  report: ImportReport
  problems: Problem[]
  refused: ReadonlyMap<number, string>
}

async function store(db: Db, id: number, { state, report, problems, refused }: Outcome) {
  const { dialect, refusedRows, warnings, products, variationsCreated, imagesAdded, ignoredColumns, rows } =
    report
  const shown: ProductImport['report'] = {
    dialect,
    refused_rows: refusedRows,
    warnings,
    products,
    variations_created: variationsCreated,
    images_added: imagesAdded,
    ignored_columns: ignoredColumns,
  }
  await db
    .updateTable('product_imports')
    .set({
      state,
      report: json(shown),
      problems: json(problems.map((problem) => ({ column: null, ...problem }))),
      refused: json(Object.fromEntries(refused)),
      rows_read: rows,
      rows_total: rows,
      ...(state === 'done' && { finished_at: new Date() }),
    })
    .where('id', '=', id)
    .execute()
  if (state === 'done') await endImportedPrices(db, id)
}

/**
 * The products of a file with refused rows, as it has them, with the reasons in a column of their own: to be corrected and imported again.
 * @throws 404, also when the file is gone or nothing of it was refused
 */
export async function exportRefused({ db, files }: Pick<Services, 'db' | 'files'>, id: number) {
  const found = await db
    .selectFrom('product_imports')
    .select('file_path')
    .select(
      // The release before stores no more than it lists.
      sql<Record<string, string> | null>`coalesce(refused, (
        select jsonb_object_agg(line, reasons) from (
          select p ->> 'line' as line, string_agg(concat_ws(': ', p ->> 'column', p ->> 'reason'), ' ') as reasons
          from jsonb_array_elements(problems) p where p ->> 'kind' = 'refused' group by 1) named))`.as(
        'refused',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  const reasons = new Map(Object.entries(found?.refused ?? {}))
  if (!found?.file_path || reasons.size === 0) throw importNotFound()
  return withFile(await files.read(found.file_path), (file) =>
    readProductsOf(file, (line) => reasons.get(String(line)) ?? ''),
  )
}

/** @throws 404 */
export async function readImport(db: Db, id: number): Promise<ProductImport> {
  const row = await db
    .selectFrom('product_imports')
    .select([
      'id',
      'file_name',
      'state',
      'created_at',
      'rows_read',
      'rows_total',
      'report',
      'problems',
      'error',
      'file_path',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw importNotFound()
  const { file_path, ...shown } = row
  return {
    ...shown,
    created_at: row.created_at.toISOString(),
    has_file: file_path !== null,
    price_batch: (await findImportedPrices(db, id)) ?? null,
  }
}
