import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, Text, Time } from '#contract/shapes.ts'
import type { catalogRoutes } from './routes.ts'

const writes = { access: 'staff', whileLocked: true, permission: 'catalog.write' } as const

export const ProductImport = z
  .object({
    id: Id,
    file_name: z.string(),
    /** `checked`: read without writing, and ready to be applied. */
    state: z.enum(['checking', 'checked', 'applying', 'done', 'failed']),
    created_at: Time,
    rows_read: z.int(),
    rows_total: z.int(),
    report: z
      .object({
        dialect: z.string(),
        refused_rows: z.int(),
        warnings: z.int(),
        products: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), refused: z.int() }),
        variations_created: z.int(),
        images_added: z.int(),
        ignored_columns: z.array(z.string()),
      })
      .nullable(),
    /** By row of the file, the first 1,000; `refused` has all refused rows, 100,000 at most. */
    problems: z.array(
      z.object({
        line: z.int(),
        column: z.string().nullable(),
        kind: z.enum(['refused', 'warning']),
        reason: z.string(),
      }),
    ),
    /** The shop still has the file, so that its refused rows can be read again. */
    has_file: z.boolean(),
    /** The change of prices that products had before, which can be undone as one of many products; null: there was none. */
    price_batch: Id.nullable(),
    /** Why the file could not be read. */
    error: z.string().nullable(),
  })
  .meta({ id: 'AdminProductImport' })
export type ProductImport = z.infer<typeof ProductImport>

export const productImportEndpoints = defineEndpoints<(typeof catalogRoutes)['adminProductImports']>()({
  upload: {
    summary: 'Stores a product file, 10 MB at most, and checks it row by row without writing',
    input: z.object({ file_name: Text(200).default('') }),
    data: ProductImport,
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  get: {
    summary: 'The progress and report of an import',
    input: z.object({ id: IdText }),
    data: ProductImport,
    ...writes,
  },
  refused: {
    summary:
      'The products of a file with refused rows as CSV, with the reasons: to be corrected and imported again',
    input: z.object({ id: IdText }),
    data: z.null(),
    file: 'text/csv',
    ...writes,
  },
  apply: {
    summary: 'Imports the valid rows of a checked file',
    input: z.object({ id: IdText }),
    data: ProductImport,
    refusals: ['IMPORT_STATE'],
    ...writes,
  },
})
