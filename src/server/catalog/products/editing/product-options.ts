import { sql } from 'kysely'
import type { ProductOptions } from '#contract/admin/catalog/product-actions.ts'
import { readLocations } from '#server/catalog/stock/locations.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { firstImage } from './product-list.ts'
import { readTaxClasses } from './references.ts'

/** What the form of a product chooses from. */
export async function readProductOptions(db: Db): Promise<ProductOptions> {
  const [brands, categories, labels, collections, tags, attributes, tax_classes, locations] =
    await Promise.all([
      db.selectFrom('brands').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
      readCategories(db),
      db.selectFrom('labels').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
      db.selectFrom('collections').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
      db.selectFrom('tags').select('name').orderBy('name').limit(2_000).execute(),
      readAttributes(db),
      readTaxClasses(db),
      readLocations(db),
    ])
  return {
    brands,
    categories,
    labels,
    collections,
    tags: tags.map(({ name }) => name),
    attributes,
    tax_classes,
    locations,
  }
}

async function readCategories(db: Db): Promise<ProductOptions['categories']> {
  const { rows } = await sql<{ id: number; name: string; depth: number }>`
    with recursive tree (id, name, depth, sorting) as (
      select id, name, 0, array[(position, id)] from categories where parent_id is null
      union all
      select c.id, c.name, tree.depth + 1, tree.sorting || (c.position, c.id)
      from categories c join tree on c.parent_id = tree.id
    ) select id, name, depth from tree order by sorting`.execute(db)
  return rows
}

async function readAttributes(db: Db): Promise<ProductOptions['attributes']> {
  const { rows } = await sql<ProductOptions['attributes'][number]>`
    select a.id, a.label, a.is_variable, a.display, coalesce((
      select json_agg(json_build_object('id', v.id, 'label', v.label, 'color', v.color) order by v.position, v.id)
      from attribute_values v where v.attribute_id = a.id), '[]') as values
    from attributes a order by a.position, a.id`.execute(db)
  return rows
}

/** Names and pictures of products, in the order of the ids; one that no longer exists is left out. */
export async function readProductNames(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('products')
    .select(['products.id', 'products.name', firstImage.as('image_path')])
    .where('products.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
