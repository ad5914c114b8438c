import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { findNamed, type Named, readNames, rememberNamed } from './references.ts'

/** Creates the brands, tags or collections of these names that are not `known` in one statement, and adds them to it. */
export async function createNames(
  tx: Tx,
  table: Named,
  known: Map<string, number>,
  names: readonly string[],
) {
  const missing = new Map<string, string>()
  for (const name of names) {
    const slug = makeSlug(name)
    if (findNamed(known, name) === undefined && !missing.has(slug)) missing.set(slug, name)
  }
  if (missing.size === 0) return
  const values = [...missing].map(([slug, name]) => ({ slug, name }))
  // A save beside an import: the second waits for the first, and takes its rows.
  const rows = await tx
    .insertInto(table)
    .values(values)
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet(({ ref }) => ({ slug: ref('excluded.slug') })),
    )
    .returning(['id', 'name', 'slug'])
    .execute()
  for (const { id, name, slug } of rows) rememberNamed(known, name, slug, id)
}

/** The ids of tags by their names; `creates` adds those that the shop does not have. */
export async function tagIds(
  tx: Tx,
  names: readonly string[],
  { creates }: { creates: boolean },
): Promise<number[]> {
  const known = await readNames(tx, 'tags')
  if (creates) await createNames(tx, 'tags', known, names)
  return [...new Set(names.flatMap((name) => findNamed(known, name) ?? []))]
}
