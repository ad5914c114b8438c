import { expect, test } from 'vitest'
import { isChosen, listingQuery, readListingUrl, toggled } from './listing-url.ts'

const read = (query: string) => readListingUrl(new URLSearchParams(query), 2)

test('a URL becomes a request: groups, attributes, price in minor units, sort and page', () => {
  expect(read('brand=northway&color=blue,red&price=500-2000&sort=price_asc&page=2')).toEqual({
    page: 2,
    sort: 'price_asc',
    query: '',
    filters: {
      brand: ['northway'],
      attribute: { color: ['blue', 'red'] },
      price: { min: 50_000, max: 200_000 },
    },
  })
})

test('a form without JavaScript sends one name per ticked box and both ends of the price', () => {
  expect(read('color=blue&color=red&price_min=10&price_max=').filters).toEqual({
    attribute: { color: ['blue', 'red'] },
    price: { min: 1_000 },
  })
})

test('invalid values in a URL are ignored', () => {
  expect(read('page=-3&sort=up&price=a-b&__proto__=x&color=&BAD KEY=1')).toEqual({
    page: 1,
    sort: undefined,
    query: '',
    filters: {},
  })
})

test('reversed prices are swapped', () => {
  expect(read('price=20-10').filters.price).toEqual({ min: 1_000, max: 2_000 })
})

test('a query written from a request parses to the same request', () => {
  const query = '?query=moon+vase&category=mugs&brand=a,b&size=m&price=10.5-&sort=newest&page=3'
  const state = read(query.slice(1))
  const written = listingQuery(state, 2)
  expect(read(written.slice(1))).toEqual(state)
})

test('the unfiltered listing has no query', () => {
  expect(listingQuery({ page: 1, sort: 'default', filters: {}, query: '' }, 2)).toBe('')
})

test('a facet value that is added and removed leaves nothing behind', () => {
  const facet = { key: 'colour', type: 'variable_attribute' }
  const once = toggled({}, facet, 'blue')
  expect(isChosen(once, facet, 'blue')).toBe(true)
  expect(toggled(once, facet, 'blue')).toEqual({ variable_attribute: {} })
})

test('a rating in the URL is a group of its own, and no attribute', () => {
  const { filters } = read('rating=4')
  expect(filters).toEqual({ rating: ['4'] })
  expect(listingQuery({ filters }, 2)).toBe('?rating=4')
  expect(toggled(filters, { key: 'rating', type: 'rating' }, '4').rating).toEqual([])
})
