import { type Declarations, noDeclarations } from '#contract/admin/catalog/declarations.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/** All manufacturers and importers, by whose names files refer to them. */
export const readOperatorNames = (db: Db) =>
  db.selectFrom('economic_operators').select(['id', 'name']).orderBy('id').execute()

const operators = ['manufacturer_id', 'importer_id', 'responsible_person_id'] as const

/** @throws 422 for who is gone since the form was opened. */
export async function requireOperators(tx: Tx, declarations: Declarations | undefined) {
  const named = operators.flatMap((field) => declarations?.[field] ?? [])
  if (!declarations || named.length === 0) return
  const rows = await tx.selectFrom('economic_operators').select('id').where('id', 'in', named).execute()
  const known = new Set(rows.map(({ id }) => id))
  const missing = operators.filter((field) => {
    const id = declarations[field]
    return id !== null && !known.has(id)
  })
  if (missing.length > 0)
    throw invalid(
      Object.fromEntries(
        missing.map((field) => [
          `values.declarations.${field}`,
          ['It no longer exists. Choose another one.'],
        ]),
      ),
    )
}

/** Replaces what a product declares; undefined leaves it, and nothing declared is no row. */
export async function writeDeclarations(tx: Tx, product_id: number, declarations: Declarations | undefined) {
  if (!declarations) return
  if (isNothing(declarations))
    await tx.deleteFrom('product_declarations').where('product_id', '=', product_id).execute()
  else
    await tx
      .insertInto('product_declarations')
      .values({ product_id, ...declarations })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(declarations))
      .execute()
}

const isNothing = (declarations: Declarations) =>
  keysOf(noDeclarations).every((field) => declarations[field] === noDeclarations[field])
