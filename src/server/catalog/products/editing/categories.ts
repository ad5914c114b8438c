import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CategoryRow, CategoryTree, CategoryValues } from '#contract/admin/catalog/categories.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { ListQuery } from '#server/platform/kernel/list-page.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { customColumn } from '#server/shop/custom-fields/accept-values.ts'
import { noteCatalog, pictureColumns, toPicture } from './catalog-names.ts'
import { productsIn } from './products-in.ts'
import {
  categoryCycle,
  categoryNotFound,
  inUse,
  parentBelow,
  staleTree,
  unknownParent,
  unknownTarget,
} from './refusals.ts'

import { requireNoRule } from './rule-records.ts'

type Query = ListQuery<'tree' | 'id' | 'name' | 'products'>

/** In memory: a shop has at most some thousand categories, and their order is the tree's. */
export async function listCategories(db: Db, query: Query): Promise<{ rows: CategoryRow[]; total: number }> {
  const { page, per_page, sort, order, q } = query
  const sought = q?.toLowerCase()
  const rows: CategoryRow[] = inTreeOrder(await readNodes(db))
    .map(({ parent_id: _, ...row }) => row)
    .filter(({ name, path }) => !sought || name.toLowerCase().includes(sought) || path.includes(sought))
  const by = {
    tree: () => 0,
    id: (a: CategoryRow, b: CategoryRow) => a.id - b.id,
    name: (a: CategoryRow, b: CategoryRow) => a.name.localeCompare(b.name) || a.id - b.id,
    products: (a: CategoryRow, b: CategoryRow) => a.products - b.products || a.id - b.id,
  }[sort]
  rows.sort(by)
  if (order === 'desc' && sort !== 'tree') rows.reverse()
  return { rows: rows.slice((page - 1) * per_page, page * per_page), total: rows.length }
}

type Node = Omit<TreeRow, 'depth' | 'all_products'>
type TreeRow = CategoryTree['rows'][number]

const readNodes = (db: Db | Tx): Promise<Node[]> =>
  db
    .selectFrom('categories')
    .select([
      'id',
      'parent_id',
      'name',
      'path',
      sql<number>`(select count(*) from products p where p.category_id = categories.id and p.archived_at is null)::integer`.as(
        'products',
      ),
    ])
    .orderBy('position')
    .orderBy('id')
    .execute()

function inTreeOrder(all: readonly Node[]): TreeRow[] {
  const below = Map.groupBy(all, ({ parent_id }) => parent_id)
  const walk = (parent: number | null, depth: number): TreeRow[] =>
    (below.get(parent) ?? []).flatMap((row) => {
      const rest = walk(row.id, depth + 1)
      const all_products = rest.reduce((sum, { products }) => sum + products, row.products)
      return [{ ...row, depth, all_products }, ...rest]
    })
  return walk(null, 0)
}

/** All categories in order, with a version that changes with every parent and every order among siblings. */
export async function readCategoryTree(db: Db | Tx): Promise<CategoryTree> {
  const rows = inTreeOrder(await readNodes(db))
  const order = rows.map(({ id, parent_id }) => `${id} ${parent_id}`).join()
  return { version: createHash('sha256').update(order).digest('base64url').slice(0, 22), rows }
}

type Move = { id: number; version: string; parent_id: number | null; before_id: number | null }

/**
 * Moves a category with all below it. Its new siblings get the positions 1, 2, … in their order.
 * @throws 404; 409 STALE_RECORD with the present tree, CATEGORY_CYCLE; 422 for an unknown parent or sibling.
 */
export async function moveCategory(tx: Tx, { id, version, parent_id, before_id }: Move): Promise<void> {
  const present = await readCategoryTree(tx)
  const moved = present.rows.find((row) => row.id === id)
  if (!moved) throw categoryNotFound()
  if (present.version !== version) throw staleTree(present)
  const parent = present.rows.find((row) => row.id === parent_id)
  if (parent_id !== null && !parent) throw unknownTarget('parent_id')
  if (parent && `${parent.path}/`.startsWith(`${moved.path}/`)) throw categoryCycle(moved.name, parent.name)
  const siblings = present.rows.filter((row) => row.parent_id === parent_id && row.id !== id)
  const at = before_id === null ? siblings.length : siblings.findIndex((row) => row.id === before_id)
  if (at < 0) throw unknownTarget('before_id')
  const order = [...siblings.slice(0, at), moved, ...siblings.slice(at)].map((row) => row.id)

  const slug = moved.path.slice(moved.path.lastIndexOf('/') + 1)
  const path = parent ? `${parent.path}/${slug}` : slug
  await tx.updateTable('categories').set({ parent_id, path }).where('id', '=', id).execute()
  const below = await setPathsBelow(tx, moved.path, path)
  await sql`update categories c set position = o.position
    from unnest(${order}::integer[]) with ordinality as o (id, position)
    where c.id = o.id and c.position <> o.position`.execute(tx)
  await noteTree(tx, [...order, parent_id, moved.parent_id, ...below])
}

export async function readCategory(db: Db | Tx, id: number): Promise<CategoryValues | undefined> {
  const row = await db
    .selectFrom('categories')
    .select([
      'name',
      'slug',
      'parent_id',
      'position',
      'description',
      'image_path',
      'image_alt',
      'meta_title',
      'meta_description',
      sql<FieldValues>`custom`.as('custom'),
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

/** @throws 422 for a taken address and an unknown parent. */
export async function createCategory(tx: Tx, values: CategoryValues): Promise<number> {
  const { id } = await tx
    .insertInto('categories')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteTree(tx, [id, values.parent_id])
  return id
}

/** @throws 422 also for a parent that is the category itself or below it. */
export async function updateCategory(tx: Tx, id: number, values: CategoryValues, before: CategoryValues) {
  const { path: former } = await tx
    .selectFrom('categories')
    .select('path')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = await rowOf(tx, values, id, before)
  await tx.updateTable('categories').set(row).where('id', '=', id).execute()
  const below = await setPathsBelow(tx, former, row.path)
  await noteTree(tx, [id, values.parent_id, before.parent_id, ...below])
}

/** @returns the ids of the categories below a category whose path changed. */
async function setPathsBelow(tx: Tx, former: string, path: string): Promise<number[]> {
  const below = await tx
    .updateTable('categories')
    .set({ path: sql`${path} || substr(path, ${former.length + 1})` })
    .where(sql<boolean>`starts_with(path, ${`${former}/`})`)
    .returning('id')
    .execute()
  return below.map((child) => child.id)
}

/** @throws 409 IN_USE while it has products or categories below it, or a coupon or promotion is for it. */
export async function removeCategory(tx: Tx, id: number, { name, parent_id }: CategoryValues) {
  const products = await productsIn(tx, sql`select id from products where category_id = ${id}`)
  if (products) throw inUse(name, products)
  const others = await sql<{ name: string }>`
    select name from categories where parent_id = ${id}
    union all select 'the coupon ' || c.code from coupon_categories k join coupons c on c.id = k.coupon_id
      where k.category_id = ${id}
    union all select 'the promotion ' || m.name from promotions m
      where m.rules #> '{goods,categories}' @> to_jsonb(${id}::integer)`.execute(tx)
  const names = others.rows.map((row) => row.name)
  if (names.length > 0) throw inUse(name, { count: names.length, names: names.slice(0, 5) })
  await requireNoRule(tx, name, 'category', [id])
  await tx.deleteFrom('categories').where('id', '=', id).execute()
  await noteTree(tx, [id, parent_id])
}

async function rowOf(tx: Tx, values: CategoryValues, id: number, before?: CategoryValues) {
  const { name, parent_id, position, description, image, meta_title, meta_description } = values
  const slug = await requireFreeSlug(tx, 'categories', { ...values, id })
  const parent = parent_id === null ? undefined : await requireParent(tx, parent_id, id)
  return {
    name,
    slug,
    parent_id,
    path: parent ? `${parent.path}/${slug}` : slug,
    position,
    description,
    ...(await pictureColumns(tx, image)),
    meta_title: meta_title || null,
    meta_description: meta_description || null,
    ...(await customColumn(tx, 'category', { values: values.custom, before: before?.custom })),
  }
}

async function requireParent(tx: Tx, parentId: number, id: number) {
  const { rows } = await sql<{ id: number; name: string; path: string }>`
    with recursive above as (
      select id, parent_id, name, path, 0 as distance from categories where id = ${parentId}
      union all
      select c.id, c.parent_id, c.name, c.path, above.distance + 1 from categories c
      join above on c.id = above.parent_id where above.distance < 100
    )
    select id, name, path from above order by distance`.execute(tx)
  const [parent] = rows
  if (!parent) throw unknownParent()
  if (rows.some((row) => row.id === id)) throw parentBelow(parent.name)
  return parent
}

const noteTree = (tx: Tx, ids: readonly (number | null)[]) =>
  noteCatalog(
    tx,
    [],
    ids.flatMap((id) => (id === null ? [] : [`category:${id}`])),
  )
