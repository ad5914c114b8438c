import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { galleryTag, writePictures } from './write-pictures.server.ts'

const room = (path: string) => ({ path: `kiln/${path}.avif` })

/** Product slug to pictures that show it beside other products. */
const ofProducts: Record<string, string[]> = {
  'moon-vase': ['hero-quiet-corner', 'journal-vases', 'hero-soft-things'],
  'vetiver-candle': ['banner-gifts', 'vetiver-candle-room'],
}

/** The demo shop's gallery: every picture of a product in a room, at `/gallery`. */
export async function seedGalleries(db: Db): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`insert into galleries (name) values ('At home') returning id`.execute(db)
  const galleryId = rows[0]!.id
  const { rows: rooms } = await sql<{ path: string }>`
    select path from images where path like '%-room.avif' order by path limit 40`.execute(db)
  await writePictures(db, { gallery_id: galleryId }, rooms)
  for (const [slug, paths] of Object.entries(ofProducts)) {
    const product = await db.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst()
    if (product) await writePictures(db, { product_id: product.id }, paths.map(room))
  }
  const page = await db
    .insertInto('pages')
    .values({
      slug: 'gallery',
      name: 'Gallery',
      page_type: 'Page',
      meta_description: 'Our stoneware, textiles and lamps in real rooms.',
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!page) return
  await db
    .insertInto('sections')
    .values({
      page_id: page.id,
      component: 'StoredGallery',
      settings: json({ title: 'At home', gallery_id: galleryId, per_page: 12 }),
      sort_order: 1,
    })
    .execute()
}

/** Removes galleries whose pictures all came with the demo shop. */
export async function removeDemoGalleries(db: Db) {
  const { rows } = await sql<{ id: number }>`
    delete from galleries g where exists (select from gallery_pictures p where p.gallery_id = g.id)
      and not exists (
        select from gallery_pictures p where p.gallery_id = g.id and not exists (
          select from seeded_records r where r.source = 'demo' and r.table_name = 'images' and r.id = p.image_id
        )
      ) returning id`.execute(db)
  await noteChange(
    db,
    rows.map(({ id }) => galleryTag(id)),
  )
}
