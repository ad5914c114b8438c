import type { Pacer } from './pacer.ts'

/** Many short texts as UTF-8 in one array; `starts` has one more entry than there are texts. */
export type PackedTexts = { bytes: Uint8Array; starts: Uint32Array }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const encodeText = (text: string): Uint8Array => encoder.encode(text)

export const textAt = ({ bytes, starts }: PackedTexts, at: number): string =>
  decoder.decode(bytes.subarray(starts[at], starts[at + 1]))

export const byteLengthAt = ({ starts }: PackedTexts, at: number) => starts[at + 1]! - starts[at]!

/** Compares by bytes, which is the order of code points and of SQL's `collate "C"`. */
export function compareTexts(a: PackedTexts, i: number, b: PackedTexts, j: number): number {
  let [x, y] = [a.starts[i]!, b.starts[j]!]
  const [endX, endY] = [a.starts[i + 1]!, b.starts[j + 1]!]
  while (x < endX && y < endY) {
    const difference = a.bytes[x++]! - b.bytes[y++]!
    if (difference !== 0) return difference
  }
  return endX - x - (endY - y)
}

/** Compares the first bytes of a text with `wanted`; 0 when the text begins with it. */
export function compareStart(texts: PackedTexts, at: number, wanted: Uint8Array): number {
  const start = texts.starts[at]!
  const length = texts.starts[at + 1]! - start
  for (let i = 0; i < wanted.length; i++) {
    if (i === length) return -1
    const difference = texts.bytes[start + i]! - wanted[i]!
    if (difference !== 0) return difference
  }
  return 0
}

export const startsWith = (texts: PackedTexts, at: number, start: Uint8Array) =>
  compareStart(texts, at, start) === 0

export const isText = (texts: PackedTexts, at: number, text: Uint8Array) =>
  byteLengthAt(texts, at) === text.length && startsWith(texts, at, text)

/** Collects texts in a buffer that grows by doubling, which copies a few MB at most. */
export function textPacker() {
  let bytes = new Uint8Array(1_024)
  let starts = new Uint32Array(64)
  let count = 0
  let used = 0
  return {
    push(text: string) {
      // a UTF-16 unit is three bytes at most
      while (used + text.length * 3 > bytes.length) bytes = grown(bytes, new Uint8Array(bytes.length * 2))
      used += encoder.encodeInto(text, bytes.subarray(used)).written
      count += 1
      if (count === starts.length) starts = grown(starts, new Uint32Array(starts.length * 2))
      starts[count] = used
    },
    pack: (): PackedTexts => ({ bytes: bytes.slice(0, used), starts: starts.slice(0, count + 1) }),
  }
}

function grown<A extends Uint8Array | Uint32Array>(old: A, bigger: A): A {
  bigger.set(old)
  return bigger
}

/** The same texts in another order. */
export async function reordered(texts: PackedTexts, order: Uint32Array, pacer: Pacer): Promise<PackedTexts> {
  const bytes = new Uint8Array(texts.bytes.length)
  const starts = new Uint32Array(order.length + 1)
  let used = 0
  for (const [to, from] of order.entries()) {
    const length = byteLengthAt(texts, from)
    const start = texts.starts[from]!
    for (let i = 0; i < length; i++) bytes[used + i] = texts.bytes[start + i]!
    used += length
    starts[to + 1] = used
    if (to % 1_024 === 0 && pacer.isDue()) await pacer.rest()
  }
  return { bytes, starts }
}
