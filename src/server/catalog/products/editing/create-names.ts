import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { findNamed, type Named, type References, rememberNamed } from './references.ts'

/** Creates the missing brands, tags or collections of these names in one statement. */
export async function createNames(tx: Tx, references: References, table: Named, names: readonly string[]) {
  const missing = new Map<string, string>()
  for (const name of names) {
    const slug = makeSlug(name)
    if (findNamed(references, table, name) === undefined && !missing.has(slug)) missing.set(slug, name)
  }
  if (missing.size === 0) return
  const values = [...missing].map(([slug, name]) => ({ slug, name }))
  const rows = await tx.insertInto(table).values(values).returning(['id', 'name', 'slug']).execute()
  for (const { id, name, slug } of rows) rememberNamed(references, table, name, slug, id)
}
