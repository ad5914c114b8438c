import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { unknownPicture } from './refusals.ts'

type Picture = { path: string; alt: string } | null

/** The columns of a record's picture. @throws 422 for a path that the media library does not have */
export async function pictureColumns(tx: Tx, image: Picture) {
  if (image === null || image.path === '') return { image_path: null, image_alt: '' }
  const known = await tx.selectFrom('images').select('id').where('path', '=', image.path).executeTakeFirst()
  if (!known) throw unknownPicture('values.image')
  return { image_path: image.path, image_alt: image.alt }
}

export const toPicture = ({ image_path, image_alt }: { image_path: string | null; image_alt: string }) =>
  image_path === null ? null : { path: image_path, alt: image_alt }

/** @throws 422 at the first of these products that does not exist */
export async function requireProducts(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${sql.val(ids)}::integer[])`)
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing >= 0)
    throw invalid({ [`values.products.${missing}`]: [`There is no product with the number ${ids[missing]}`] })
}

/** With more products than this all pages are dropped, by the tag that each of them has. */
const maxNamedProducts = 500

/** A change that the index, listings and the pages of these products show. */
export async function noteCatalog(tx: Tx, productIds: readonly number[], tags: readonly string[] = []) {
  const pages =
    productIds.length > maxNamedProducts ? ['storefront'] : productIds.map((id) => `product:${id}`)
  await noteChange(tx, ['catalog', 'listing', ...tags, ...pages])
}
