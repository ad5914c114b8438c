import { sql } from 'kysely'
import type { CollectionRow, CollectionValues } from '#contract/admin/catalog/collections.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { containing, listPage } from '../kernel/list-page.ts'
import { pictureColumns, requireFreeSlug, requireProducts, toPicture } from './catalog-names.ts'
import { noteCatalog } from './note-catalog.ts'

type Query = {
  page: number
  per_page: number
  sort: 'name' | 'id' | 'products' | 'position'
  order: 'asc' | 'desc'
  q?: string | undefined
}

export const listCollections = (db: Db, query: Query): Promise<{ rows: CollectionRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('collections')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'id' ? 'collections.id' : query.sort,
      id: 'collections.id',
      select: (found) =>
        found.select([
          'collections.id',
          'name',
          'slug',
          sql<number>`(select count(*) from collection_products p
            where p.collection_id = collections.id)::integer`.as('products'),
        ]),
    },
  )

export async function readCollection(db: Db | Tx, id: number): Promise<CollectionValues | undefined> {
  const row = await db
    .selectFrom('collections')
    .select([
      'name',
      'slug',
      'position',
      'description',
      'image_path',
      'image_alt',
      'meta_title',
      'meta_description',
      sql<number[]>`array(select product_id from collection_products
        where collection_id = collections.id order by position, product_id)`.as('products'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { image_path, image_alt, meta_title, meta_description, ...values } = row
  return {
    ...values,
    image: toPicture({ image_path, image_alt }),
    meta_title: meta_title ?? '',
    meta_description: meta_description ?? '',
  }
}

export async function createCollection(tx: Tx, values: CollectionValues): Promise<number> {
  const { id } = await tx
    .insertInto('collections')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeProducts(tx, id, values.products)
  await noteCatalog(tx, [], [`collection:${id}`])
  return id
}

export async function updateCollection(tx: Tx, id: number, values: CollectionValues) {
  await tx
    .updateTable('collections')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  await writeProducts(tx, id, values.products)
  await noteCatalog(tx, [], [`collection:${id}`])
}

/** Its products stay. */
export async function removeCollection(tx: Tx, id: number) {
  await tx.deleteFrom('collections').where('id', '=', id).execute()
  await noteCatalog(tx, [], [`collection:${id}`])
}

async function rowOf(tx: Tx, values: CollectionValues, id: number) {
  const { name, position, description, image, meta_title, meta_description } = values
  return {
    name,
    position,
    description,
    slug: await requireFreeSlug(tx, 'collections', { ...values, id }),
    ...(await pictureColumns(tx, image)),
    meta_title: meta_title || null,
    meta_description: meta_description || null,
  }
}

async function writeProducts(tx: Tx, collection_id: number, ids: readonly number[]) {
  await requireProducts(tx, ids)
  await tx.deleteFrom('collection_products').where('collection_id', '=', collection_id).execute()
  const rows = [...new Set(ids)].map((product_id, position) => ({ collection_id, product_id, position }))
  if (rows.length > 0) await tx.insertInto('collection_products').values(rows).execute()
}
