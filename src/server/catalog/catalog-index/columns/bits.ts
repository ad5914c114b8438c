/** A set of small numbers, one bit each. */
export type Bits = Uint32Array

export const noBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5)

export function allBits(size: number): Bits {
  const bits = noBits(size).fill(0xffff_ffff)
  const tail = size & 31
  if (tail !== 0) bits[bits.length - 1] = 2 ** tail - 1
  return bits
}

export const hasBit = (bits: Bits, at: number) => ((bits[at >>> 5]! >>> (at & 31)) & 1) === 1

export function setBit(bits: Bits, at: number) {
  bits[at >>> 5]! |= 1 << (at & 31)
}

export function clearBit(bits: Bits, at: number) {
  bits[at >>> 5]! &= ~(1 << (at & 31))
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    let x = bits[word]!
    if (x === 0) continue
    x -= (x >>> 1) & 0x5555_5555
    x = (x & 0x3333_3333) + ((x >>> 2) & 0x3333_3333)
    x = (x + (x >>> 4)) & 0x0f0f_0f0f
    count += Math.imul(x, 0x0101_0101) >>> 24
  }
  return count
}

export function isEmpty(bits: Bits): boolean {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false
  return true
}

/** Intersects `bits` with `others`, in place. */
export function intersect(bits: Bits, others: Bits) {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!
}

export function remove(bits: Bits, others: Bits) {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~others[word]!
}

export function common(a: Bits, b: Bits): Bits {
  const both = a.slice()
  intersect(both, b)
  return both
}

/** Calls `visit` with every number in the set, in ascending order. */
export function forEachBit(bits: Bits, visit: (at: number) => void) {
  for (let word = 0; word < bits.length; word++) {
    let x = bits[word]!
    while (x !== 0) {
      visit((word << 5) | (31 - Math.clz32(x & -x)))
      x &= x - 1
    }
  }
}

export function either(a: Bits, b: Bits): Bits {
  const union = a.slice()
  for (let word = 0; word < union.length; word++) union[word]! |= b[word]!
  return union
}

export function without(a: Bits, b: Bits): Bits {
  const rest = a.slice()
  remove(rest, b)
  return rest
}
