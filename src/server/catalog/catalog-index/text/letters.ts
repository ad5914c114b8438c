const containsDigit = /[0-9]/

/**
 * The letters of a word as a bit mask: one bit for each of a to z and some bits shared by all others. Words with very
 * different masks cannot be spellings of each other; undefined for numbers and SKUs, which are never corrected.
 */
export function lettersOf(word: string): number | undefined {
  if (word.length < 2 || containsDigit.test(word)) return undefined
  let mask = 0
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask >>> 0
}

/** Every typo changes at most one letter of either word. */
export const canBeSpellings = (a: number, b: number, typos: number) =>
  bitCount(a & ~b) <= typos && bitCount(b & ~a) <= typos

function bitCount(bits: number): number {
  let count = 0
  for (let x = bits; x !== 0; x &= x - 1) count += 1
  return count
}
