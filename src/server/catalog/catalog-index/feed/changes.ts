import { everything } from '#server/platform/changes/change-feed.ts'

/** Which parts of the catalog must be read again. */
export type Change = {
  productIds: Set<number>
  /** Products with other amounts in existing prices, and nothing else that listings use. */
  pricedIds: Set<number>
  categoryIds: Set<number>
  /** Names, paths and order of the values that products refer to. */
  dictionary: boolean
  /** The members of collections. */
  members: boolean
  everything: boolean
}

export const noChange = (): Change => ({
  productIds: new Set(),
  pricedIds: new Set(),
  categoryIds: new Set(),
  dictionary: false,
  members: false,
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
 * A transaction that names products changes those: their other tags are those of lists that show them, and no name changes
 * without `catalog`. An import notes `listing` and categories with every batch, for which all names, and all products
 * of the categories, would be read again. ADR 0053.
 *
 * @param tags of one transaction, with repetitions: a product's tag beyond those of `pricesOfTag` is another change
 * @param isMerged for the tags of several transactions: another one may have changed a category without naming products
 */
export function changeOf(tags: readonly string[], isMerged = false): Change | undefined {
  const change = noChange()
  if (tags.includes(everything)) return { ...change, dictionary: true, members: true, everything: true }
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
    if (tagOfCollection.test(tag)) change.members = true
  }
  const namesProducts = change.productIds.size > 0 || change.pricedIds.size > 0
  const isListing = tags.includes('listing')
  change.everything =
    tags.includes('catalog') ||
    (isListing && !namesProducts && !change.members && change.categoryIds.size === 0)
  change.dictionary =
    change.everything || ((isListing || change.categoryIds.size > 0) && (isMerged || !namesProducts))
  change.members ||= change.dictionary
  if (namesProducts && !isMerged) change.categoryIds.clear()
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
export const isSome = ({ productIds, pricedIds, categoryIds, dictionary, members }: Change) =>
  dictionary || members || productIds.size > 0 || pricedIds.size > 0 || categoryIds.size > 0

export function mergeChange(
  into: Change,
  { productIds, pricedIds, categoryIds, dictionary, members, everything }: Change,
) {
  for (const id of productIds) into.productIds.add(id)
  for (const id of pricedIds) into.pricedIds.add(id)
  for (const id of categoryIds) into.categoryIds.add(id)
  into.dictionary ||= dictionary
  into.members ||= members
  into.everything ||= everything
}
