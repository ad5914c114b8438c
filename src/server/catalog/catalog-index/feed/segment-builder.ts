import { allBits } from '../columns/bits.ts'
import { type CountColumn, growingColumn } from '../columns/growing-column.ts'
import type { Pacer } from '../columns/pacer.ts'
import { textPacker } from '../columns/packed-texts.ts'
import type { Segment } from '../columns/segment.ts'
import { sortOrders } from '../columns/sort-orders.ts'
import { valuePostings } from '../columns/value-postings.ts'
import { variationsBuilder } from '../columns/variations.ts'
import { productFacets } from '../facets/product-facets.ts'
import type { ValueKind, ValueNumbers } from '../facets/value-numbers.ts'
import { textBuilder } from '../text/build-text-index.ts'
import { skuHash, spellSku } from '../text/sku-hash.ts'
import { withoutTags, wordsOf } from '../text/tokenize.ts'
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
  const valueItems = growingColumn(Uint32Array)
  const variations = variationsBuilder()
  const hashes = growingColumn(Uint32Array)
  const wordless = new Map<string, number[]>()
  const names = textPacker()
  const text = textBuilder((value) => numbers.texts[value] ?? '')
  const number = () => growingColumn(Float64Array)
  const keys = {
    position: number(),
    published: number(),
    price: number(),
    sold: number(),
    rating: number(),
    ratingCount: number(),
    discount: number(),
  }
  valueStarts.push(0)

  const numbersOf = (kind: ValueKind, ids: readonly (number | null)[] | null) =>
    (ids ?? []).flatMap((id) => (id === null ? [] : (numbers.find(kind, id) ?? [])))

  const facetsOf = ({ facet_ids }: IndexRow, areSearched: boolean) =>
    productFacets.flatMap(({ key, isSearched }, at) =>
      isSearched === areSearched ? numbersOf(key, facet_ids[at] ?? null) : [],
    )

  function addSkus(row: number, skus: readonly string[]) {
    for (const sku of skus) {
      const spelt = spellSku(sku)
      hashes.push(skuHash(spelt))
      if (wordsOf(sku).length > 0) continue
      wordless.set(spelt, [...(wordless.get(spelt) ?? []), row])
    }
  }

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
      addSkus(ids.length, skus)
      const nameWords = wordsOf(row.name)
      names.push(nameWords.join(' '))
      text.add({
        nameWords,
        values: [...searched, ...new Set(options.flat())],
        texts: [row.short_description, withoutTags(row.description_html)],
        skus,
      })

      ids.push(row.id)
      keys.position.push(row.position)
      keys.published.push(row.published)
      keys.price.push(leading[0]!)
      keys.sold.push(row.sold_count)
      keys.rating.push(row.rating)
      keys.ratingCount.push(row.rating_count)
      keys.discount.push(leading[1] ?? 0)
    },

    async finish(pacer) {
      const size = ids.length
      const values = {
        starts: await valueStarts.pack(pacer),
        items: (await valueItems.pack(pacer)) as CountColumn,
      }
      const postings = await valuePostings(values, numbers.size, pacer)
      const sortable = {
        ids: await ids.pack(pacer),
        keys: {
          position: await keys.position.pack(pacer),
          published: await keys.published.pack(pacer),
          price: await keys.price.pack(pacer),
          sold: await keys.sold.pack(pacer),
          rating: await keys.rating.pack(pacer),
          ratingCount: await keys.ratingCount.pack(pacer),
          discount: await keys.discount.pack(pacer),
          name: names.pack(),
        },
      }
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
        skus: { hashes: await hashes.pack(pacer), wordless },
      }
    },
  }
}
