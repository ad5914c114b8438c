/** The same numbers for the same seed, whatever the machine. (mulberry32) */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** From 0 up to `below`, all alike. */
  below(below: number): number
  /** From 0 up to `below`, low ones far more often, as brands and words are. */
  skewed(below: number): number
  isOnceIn(times: number): boolean
  anyOf<Value>(values: readonly Value[]): Value
  /** Different ones, at most so many. */
  someOf<Value>(values: readonly Value[], howMany: number): Value[]
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const anyOf = <Value>(values: readonly Value[]) => values[below(values.length)]!
  return {
    next,
    below,
    skewed: (limit) => Math.floor(next() ** 2.5 * limit),
    isOnceIn: (times) => next() * times < 1,
    anyOf,
    someOf: (values, howMany) => [...new Set(Array.from({ length: howMany }, () => anyOf(values)))],
  }
}
