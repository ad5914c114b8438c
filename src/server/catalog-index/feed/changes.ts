import { everything } from '#server/changes/change-feed.ts'

/** Which parts of the catalog must be read again. */
export type Change = {
  productIds: Set<number>
  categoryIds: Set<number>
  /** Names, paths and order of the values that products refer to, and the members of collections. */
  dictionary: boolean
  everything: boolean
}

export const noChange = (): Change => ({
  productIds: new Set(),
  categoryIds: new Set(),
  dictionary: false,
  everything: false,
})

/** `reviews:` counts as a product change, since a listing can be sorted by rating. */
const tagOfProduct = /^(?:product|reviews):(\d+)$/
const tagOfCategory = /^category:(\d+)$/
const tagOfCollection = /^collection:\d+$/

/**
 * The catalog change that tags of the change log describe; undefined when they do not concern the catalog. `catalog`,
 * and `listing` without any product, category or collection, come from writers that cannot name what they changed.
 */
export function changeOf(tags: readonly string[]): Change | undefined {
  const change = noChange()
  if (tags.includes(everything)) return { ...change, dictionary: true, everything: true }
  for (const tag of tags) {
    const product = tagOfProduct.exec(tag)?.[1]
    const category = tagOfCategory.exec(tag)?.[1]
    if (product) change.productIds.add(Number(product))
    if (category) change.categoryIds.add(Number(category))
    if (category || tag === 'listing' || tagOfCollection.test(tag)) change.dictionary = true
  }
  const isExplained = change.productIds.size > 0 || tags.some((tag) => /^(category|collection):/.test(tag))
  if (tags.includes('catalog') || (tags.includes('listing') && !isExplained)) change.everything = true
  return change.dictionary || change.everything || change.productIds.size > 0 ? change : undefined
}

export function mergeChange(into: Change, { productIds, categoryIds, dictionary, everything }: Change) {
  for (const id of productIds) into.productIds.add(id)
  for (const id of categoryIds) into.categoryIds.add(id)
  into.dictionary ||= dictionary
  into.everything ||= everything
}
