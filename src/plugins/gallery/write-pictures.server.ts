import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

type Owner = { gallery_id: number } | { product_id: number }
type Picture = { path: string; alt?: string }

/** The tag of pages that show a gallery. */
export const galleryTag = (id: number) => `gallery:${id}`

/** Replaces the pictures of a gallery or a product, in this order. Paths of unknown images are left out. */
export const writePictures = (db: Db | Tx, owner: Owner, pictures: readonly Picture[]): Promise<void> =>
  inTransaction(db, (tx) => replacePictures(tx, owner, pictures))

async function replacePictures(tx: Tx, owner: Owner, pictures: readonly Picture[]): Promise<void> {
  const [galleryId, productId] = 'gallery_id' in owner ? [owner.gallery_id, null] : [null, owner.product_id]
  await sql`delete from gallery_pictures where gallery_id = ${galleryId} or product_id = ${productId}`.execute(
    tx,
  )
  await sql`insert into gallery_pictures (gallery_id, product_id, image_id, alt, position)
    select ${galleryId}::integer, ${productId}::integer, i.id, coalesce(p.alt, ''), p.position
    from rows from (jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as (path text, alt text))
      with ordinality as p (path, alt, position)
    join images i on i.path = p.path`.execute(tx)
  await noteChange(tx, [galleryId === null ? `product:${productId}` : galleryTag(galleryId)])
}

/** Gives a new product the pictures of another one, with their texts and in their order. */
export const copyPictures = async (tx: Tx, from: number, to: number): Promise<void> =>
  void (await sql`insert into gallery_pictures (product_id, image_id, alt, position)
    select ${to}::integer, image_id, alt, position from gallery_pictures
    where product_id = ${from} order by position, id`.execute(tx))
