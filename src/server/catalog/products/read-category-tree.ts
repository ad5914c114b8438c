import type { Category } from '#contract/catalog.ts'
import type { FieldValues, ShownField } from '#contract/custom-fields.ts'
import { remember } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { CatalogIndex } from '#server/platform/kernel/catalog-index.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { type ImageRow, toImage } from '#server/platform/media/to-image.ts'
import { showRecordFields } from '#server/shop/custom-fields/show-values.ts'
import { imageJson } from './card-sql.ts'

type CategoryRow = {
  id: number
  parent_id: number | null
  name: string
  slug: string
  path: string
  description: string
  meta_title: string | null
  meta_description: string | null
  image: ImageRow | null
  custom: FieldValues
}

/** A category in its tree. `category` is the wire's, with all its descendants. */
export type CategoryNode = Omit<CategoryRow, 'image' | 'custom'> & {
  category: Category
  parent: CategoryNode | undefined
}

export type CategoryTree = { top: Category[]; nodes: CategoryNode[] }

const statement = prepared<CategoryRow>(
  'category tree',
  `select c.id, c.parent_id, c.name, c.slug, c.path, c.description, c.meta_title, c.meta_description, c.custom,
    case when i.id is not null then ${imageJson('i', "coalesce(nullif(c.image_alt, ''), i.alt)")} end as image
  from categories c
  left join images i on i.path = c.image_path
  order by c.position, c.id`,
)

type Options = Pick<Services, 'changes' | 'catalogIndex'> & { channel: Pick<Channel, 'id'> }

/**
 * All categories; each counts the products on sale in the channel in its whole subtree. The catalog index counts, since
 * in SQL that grows with the catalog. Cached in this process until a category or a listing changes. Decisions §2 ($Category).
 */
export const categoryTree = (db: Db | Tx, { changes, catalogIndex, channel }: Options) =>
  remember(
    { changes },
    `category tree ${channel.id}`,
    ({ nodes }) => ['listing', ...nodes.map(({ id }) => `category:${id}`)],
    () => readCategoryTree(db, catalogIndex, channel.id),
  )

async function readCategoryTree(
  db: Db | Tx,
  catalogIndex: CatalogIndex,
  channelId: number,
): Promise<CategoryTree> {
  const [rows, counts] = await Promise.all([
    statement.all(db),
    catalogIndex.counts({ channelId, kind: 'category' }),
  ])
  const shown = await showRecordFields(
    db,
    'category',
    rows.map(({ custom }) => custom),
    { places: ['api'], locale: 'en' },
  )
  const nodes = new Map(rows.map((row, at) => [row.id, toNode(row, shown[at]?.fields ?? [])]))
  for (const node of nodes.values()) node.parent = nodes.get(node.parent_id ?? 0)

  for (const [id, count] of counts)
    for (let node = nodes.get(id); node; node = node.parent) node.category.product_count += count

  const top: Category[] = []
  for (const { parent, category } of nodes.values()) (parent?.category.children ?? top).push(category)
  return { top, nodes: [...nodes.values()] }
}

/** Finds a category by its full path, its slug or its id, in this order. */
export const findCategory = ({ nodes }: CategoryTree, requested: string): CategoryNode | undefined =>
  nodes.find(({ path }) => path === requested) ??
  nodes.find(({ slug }) => slug === requested) ??
  nodes.find(({ id }) => String(id) === requested)

/** The ancestors of a category, the top one first. */
export function categoriesAbove({ parent }: CategoryNode): CategoryNode[] {
  return parent ? [...categoriesAbove(parent), parent] : []
}

function toNode({ image, custom: _, ...row }: CategoryRow, fields: ShownField[]): CategoryNode {
  return {
    ...row,
    parent: undefined,
    category: {
      id: row.id,
      name: row.name,
      slug: row.path,
      image: image && toImage(image),
      product_count: 0,
      children: [],
      ...(fields.length > 0 && { custom_fields: fields }),
    },
  }
}

/** The canonical URL of a category; `path` is the full path: 'ceramics/mugs'. */
export const categoryUrl = (path: string) => `/product-category/${path}`
