import type { ValueKind, ValueNumbers } from '../facets/value-numbers.ts'
import type { IndexRow, VariationTuple } from '../feed/read-index-rows.ts'
import { textBuilder } from '../text/build-text-index.ts'
import { skuHash, spellSku } from '../text/sku-hash.ts'
import { withoutTags, wordsOf } from '../text/words-of.ts'
import { allBits } from './bits.ts'
import { type CountColumn, growingColumn } from './growing-column.ts'
import type { Pacer } from './pacer.ts'
import { textPacker } from './packed-texts.ts'
import type { Segment } from './segment.ts'
import { sortOrders } from './sort-orders.ts'
import { valuePostings } from './value-postings.ts'
import { variationsBuilder } from './variations.ts'

export type SegmentBuilder = {
  /** The next product, by rising id. One without anything on sale is left out. */
  add(row: IndexRow): void
  finish(pacer: Pacer): Promise<Segment>
}

/** @param numbers must know every value that the products have; others are ignored */
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
        ...numbersOf('brand', [row.brand_id]),
        ...numbersOf('category', [row.category_id]),
        ...numbersOf('tag', row.tag_ids),
        ...numbersOf('attribute', row.value_ids),
      ]
      const onSale = new Set(options.flatMap((values, at) => (isOnSale(all[at]!) ? values : [])))
      for (const value of [...searched, ...numbersOf('label', row.label_ids), ...onSale])
        valueItems.push(value)
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
        texts: [...skus, row.short_description, withoutTags(row.description_html)],
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
      const place = {
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
        ...place,
        alive: allBits(size),
        aliveCount: size,
        totals: postings.counts.slice(),
        values,
        postings,
        variations: await variations.finish(pacer),
        orders: await sortOrders(place, pacer),
        text: await text.finish(pacer),
        skus: { hashes: await hashes.pack(pacer), wordless },
      }
    },
  }
}
