import { sql } from 'kysely'
import { versionOf } from '#server/admin/record-version.ts'
import { recordNotFound } from '#server/admin/refusals.ts'
import { saveRecord } from '#server/admin/save-record.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import type { ProductGalleryValues, productGalleryAdminEndpoints } from './admin-contract.ts'
import { requirePictures } from './manage-galleries.server.ts'
import { writePictures } from './write-pictures.server.ts'

export const productGalleryHandlers: Handlers<typeof productGalleryAdminEndpoints> = {
  get: ({ id }, { db }) => readProductGallery(db, id),

  async update({ id, version, values }, call) {
    const saved = await saveRecord(call, {
      type: 'product_gallery',
      id: String(id),
      label: 'Gallery',
      version,
      read: (db) => readProductGallery(db, id),
      logged: (record) => record.values,
      async write(tx) {
        await requirePictures(tx, values)
        await writePictures(tx, { product_id: id }, values.pictures)
      },
    })
    return say('Further pictures saved', saved)
  },
}

/** @throws 404 for an unknown product; one without pictures has an empty list. */
async function readProductGallery(db: Db | Tx, id: number) {
  const product = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!product) throw recordNotFound('Product')
  const { rows: pictures } = await sql<ProductGalleryValues['pictures'][number]>`
    select i.path, p.alt from gallery_pictures p join images i on i.id = p.image_id
    where p.product_id = ${id} order by p.position, p.id`.execute(db)
  const values: ProductGalleryValues = { pictures }
  return { id, version: versionOf(values), values }
}
