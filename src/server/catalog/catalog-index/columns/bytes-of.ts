import type { Segment } from './segment.ts'

/** Bytes of the typed arrays: those that listings need, and those that only searches and the order by name need. */
export type IndexSize = { products: number; listings: number; texts: number }

export function sizeOf(segments: readonly Segment[]): IndexSize {
  const size = { products: 0, listings: 0, texts: 0 }
  for (const segment of segments) {
    const { text, skus, keys, ...others } = segment
    const { name, ...numbers } = keys
    size.products += segment.aliveCount
    size.texts += bytesOf(text) + bytesOf(skus.hashes) + bytesOf(name)
    size.listings += bytesOf(others) + bytesOf(numbers)
  }
  return size
}

function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0)
}
