import { sql } from 'kysely'
import type { Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { makeSlug } from './make-slug.ts'

type Kind = { word: 'address' | 'key'; title?: true }

/** The tables with a unique slug; `title` where the record's name is in the column `title`. */
const tables = {
  products: { word: 'address' },
  brands: { word: 'address' },
  categories: { word: 'address' },
  collections: { word: 'address' },
  labels: { word: 'address' },
  tags: { word: 'address' },
  blog_posts: { word: 'address', title: true },
  blog_authors: { word: 'key' },
  blog_categories: { word: 'key' },
  blog_tags: { word: 'key' },
  faqs: { word: 'key', title: true },
  forms: { word: 'key' },
  menus: { word: 'key' },
  sliders: { word: 'key' },
} as const satisfies Record<string, Kind>

/**
 * The slug as typed, or made from the name.
 *
 * @param record `id` is 0 for a new one
 * @throws 422 when another record of the table has it
 */
export async function requireFreeSlug(
  tx: Tx,
  table: keyof typeof tables,
  { id, name, slug: typed }: { id: number; name: string; slug: string },
): Promise<string> {
  const { word, title }: Kind = tables[table]
  const made = makeSlug(typed || name)
  // A key of digits alone would be read as an id.
  const slug = word === 'key' && /^\d+$/.test(made) ? `n-${made}` : made
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(title ? 'title' : 'name')} as name from ${sql.table(table)}
    where slug = ${slug} and id <> ${id} limit 1`.execute(tx)
  if (rows[0])
    throw invalid({ 'values.slug': [`"${rows[0].name}" already has this ${word}. Choose another one.`] })
  return slug
}
