import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { completed, countWords, type Found, groupsOf } from './suggestion-list.ts'

const product = (id: number) => ({ id, name: `Mug ${id}`, url: `/product/mug-${id}` }) as Product
const found = (more: Partial<Found>): Found => ({
  query: 'mug',
  did_you_mean: null,
  products: [],
  categories: [],
  brands: [],
  suggestions: [],
  total: 0,
  ...more,
})
const kinds = (more: Partial<Found>, isNarrow = false) =>
  groupsOf(found(more), isNarrow).map(({ label, items }) => [label, items.map(({ href }) => href)])

test('the typed text itself is no suggestion, and another spelling comes first', () => {
  expect(kinds({ query: 'mugg', did_you_mean: 'mug', suggestions: ['mugg', 'mug', 'mug set'] })).toEqual([
    ['Searches', ['/search?query=mug', '/search?query=mug%20set']],
  ])
})

test('categories and brands link to their own listings', () => {
  const category = { id: 1, name: 'Mugs', slug: 'ceramics/mugs' } as Found['categories'][number]
  expect(kinds({ categories: [category], brands: [{ id: 2, name: 'Moss', slug: 'moss' }] })).toEqual([
    ['Categories and makers', ['/product-category/ceramics/mugs', '/shop-online?brand=moss']],
  ])
})

test('phones show fewer products, and all of them are one line away', () => {
  const products = [1, 2, 3, 4, 5, 6].map(product)
  const [, wide] = kinds({ products, total: 6 })[0] as [string, string[]]
  expect(wide).toHaveLength(6)
  expect(wide.at(-1)).toBe('/search?query=mug')
  const [, narrow] = kinds({ products, total: 6 }, true)[0] as [string, string[]]
  expect(narrow).toHaveLength(5)
  expect(narrow.at(-1)).toBe('/search?query=mug')
})

test('the typed part of a completed query is marked', () => {
  expect(completed('Moon Vase', 'moo')).toEqual(['', 'Moo', 'n Vase'])
  expect(completed('tall vase', 'Vas ')).toEqual(['tall ', 'vas', 'e'])
  expect(completed('cushion', 'cushon')).toEqual(['cushion', '', ''])
})

test('the number of suggestions is announced', () => {
  expect(countWords(groupsOf(found({}), false))).toBe('No suggestions')
  expect(countWords(groupsOf(found({ products: [product(1)], total: 1 }), false))).toBe(
    '1 suggestion, 1 of them products',
  )
})
