import { expect, test } from 'vitest'
import type { Card } from '#features/card/card.ts'
import { rangeOf, renewed, withPage } from './pages-shown.ts'

const card = (id: number, price = 100): Card => ({
  id,
  sku: `SKU-${id}`,
  name: `Product ${id}`,
  url: `/product/${id}`,
  price,
})
const second = { first: 2, last: 2, cards: [card(3), card(4)] }

test('the next page is appended', () => {
  expect(withPage(second, { page: 3, cards: [card(5)] })).toEqual({
    first: 2,
    last: 3,
    cards: [card(3), card(4), card(5)],
  })
})

test('a product that has moved to the next page is shown once', () => {
  const { cards } = withPage(second, { page: 3, cards: [card(4, 90), card(5)] })
  expect(cards).toEqual([card(3), card(4, 90), card(5)])
})

test('a page that is not adjacent replaces the list', () => {
  expect(withPage(second, { page: 7, cards: [card(9)] })).toEqual({ first: 7, last: 7, cards: [card(9)] })
})

test('a reloaded page updates its products and keeps the others', () => {
  expect(renewed({ first: 1, last: 2, cards: [card(1), card(2)] }, { cards: [card(2, 80)] }).cards).toEqual([
    card(1),
    card(2, 80),
  ])
})

test('the shown range is counted from the start of the whole list', () => {
  expect(rangeOf(second, 2)).toEqual({ before: 2, upTo: 4 })
})
