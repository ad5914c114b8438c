import { sql } from 'kysely'
import type { TagRow, TagValues } from '#contract/admin/catalog/labels.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { archivedIds } from './archive-products.ts'
import { noteCatalog } from './catalog-names.ts'
import { productsIn } from './products-in.ts'
import { inUse } from './refusals.ts'
import { requireNoRule } from './rule-records.ts'

type Query = ListQuery<'name' | 'id' | 'products'>

export const listTags = (db: Db, query: Query): Promise<{ rows: TagRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('tags')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'id' ? 'tags.id' : query.sort,
      id: 'tags.id',
      select: (found) =>
        found.select([
          'tags.id',
          'name',
          'slug',
          sql<number>`(select count(*) from product_tags p where p.tag_id = tags.id and p.product_id not in ${archivedIds})::integer`.as(
            'products',
          ),
        ]),
    },
  )

export const readTag = (db: Db | Tx, id: number): Promise<TagValues | undefined> =>
  db.selectFrom('tags').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()

export async function createTag(tx: Tx, values: TagValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'tags', { ...values, id: 0 })
  const { id } = await tx
    .insertInto('tags')
    .values({ name: values.name, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteCatalog(tx, [])
  return id
}

export async function updateTag(tx: Tx, id: number, values: TagValues) {
  const slug = await requireFreeSlug(tx, 'tags', { ...values, id })
  await tx.updateTable('tags').set({ name: values.name, slug }).where('id', '=', id).execute()
  const rows = await tx.selectFrom('product_tags').select('product_id').where('tag_id', '=', id).execute()
  await noteCatalog(
    tx,
    rows.map(({ product_id }) => product_id),
  )
}

/** @throws 409 IN_USE while products have the tag. */
export async function removeTag(tx: Tx, id: number, { name }: TagValues) {
  const used = await productsIn(tx, sql`select product_id from product_tags where tag_id = ${id}`)
  if (used) throw inUse(name, used)
  await requireNoRule(tx, name, 'tag', [id])
  await tx.deleteFrom('tags').where('id', '=', id).execute()
  await noteCatalog(tx, [])
}
