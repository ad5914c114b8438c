import type { Filters } from '#contract/catalog.ts'

/** Both ends of a price range in the currency's major unit. */
export type PriceRange = { min: number; max: number }

/** The filter for a range (minor units); an end at the limit of the prices is left out. */
export function priceFilter(range: PriceRange, ends: PriceRange, unit: number): Filters['price'] {
  const min = range.min > ends.min ? { min: Math.round(range.min * unit) } : {}
  const max = range.max < ends.max ? { max: Math.round(range.max * unit) } : {}
  return 'min' in min || 'max' in max ? { ...min, ...max } : undefined
}

/** Above this ratio of the ends, even steps would make most prices of the list one or two steps. */
const WIDE = 10
const STEPS = 100

/**
 * The prices that the slider stops at, ascending, with both ends: about a hundred round ones. In a wide range each is a
 * constant factor above the one before, so that one expensive product does not leave a step or two for all others.
 */
export function sliderStops(ends: PriceRange): number[] {
  const { min, max } = ends
  const low = Math.max(min, max / 10_000, 1)
  const isWide = max / low > WIDE
  const inner = Array.from({ length: STEPS - 1 }, (_, at) => {
    const share = (at + 1) / STEPS
    const amount = isWide ? low * (max / low) ** share : min + (max - min) * share
    const step = roundStep(isWide ? (amount * ((max / low) ** (1 / STEPS) - 1)) / 2 : (max - min) / STEPS)
    return Math.round(amount / step) * step
  })
  return [...new Set([min, ...inner.filter((amount) => amount > min && amount < max), max])]
}

/** The position of the stop nearest to an amount. */
export function nearestStop(stops: readonly number[], amount: number): number {
  const after = stops.findIndex((stop) => stop >= amount)
  if (after < 0) return stops.length - 1
  if (after === 0) return 0
  const isNearerBefore = amount - stops[after - 1]! < stops[after]! - amount
  return isNearerBefore ? after - 1 : after
}

/** 1, 2, 5, 10, 20, 50 …: the first that is not below. */
function roundStep(fine: number) {
  if (fine <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(fine))
  return power * ([1, 2, 5].find((factor) => factor * power >= fine) ?? 10)
}
