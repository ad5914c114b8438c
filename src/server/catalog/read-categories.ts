import type { Category } from '#contract/catalogue.ts'
import { notFound } from '../http/errors.ts'
import type { CatalogCall } from './listing-place.ts'
import { categoryTree } from './read-category-tree.ts'

/** Categories of a grid section: `custom` in the order of `items`, unknown ones left out, or the top level. */
export async function readCategoryGrid(
  call: CatalogCall,
  { items, source }: { items: number[]; source: 'custom' | 'top' },
): Promise<Category[]> {
  const { top, nodes } = await categoryTree(call)
  const shown =
    source === 'top'
      ? top
      : [...new Set(items)].flatMap((asked) => nodes.find(({ id }) => id === asked)?.category ?? [])
  call.tag('listing', ...shown.map(({ id }) => `category:${id}`))
  return shown
}

/**
 * The whole category tree, or one category with what is below it.
 * @throws 404 when there is no such category.
 */
export async function readCategories(call: CatalogCall, categoryId?: number): Promise<Category[]> {
  const { top, nodes } = await categoryTree(call)
  call.tag('listing', ...nodes.map(({ id }) => `category:${id}`))
  if (categoryId === undefined) return top
  const node = nodes.find(({ id }) => id === categoryId)
  if (!node) throw notFound('This category is not available')
  return [node.category]
}
