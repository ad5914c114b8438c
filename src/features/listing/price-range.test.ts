import { expect, test } from 'vitest'
import { nearestStop, priceFilter, sliderStops } from './price-range.ts'

const ends = { min: 190, max: 12_500 }

test('a thumb at the end of the range filters nothing', () => {
  expect(priceFilter(ends, ends, 100)).toBeUndefined()
  expect(priceFilter({ min: 0, max: 20_000 }, ends, 100)).toBeUndefined()
})

test('a range is in minor units, and each of its ends may be missing', () => {
  expect(priceFilter({ min: 500, max: 12_500 }, ends, 100)).toEqual({ min: 50_000 })
  expect(priceFilter({ min: 190, max: 999.5 }, ends, 100)).toEqual({ max: 99_950 })
  expect(priceFilter({ min: 500, max: 2_000 }, ends, 1)).toEqual({ min: 500, max: 2_000 })
})

test('the slider of a narrow range has at most a hundred even steps', () => {
  expect(sliderStops({ min: 10, max: 14 })).toEqual([10, 11, 12, 13, 14])
  const stops = sliderStops({ min: 1_500, max: 12_500 })
  expect(stops.slice(0, 3)).toEqual([1_500, 1_600, 1_800])
  expect([stops.at(0), stops.at(-1)]).toEqual([1_500, 12_500])
  expect(stops.length).toBeLessThanOrEqual(101)
})

test('one expensive product leaves the slider its steps between the others', () => {
  const stops = sliderStops({ min: 190, max: 199_000 })
  expect(stops.filter((price) => price <= 5_000).length).toBeGreaterThan(40)
  expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b))
  expect(stops.at(-1)).toBe(199_000)
})

test('a typed price is at the nearest stop', () => {
  const stops = [10, 20, 50]
  expect([5, 14, 16, 36, 90].map((price) => nearestStop(stops, price))).toEqual([0, 0, 1, 2, 2])
})
