/** What of the catalogue has to be read again. */
export type Change = {
  productIds: Set<number>
  categoryIds: Set<number>
  /** Names, places and orders of what products refer to, and which products collections have. */
  dictionary: boolean
  everything: boolean
}

export const noChange = (): Change => ({
  productIds: new Set(),
  categoryIds: new Set(),
  dictionary: false,
  everything: false,
})

/** `reviews:` beside `product:`, since a listing can be sorted by rating. */
const tagOfProduct = /^(?:product|reviews):(\d+)$/
const tagOfCategory = /^category:(\d+)$/
const tagOfCollection = /^collection:\d+$/

/** What tags of the change log say; undefined when they say nothing of the catalogue. `listing` alone is not told from one beside products here. */
export function changeOf(tags: readonly string[]): Change | undefined {
  const change = noChange()
  for (const tag of tags) {
    const product = tagOfProduct.exec(tag)?.[1]
    const category = tagOfCategory.exec(tag)?.[1]
    if (product) change.productIds.add(Number(product))
    if (category) change.categoryIds.add(Number(category))
    if (category || tag === 'listing' || tagOfCollection.test(tag)) change.dictionary = true
  }
  return change.dictionary || change.productIds.size > 0 ? change : undefined
}

export function mergeChange(into: Change, { productIds, categoryIds, dictionary, everything }: Change) {
  for (const id of productIds) into.productIds.add(id)
  for (const id of categoryIds) into.categoryIds.add(id)
  into.dictionary ||= dictionary
  into.everything ||= everything
}
