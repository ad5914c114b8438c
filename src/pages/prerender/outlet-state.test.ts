import { expect, test } from 'vitest'
import type { Page } from '../page.ts'
import { approached, type OutletState, painted, shown } from './outlet-state.ts'

const pageOf = (path: string): Page => ({ screen: 'product', path, meta: { title: path }, data: { path } })
const listing = pageOf('/mugs')
const product = pageOf('/mugs/blue')
const start: OutletState = { page: listing, isFirst: true, below: 'now' }
const approach = (state: OutletState, page: Page) => ({ ...state, ...approached(state, page) })

test('an approached page is the next one, and the page on screen is not', () => {
  expect(approach(start, product).next).toBe(product)
  expect(approach(start, { ...listing })).toEqual(start)
})

test('newer data of the next page removes it first, so that it is rendered from the start', () => {
  const newer = pageOf('/mugs/blue')
  const removed = approach({ ...start, next: product }, newer)
  expect(removed.next).toBeUndefined()
  expect(approach(removed, newer).next).toBe(newer)
  expect(approach({ ...start, next: product }, product).next).toBe(product)
})

test('a shown page hides the last one until the paint', () => {
  expect(shown({ ...start, next: product }, product, 'held', true)).toEqual({
    page: product,
    isFirst: false,
    next: undefined,
    leaving: { page: listing, isFirst: true },
    below: 'held',
  })
  expect(painted).toEqual({ leaving: undefined, below: 'soon' })
})

test('newer data of the page on screen keeps its place, and nothing leaves', () => {
  expect(shown(start, { ...listing }, 'now', true)).toMatchObject({ isFirst: true, leaving: undefined })
})
