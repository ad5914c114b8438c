import { sql } from 'kysely'
import type { LabelRow, LabelValues } from '#contract/admin/catalog/labels.ts'
import { contrastOf } from '#contract/rules/contrast.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { archivedIds } from './archive-products.ts'
import { noteCatalog } from './catalog-names.ts'
import { productsIn } from './products-in.ts'
import { inUse, lowContrast } from './refusals.ts'
import { requireNoRule } from './rule-records.ts'

type Query = ListQuery<'name' | 'id' | 'products'>

export const listLabels = (db: Db, query: Query): Promise<{ rows: LabelRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('labels')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'id' ? 'labels.id' : query.sort,
      id: 'labels.id',
      select: (found) =>
        found.select([
          'labels.id',
          'name',
          'slug',
          'background',
          'text_color',
          sql<number>`(select count(*) from product_labels p where p.label_id = labels.id and p.product_id not in ${archivedIds})::integer`.as(
            'products',
          ),
        ]),
    },
  )

export const readLabel = (db: Db | Tx, id: number): Promise<LabelValues | undefined> =>
  db
    .selectFrom('labels')
    .select(['name', 'slug', 'background', 'text_color'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function createLabel(tx: Tx, values: LabelValues): Promise<number> {
  const { id } = await tx
    .insertInto('labels')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteCatalog(tx, [])
  return id
}

export async function updateLabel(tx: Tx, id: number, values: LabelValues) {
  await tx
    .updateTable('labels')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  const rows = await tx.selectFrom('product_labels').select('product_id').where('label_id', '=', id).execute()
  await noteCatalog(
    tx,
    rows.map(({ product_id }) => product_id),
  )
}

/** @throws 409 IN_USE while products have the label. */
export async function removeLabel(tx: Tx, id: number, { name }: LabelValues) {
  const used = await productsIn(tx, sql`select product_id from product_labels where label_id = ${id}`)
  if (used) throw inUse(name, used)
  await requireNoRule(tx, name, 'label', [id])
  await tx.deleteFrom('labels').where('id', '=', id).execute()
  await noteCatalog(tx, [])
}

async function rowOf(tx: Tx, values: LabelValues, id: number) {
  const contrast = contrastOf(values.text_color, values.background)
  if (contrast !== undefined && contrast < 4.5) throw lowContrast(contrast)
  return { ...values, slug: await requireFreeSlug(tx, 'labels', { ...values, id }) }
}
