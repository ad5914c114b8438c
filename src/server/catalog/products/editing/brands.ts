import { sql } from 'kysely'
import type { BrandRow, BrandValues } from '#contract/admin/catalog/brands.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { inUse } from './refusals.ts'
import { requireNoRule } from './rule-records.ts'

type Query = ListQuery<'name' | 'id' | 'products'>

export function listBrands(db: Db, query: Query): Promise<{ rows: BrandRow[]; total: number }> {
  const { q, sort } = query
  return listPage(
    db.selectFrom('brands').$if(Boolean(q), (found) => found.where('name', 'ilike', containing(q ?? ''))),
    query,
    {
      column: sort === 'id' ? 'brands.id' : sort,
      id: 'brands.id',
      select: (found) =>
        found.select([
          'brands.id',
          'name',
          'slug',
          sql<number>`(select count(*) from products p where p.brand_id = brands.id and p.archived_at is null)::integer`.as(
            'products',
          ),
        ]),
    },
  )
}

export async function readBrand(db: Db | Tx, id: number): Promise<BrandValues | undefined> {
  const brand = await db
    .selectFrom('brands')
    .select(['name', 'slug', 'description', 'place'])
    .where('id', '=', id)
    .executeTakeFirst()
  return brand && { ...brand, place: brand.place ?? '' }
}

export async function createBrand(tx: Tx, values: BrandValues): Promise<number> {
  const { id } = await tx
    .insertInto('brands')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, ['catalog'])
  return id
}

export async function updateBrand(tx: Tx, id: number, values: BrandValues) {
  await tx
    .updateTable('brands')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  await noteBrand(tx, id)
}

/** @throws 409 IN_USE while products have the brand. */
export async function removeBrand(tx: Tx, id: number, { name }: BrandValues) {
  const products = await tx
    .selectFrom('products')
    .select(['name', sql<number>`count(*) over ()::integer`.as('count')])
    .where('brand_id', '=', id)
    .orderBy('id')
    .limit(5)
    .execute()
  const [first] = products
  if (first) throw inUse(name, { count: first.count, names: products.map((product) => product.name) })
  await requireNoRule(tx, name, 'brand', [id])
  await tx.deleteFrom('brands').where('id', '=', id).execute()
  await noteChange(tx, ['catalog'])
}

async function rowOf(tx: Tx, { name, slug: typed, description, place }: BrandValues, id: number) {
  const slug = await requireFreeSlug(tx, 'brands', { id, name, slug: typed })
  return { name, slug, description, place: place || null }
}

/** Pages of its products show the brand's name; listings have it as a filter. */
async function noteBrand(tx: Tx, id: number) {
  const products = await tx.selectFrom('products').select('id').where('brand_id', '=', id).execute()
  await noteChange(tx, ['catalog', 'listing', ...products.map((product) => `product:${product.id}`)])
}
