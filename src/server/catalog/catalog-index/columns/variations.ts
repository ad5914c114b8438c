import { type Bits, noBits, setBit } from './bits.ts'
import { type CountColumn, growingColumn, growingCounts, type NumberColumn } from './growing-column.ts'
import type { Pacer } from './pacer.ts'
import type { Lists } from './segment.ts'

/**
 * The published variations of each row: from `starts[row]` to `starts[row + 1]`. Many have the same options (blue,
 * M), so a variation refers to a combination of options; combination 0 has no price in the channel and is not on
 * sale.
 */
export type Variations = {
  starts: NumberColumn
  combinations: CountColumn
  inStock: Bits
  /** The option values of each combination. */
  options: Lists
  /** Rows with something in stock, and rows whose variations on sale are all in stock. */
  someInStock: Bits
  allInStock: Bits
}

export type NewVariation = { isOnSale: boolean; isInStock: boolean; options: readonly number[] }

export function variationsBuilder() {
  const starts = growingColumn(Uint32Array)
  const combinations = growingCounts()
  const inStock = growingColumn(Uint32Array)
  const optionStarts = growingColumn(Uint32Array)
  const options = growingCounts()
  const known = new Map<string, number>()
  starts.push(0)
  optionStarts.push(0)
  optionStarts.push(0)

  function combinationOf(values: readonly number[]) {
    const key = values.join()
    const number = known.get(key) ?? known.size + 1
    if (number > known.size) {
      known.set(key, number)
      for (const value of values) options.push(value)
      optionStarts.push(options.length)
    }
    return number
  }

  return {
    /** Adds the variations of the next row. */
    add(variations: readonly NewVariation[]) {
      for (const { isOnSale, isInStock, options } of variations) {
        combinations.push(isOnSale ? combinationOf(options) : 0)
        inStock.push(isInStock ? 1 : 0)
      }
      starts.push(combinations.length)
    },
    async finish(pacer: Pacer): Promise<Variations> {
      const size = starts.length - 1
      const stock = noBits(combinations.length)
      const someInStock = noBits(size)
      const allInStock = noBits(size)
      for (let row = 0; row < size; row++) {
        let available = 0
        let onSale = 0
        for (let at = starts.at(row), end = starts.at(row + 1); at < end; at++) {
          if (combinations.at(at) === 0) continue
          onSale += 1
          if (inStock.at(at) === 0) continue
          available += 1
          setBit(stock, at)
        }
        if (available > 0) setBit(someInStock, row)
        if (available === onSale) setBit(allInStock, row)
        if (row % 512 === 0 && pacer.isDue()) await pacer.rest()
      }
      return {
        starts: await starts.pack(pacer),
        combinations: await combinations.pack(pacer),
        inStock: stock,
        options: {
          starts: await optionStarts.pack(pacer),
          items: await options.pack(pacer),
        },
        someInStock,
        allInStock,
      }
    },
  }
}
