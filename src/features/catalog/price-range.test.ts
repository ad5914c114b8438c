import { expect, test } from 'vitest'
import { priceFilter, sliderStep } from './price-range.ts'

const ends = { min: 190, max: 12_500 }

test('a thumb at the end of the prices filters nothing', () => {
  expect(priceFilter(ends, ends, 100)).toBeUndefined()
  expect(priceFilter({ min: 0, max: 20_000 }, ends, 100)).toBeUndefined()
})

test('a range is in minor units, and each of its ends may be missing', () => {
  expect(priceFilter({ min: 500, max: 12_500 }, ends, 100)).toEqual({ min: 50_000 })
  expect(priceFilter({ min: 190, max: 999.5 }, ends, 100)).toEqual({ max: 99_950 })
  expect(priceFilter({ min: 500, max: 2_000 }, ends, 1)).toEqual({ min: 500, max: 2_000 })
})

test('the slider moves in round steps, a hundred or less of them', () => {
  expect(sliderStep({ min: 0, max: 80 })).toBe(1)
  expect(sliderStep({ min: 190, max: 12_500 })).toBe(200)
  expect(sliderStep({ min: 0, max: 1_000_000 })).toBe(10_000)
})
