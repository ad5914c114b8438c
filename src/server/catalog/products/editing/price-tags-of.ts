import { isDeepStrictEqual } from 'node:util'
import type { ProductValues, VariationValues } from '#contract/admin/catalog/products.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { priceChangeTags } from './price-change-tags.ts'

/**
 * The tags of lists that show other prices, when prices are all that a product's form changed; undefined for other
 * changes, by which it may appear, move or be counted elsewhere. Call it before the prices are written. ADR 0009.
 */
export async function priceTagsOf(
  tx: Tx,
  before: ProductValues,
  values: ProductValues,
): Promise<string[] | undefined> {
  if (!isDeepStrictEqual(withoutPrices(before), withoutPrices(values))) return undefined
  const earlier = new Map(before.variations.map((variation) => [variation.id, variation]))
  const changed = values.variations.flatMap((variation) => {
    const was = earlier.get(variation.id)
    return variation.id === null || !was || isSamePrice(was, variation)
      ? []
      : { variation_id: variation.id, selling_price: variation.selling_price, was: was.selling_price }
  })
  // 0 also stands for a variation without a price, which no list shows.
  if (changed.some(({ was }) => was === 0)) return undefined
  const { id: channelId } = await readDefaultChannel(tx)
  const categories = await tx.selectFrom('categories').select(['id', 'parent_id']).execute()
  return priceChangeTags(tx, { channelId, categories }, changed)
}

const withoutPrices = ({ variations, ...values }: ProductValues) => ({
  ...values,
  variations: variations.map(({ selling_price: _price, mrp: _mrp, ...variation }) => variation),
})

const isSamePrice = (one: VariationValues, other: VariationValues) =>
  one.selling_price === other.selling_price &&
  (one.mrp ?? one.selling_price) === (other.mrp ?? other.selling_price)
