import { everything } from '#server/platform/changes/change-feed.ts'

/** Which parts of the catalog must be read again. */
export type Change = {
  productIds: Set<number>
  /** Products with other amounts in existing prices, and nothing else that listings use. */
  pricedIds: Set<number>
  categoryIds: Set<number>
  /** Names, paths and order of the values that products refer to, and the members of collections. */
  dictionary: boolean
  everything: boolean
}

export const noChange = (): Change => ({
  productIds: new Set(),
  pricedIds: new Set(),
  categoryIds: new Set(),
  dictionary: false,
  everything: false,
})

const tagOfPrices = /^prices-of:([\d,]+)$/

/**
 * Says that the products' tags of the same call of `noteChange` stand for other amounts in existing prices only, which
 * the index applies without reading the products again. ADR 0009.
 */
export const pricesOfTag = (productIds: readonly number[]) => `prices-of:${productIds.join()}`

/** `reviews:` counts as a product change, since a listing can be sorted by rating. */
const tagOfProduct = /^(?:product|reviews):(\d+)$/
const tagOfCategory = /^category:(\d+)$/
const tagOfCollection = /^collection:\d+$/

/**
 * The catalog change that tags of the change log describe; undefined when they do not concern the catalog. `catalog`,
 * and `listing` without any product, category or collection, come from writers that cannot name what they changed.
 *
 * @param tags of one transaction, with repetitions: a product's tag beyond those of `pricesOfTag` is another change
 */
export function changeOf(tags: readonly string[]): Change | undefined {
  const change = noChange()
  if (tags.includes(everything)) return { ...change, dictionary: true, everything: true }
  const priced = timesPriced(tags)
  for (const tag of tags) {
    const product = tagOfProduct.exec(tag)?.[1]
    const category = tagOfCategory.exec(tag)?.[1]
    if (product) {
      const id = Number(product)
      const times = priced.get(id) ?? 0
      if (times > 0) change.pricedIds.add(id)
      else change.productIds.add(id)
      priced.set(id, times - 1)
    }
    if (category) change.categoryIds.add(Number(category))
    if (category || tag === 'listing' || tagOfCollection.test(tag)) change.dictionary = true
  }
  const isExplained =
    change.productIds.size > 0 ||
    change.pricedIds.size > 0 ||
    tags.some((tag) => /^(category|collection):/.test(tag))
  if (tags.includes('catalog') || (tags.includes('listing') && !isExplained)) change.everything = true
  return change.everything || isSome(change) ? change : undefined
}

/** How often the tags say of each product that only its prices changed. */
function timesPriced(tags: readonly string[]) {
  const times = new Map<number, number>()
  for (const tag of tags)
    for (const id of tagOfPrices.exec(tag)?.[1]?.split(',') ?? [])
      times.set(Number(id), (times.get(Number(id)) ?? 0) + 1)
  return times
}

/** Without it a merged list of several transactions means that all its products are read again. */
export const withoutPricesOf = (tags: readonly string[]) => tags.filter((tag) => !tagOfPrices.test(tag))

/** Whether anything must be read besides a full load. */
export const isSome = ({ productIds, pricedIds, categoryIds, dictionary }: Change) =>
  dictionary || productIds.size > 0 || pricedIds.size > 0 || categoryIds.size > 0

export function mergeChange(
  into: Change,
  { productIds, pricedIds, categoryIds, dictionary, everything }: Change,
) {
  for (const id of productIds) into.productIds.add(id)
  for (const id of pricedIds) into.pricedIds.add(id)
  for (const id of categoryIds) into.categoryIds.add(id)
  into.dictionary ||= dictionary
  into.everything ||= everything
}
