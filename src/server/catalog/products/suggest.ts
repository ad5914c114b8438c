import * as limits from '#contract/limits.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { searchTag, tuneSearch } from '../search-tuning/read-tuning.ts'
import type { CatalogOptions } from './listing-scope.ts'
import { cardsFor } from './read-cards.ts'
import { categoryTree } from './read-category-tree.ts'

/** The suggestions of the search box while the shopper types. Decisions §4, search. */
export async function suggest(db: Db, options: CatalogOptions, query: string) {
  const { channel, catalogIndex, tag } = options
  const limit = limits.perPage.suggestions
  tag(searchTag)
  const { terms } = await tuneSearch({ db, changes: options.changes }, query)
  const found = await catalogIndex.suggest({ channelId: channel.id, ...terms, limit })
  tag('listing', ...found.productIds.map((id) => `product:${id}`))
  const [products, tree, brands] = await Promise.all([
    cardsFor(db, options, found.productIds),
    categoryTree(db, options),
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

async function readBrands(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const brands = await db.selectFrom('brands').select(['id', 'name', 'slug']).where('id', 'in', ids).execute()
  return brands.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
