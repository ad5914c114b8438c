import { allBits } from '../columns/bits.ts'
import { growingColumn, growingCounts } from '../columns/growing-column.ts'
import type { Pacer } from '../columns/pacer.ts'
import { textPacker } from '../columns/packed-texts.ts'
import type { Segment } from '../columns/segment.ts'
import { sortOrders } from '../columns/sort-orders.ts'
import { valuePostings } from '../columns/value-postings.ts'
import { variationsBuilder } from '../columns/variations.ts'
import { productFacets } from '../facets/product-facets.ts'
import type { ValueKind, ValueNumbers } from '../facets/value-numbers.ts'
import { textBuilder } from '../text/build-text-index.ts'
import { skuHash, spellSku, withoutTags, wordsOf } from '../text/tokenize.ts'
import type { IndexRow, VariationTuple } from './read-index-rows.ts'

export type SegmentBuilder = {
  /** Adds the next product, by ascending id. A product with nothing on sale is left out. */
  add(row: IndexRow): void
  finish(pacer: Pacer): Promise<Segment>
}

/** @param numbers must contain every value of the products; others are ignored */
export function segmentBuilder(numbers: ValueNumbers): SegmentBuilder {
  const ids = growingColumn(Uint32Array)
  const valueStarts = growingColumn(Uint32Array)
  const valueItems = growingCounts()
  const variations = variationsBuilder()
  const skuIndex = skusBuilder()
  const text = textBuilder((value) => numbers.texts[value] ?? '')
  const keys = sortKeysBuilder()
  const { numbersOf, facetsOf } = knownValues(numbers)
  valueStarts.push(0)

  return {
    add(row) {
      const all = row.variations ?? []
      const leading = all.find(([price]) => price !== null)
      if (!leading) return
      const options = all.map(([, , , valueIds]) => numbersOf('option', valueIds))
      const isOnSale = ([price]: VariationTuple) => price !== null
      const searched = [
        ...facetsOf(row, true),
        ...numbersOf('category', [row.category_id]),
        ...numbersOf('attribute', row.value_ids),
      ]
      const onSale = new Set(options.flatMap((values, at) => (isOnSale(all[at]!) ? values : [])))
      for (const value of [...searched, ...facetsOf(row, false), ...onSale]) valueItems.push(value)
      valueStarts.push(valueItems.length)

      variations.add(
        all.map((variation, at) => ({
          isOnSale: isOnSale(variation),
          isInStock: variation[2],
          options: options[at]!,
        })),
      )
      const skus = all.map(([, , , , sku]) => sku)
      skuIndex.add(ids.length, skus)
      const nameWords = wordsOf(row.name)
      text.add({
        nameWords,
        values: [...searched, ...new Set(options.flat())],
        texts: [row.short_description, withoutTags(row.description_html)],
        skus,
      })
      ids.push(row.id)
      keys.add(row, leading, nameWords)
    },

    async finish(pacer) {
      const size = ids.length
      const values = { starts: await valueStarts.pack(pacer), items: await valueItems.pack(pacer) }
      const postings = await valuePostings(values, numbers.size, pacer)
      const sortable = { ids: await ids.pack(pacer), keys: await keys.pack(pacer) }
      return {
        size,
        ...sortable,
        alive: allBits(size),
        aliveCount: size,
        totals: postings.counts.slice(),
        values,
        postings,
        variations: await variations.finish(pacer),
        orders: await sortOrders(sortable, pacer),
        text: await text.finish(pacer),
        skus: await skuIndex.pack(pacer),
      }
    },
  }
}

/** The numbers of a product's values; a value without a number is left out. */
function knownValues(numbers: ValueNumbers) {
  const numbersOf = (kind: ValueKind, ids: readonly (number | null)[] | null) =>
    (ids ?? []).flatMap((id) => (id === null ? [] : (numbers.find(kind, id) ?? [])))
  const facetsOf = ({ facet_ids }: IndexRow, areSearched: boolean) =>
    productFacets.flatMap(({ key, isSearched }, at) =>
      isSearched === areSearched ? numbersOf(key, facet_ids[at] ?? null) : [],
    )
  return { numbersOf, facetsOf }
}

/** What products are sorted by, a column each. */
function sortKeysBuilder() {
  const number = () => growingColumn(Float64Array)
  const columns = {
    position: number(),
    published: number(),
    price: number(),
    sold: number(),
    rating: number(),
    ratingCount: number(),
    discount: number(),
    origin: number(),
  }
  const names = textPacker()
  return {
    add(row: IndexRow, [price, discount]: VariationTuple, nameWords: readonly string[]) {
      columns.position.push(row.position)
      columns.published.push(row.published)
      columns.price.push(price!)
      columns.sold.push(row.sold_count)
      columns.rating.push(row.rating)
      columns.ratingCount.push(row.rating_count)
      columns.discount.push(discount ?? 0)
      columns.origin.push(row.origin)
      names.push(nameWords.join(' '))
    },
    pack: async (pacer: Pacer) => ({
      position: await columns.position.pack(pacer),
      published: await columns.published.pack(pacer),
      price: await columns.price.pack(pacer),
      sold: await columns.sold.pack(pacer),
      rating: await columns.rating.pack(pacer),
      ratingCount: await columns.ratingCount.pack(pacer),
      discount: await columns.discount.pack(pacer),
      origin: await columns.origin.pack(pacer),
      name: names.pack(),
    }),
  }
}

/** Hashes of the SKUs, and the rows of those without a word, which the search by words does not find. */
function skusBuilder() {
  const hashes = growingColumn(Uint32Array)
  const wordless = new Map<string, number[]>()
  return {
    add(row: number, skus: readonly string[]) {
      for (const sku of skus) {
        const spelt = spellSku(sku)
        hashes.push(skuHash(spelt))
        if (wordsOf(sku).length > 0) continue
        wordless.set(spelt, [...(wordless.get(spelt) ?? []), row])
      }
    },
    pack: async (pacer: Pacer) => ({ hashes: await hashes.pack(pacer), wordless }),
  }
}
