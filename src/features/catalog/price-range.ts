import type { Filters } from '#contract/catalogue.ts'

/** Both ends of a price range in the currency's major unit. */
export type PriceRange = { min: number; max: number }

/** The filter for a range (minor units); an end that stands where the prices end is none. */
export function priceFilter(range: PriceRange, ends: PriceRange, unit: number): Filters['price'] {
  const min = range.min > ends.min ? { min: Math.round(range.min * unit) } : {}
  const max = range.max < ends.max ? { max: Math.round(range.max * unit) } : {}
  return 'min' in min || 'max' in max ? { ...min, ...max } : undefined
}

/** A round step that divides the range into some hundred: 1, 2, 5, 10, 20, 50 … */
export function sliderStep({ min, max }: PriceRange) {
  const fine = (max - min) / 100
  if (fine <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(fine))
  return power * ([1, 2, 5].find((factor) => factor * power >= fine) ?? 10)
}
