import type { Category } from '#contract/catalog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { CatalogOptions } from './listing-scope.ts'
import { categoryTree } from './read-category-tree.ts'
import { categoryNotFound } from './refusals.ts'

/** Categories of a grid section: `custom` in the order of `items`, unknown ones left out, or the top level. */
export async function readCategoryGrid(
  db: Db,
  options: CatalogOptions,
  { items, source }: { items: number[]; source: 'custom' | 'top' },
): Promise<Category[]> {
  const { top, nodes } = await categoryTree(db, options)
  const shown =
    source === 'top'
      ? top
      : [...new Set(items)].flatMap((requested) => nodes.find(({ id }) => id === requested)?.category ?? [])
  options.tag('listing', ...shown.map(({ id }) => `category:${id}`))
  return shown
}

/**
 * The whole category tree, or one category with its descendants.
 * @throws 404 when there is no such category.
 */
export async function readCategories(
  db: Db,
  options: CatalogOptions,
  categoryId?: number,
): Promise<Category[]> {
  const { top, nodes } = await categoryTree(db, options)
  options.tag('listing', ...nodes.map(({ id }) => `category:${id}`))
  if (categoryId === undefined) return top
  const node = nodes.find(({ id }) => id === categoryId)
  if (!node) throw categoryNotFound()
  return [node.category]
}
