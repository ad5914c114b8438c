import { limits } from '#contract/limits.ts'
import type { CatalogCall } from './listing-place.ts'
import { cardsFor } from './read-cards.ts'
import { categoryTree } from './read-category-tree.ts'

/** What the search box offers while the shopper types. Decisions §4, search. */
export async function suggest(call: CatalogCall, query: string) {
  const { db, channel, catalogIndex, tag } = call
  const limit = limits.perPage.suggestions
  const found = await catalogIndex.suggest({ channelId: channel.id, query, limit })
  tag('listing', ...found.productIds.map((id) => `product:${id}`))
  const [products, tree, brands] = await Promise.all([
    cardsFor(call, found.productIds),
    categoryTree(call),
    readBrands(db, found.brandIds),
  ])
  return {
    query,
    did_you_mean: found.didYouMean,
    products,
    categories: found.categoryIds.flatMap((wanted) => {
      const node = tree.nodes.find(({ id }) => id === wanted)
      return node ? [{ ...node.category, children: [] }] : []
    }),
    brands,
    suggestions: found.completions,
    total: found.total,
  }
}

async function readBrands(db: CatalogCall['db'], ids: number[]) {
  if (ids.length === 0) return []
  const brands = await db.selectFrom('brands').select(['id', 'name', 'slug']).where('id', 'in', ids).execute()
  return brands.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
