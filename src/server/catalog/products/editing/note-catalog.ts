import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'

/** With more products than this all pages are dropped, by the tag that each of them has. */
const maxNamedProducts = 500

/** A change that the index, listings and the pages of these products show. */
export async function noteCatalog(tx: Tx, productIds: readonly number[], tags: readonly string[] = []) {
  const pages =
    productIds.length > maxNamedProducts ? ['storefront'] : productIds.map((id) => `product:${id}`)
  await noteChange(tx, ['catalog', 'listing', ...tags, ...pages])
}
