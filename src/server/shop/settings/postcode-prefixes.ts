/**
 * The fewest prefixes that cover exactly the postcodes from `first` to `last`, which are digits of equal length:
 * 560095 to 560110 gives 560095 … 560099, 56010, 560110.
 * @throws RangeError when it is not such a range.
 */
export function prefixesOfRange(first: string, last: string): string[] {
  if (!/^\d+$/.test(first) || !/^\d+$/.test(last) || first.length !== last.length || first > last)
    throw new RangeError(`${first}-${last} is not a range of postcodes`)
  const isWhole = /^0*$/.test(first) && /^9*$/.test(last)
  if (isWhole) return ['']
  const [from, to] = [Number(first[0]), Number(last[0])]
  const prefixes: string[] = []
  for (let digit = from; digit <= to; digit += 1) {
    const rest = first.length - 1
    const low = digit === from ? first.slice(1) : '0'.repeat(rest)
    const high = digit === to ? last.slice(1) : '9'.repeat(rest)
    prefixes.push(...prefixesAfter(low, high).map((prefix) => `${digit}${prefix}`))
  }
  return prefixes
}

/** Of the digits after a prefix, which may be none. */
const prefixesAfter = (first: string, last: string) => (first === '' ? [''] : prefixesOfRange(first, last))
