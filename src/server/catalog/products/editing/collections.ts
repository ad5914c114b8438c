import { sql } from 'kysely'
import type { CollectionRow, CollectionValues } from '#contract/admin/catalog/collections.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { archivedIds } from './archive-products.ts'
import { pictureColumns, requireProducts, toPicture } from './catalog-names.ts'
import { refreshMembers } from './collection-members.ts'
import { requireRuleRecords } from './rule-records.ts'

type Query = ListQuery<'name' | 'id' | 'products' | 'position'>

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
          sql<boolean>`rules is not null`.as('has_rules'),
          sql<number>`(select count(*) from collection_products p
            where p.collection_id = collections.id and p.product_id not in ${archivedIds})::integer`.as(
            'products',
          ),
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
      'rules',
      // Those by rule are not part of the record: they change with the products.
      sql<number[]>`array(select product_id from collection_products
        where collection_id = collections.id and not by_rule order by position, product_id)`.as('products'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { image_path, image_alt, meta_title, meta_description, rules, ...values } = row
  return {
    ...values,
    rules,
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
  await writeProducts(tx, id, values)
  await noteCollection(tx, id)
  return id
}

export async function updateCollection(tx: Tx, id: number, values: CollectionValues) {
  await tx
    .updateTable('collections')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  await writeProducts(tx, id, values)
  await noteCollection(tx, id)
}

/** Its products stay. */
export async function removeCollection(tx: Tx, id: number) {
  await tx.deleteFrom('collections').where('id', '=', id).execute()
  await noteCollection(tx, id)
}

/** The catalog index reads the members again by this tag, without the products. */
const noteCollection = (tx: Tx, id: number) => noteChange(tx, ['listing', `collection:${id}`])

async function rowOf(tx: Tx, values: CollectionValues, id: number) {
  const { name, position, description, image, rules, meta_title, meta_description } = values
  if (rules) await requireRuleRecords(tx, rules)
  return {
    name,
    position,
    description,
    rules: rules && json(rules),
    slug: await requireFreeSlug(tx, 'collections', { ...values, id }),
    ...(await pictureColumns(tx, image)),
    meta_title: meta_title || null,
    meta_description: meta_description || null,
  }
}

/** Products chosen by hand are written in their order; those by rule follow from the rules. */
async function writeProducts(tx: Tx, collection_id: number, { rules, products }: CollectionValues) {
  await requireProducts(tx, products)
  await tx
    .deleteFrom('collection_products')
    .where('collection_id', '=', collection_id)
    .$if(rules !== null, (members) => members.where('by_rule', '=', false))
    .execute()
  const rows = [...new Set(products)].map((product_id, position) => ({ collection_id, product_id, position }))
  if (rows.length > 0)
    await tx
      .insertInto('collection_products')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['collection_id', 'product_id'])
          .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), by_rule: false })),
      )
      .execute()
  if (rules) await refreshMembers(tx, { id: collection_id, rules })
}
