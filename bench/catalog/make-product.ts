import type { Random } from './random.ts'
import * as words from './shop-words.ts'

/** A product in the words of a shop; lists are indexes of what the shop knows. */
export type MadeProduct = {
  name: string
  shortDescription: string
  description: string
  brand: number
  category: number
  labels: number[]
  tags: number[]
  /** Attribute values by attribute: material, pattern, room, care, finish. */
  attributes: (number | undefined)[]
  isPublished: boolean
  /** Days before the first of January 2026. */
  age: number
  sold: number
  /** Hundredths; undefined without ratings. */
  rating: number | undefined
  position: number
  variations: MadeVariation[]
}

export type MadeVariation = {
  sku: string
  colour: number
  size: number | undefined
  stock: number
  price: number
  mrp: number
}

export type ShopSize = { products: number; brands: number; categories: number; tags: number }

/** Seven of ten have one to three colours, some of those sizes as well: 2.9 variations on average. */
export function makeProduct(random: Random, number: number, shop: ShopSize): MadeProduct {
  const noun = random.anyOf(words.nouns)
  const motif = random.anyOf(words.motifs)
  const line = words.coinedWord(random, 3)
  const name = [random.isOnceIn(2) ? random.anyOf(words.qualities) : '', motif, noun, line]
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return {
    name,
    shortDescription: prose(random, 8),
    description: `<p>${prose(random, 18)}.</p><p>${prose(random, 14)}.</p>`,
    brand: random.skewed(shop.brands),
    category: random.below(shop.categories),
    labels: random.isOnceIn(3) ? [random.below(words.labels.length)] : [],
    tags: random
      .someOf(
        Array.from({ length: random.below(4) }, () => random.skewed(shop.tags)),
        3,
      )
      .filter((tag) => tag !== undefined),
    attributes: [words.materials, words.patterns, words.rooms, words.cares, words.finishes].map((values) =>
      random.isOnceIn(1.25) ? random.skewed(values.length) : undefined,
    ),
    isPublished: !random.isOnceIn(40),
    age: random.below(1_500),
    sold: random.skewed(5_000),
    rating: random.isOnceIn(1.7) ? 250 + random.below(251) : undefined,
    position: random.below(shop.products),
    variations: variations(random, `${noun.slice(0, 3)}-${100_000 + number}`),
  }
}

const prose = (random: Random, length: number) =>
  Array.from({ length }, () => words.proseWords[random.skewed(words.proseWords.length)]).join(' ')

function variations(random: Random, code: string): MadeVariation[] {
  const price = Math.round(9_900 * Math.exp(random.next() * 4)) * 1
  const mrp = random.isOnceIn(2.5) ? Math.round(price * (1.05 + random.next() / 2)) : price
  const allColours = words.colours.map((_, at) => at)
  const allSizes = words.sizes.map((_, at) => at)
  const colours = random.isOnceIn(3.3)
    ? [random.skewed(allColours.length)]
    : random.someOf(allColours, 1 + random.below(3))
  const sizes = random.isOnceIn(3) ? random.someOf(allSizes.slice(0, 6), 3) : [undefined]
  return colours.flatMap((colour) =>
    sizes.map((size) => ({
      sku: `${code}-${words.colours[colour]?.slice(0, 3)}${size === undefined ? '' : `-${words.sizes[size]}`}`.toUpperCase(),
      colour,
      size,
      stock: random.isOnceIn(8) ? 0 : 1 + random.below(60),
      price,
      mrp,
    })),
  )
}
