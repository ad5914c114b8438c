import { sql } from 'kysely'
import { makeSlug } from '../importing/make-slug.ts'
import type { Tx } from '../kernel/context.ts'
import { keyInUse, keyTaken } from './refusals.ts'
import { type Reference, sectionsWith } from './sections-with.ts'

type Table = 'menus' | 'sliders' | 'faqs' | 'forms' | 'blog_authors' | 'blog_categories' | 'blog_tags'

/**
 * The key as typed, or of the name.
 * @throws 422 when another record of the table has it
 */
export async function requireFreeKey(
  tx: Tx,
  table: Table,
  { id, name, slug: typed }: { id: number; name: string; slug: string },
): Promise<string> {
  // A key of digits alone would be read as an id.
  const made = makeSlug(typed || name)
  const slug = /^\d+$/.test(made) ? `n-${made}` : made
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(table === 'faqs' ? 'title' : 'name')} as name from ${sql.table(table)}
    where slug = ${slug} and id <> ${id} limit 1`.execute(tx)
  if (rows[0]) throw keyTaken(rows[0].name)
  return slug
}

/** @throws 422 when sections refer to the former key */
export async function requireUnusedKey(tx: Tx, reference: Reference, before: string, after: string) {
  if (before === after) return
  const names = await sectionsWith(tx, reference, [before])
  if (names.length > 0) throw keyInUse(names)
}
