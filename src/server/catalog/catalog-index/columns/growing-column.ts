import type { Pacer } from './pacer.ts'

export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array
/** A column of integers from 0 upwards. */
export type CountColumn = Uint8Array | Uint16Array | Uint32Array

/** A column of unknown length, in chunks: growing never copies existing values, so a push is always short. */
export type GrowingColumn<Column = NumberColumn> = {
  readonly length: number
  push(value: number): void
  at(index: number): number
  /** Returns one array of the narrowest type that holds every value exactly. */
  pack(pacer: Pacer): Promise<Column>
}

const chunkBits = 16
const chunkSize = 1 << chunkBits

/** @param type of the chunks; every pushed value must fit */
export const growingColumn = (type: typeof Uint32Array | typeof Float64Array): GrowingColumn =>
  inChunks<NumberColumn>(type, narrowest)

/** A growing column of integers from 0 upwards. */
export const growingCounts = (): GrowingColumn<CountColumn> =>
  inChunks<CountColumn>(Uint32Array, narrowestForCounts)

type Range = { min: number; max: number; areWhole: boolean }

function inChunks<Column extends NumberColumn>(
  type: typeof Uint32Array | typeof Float64Array,
  typeFor: (range: Range) => new (length: number) => Column,
): GrowingColumn<Column> {
  const chunks: (Uint32Array | Float64Array)[] = []
  let length = 0
  let min = 0
  let max = 0
  let areWhole = true
  return {
    get length() {
      return length
    },
    push(value) {
      const inChunk = length & (chunkSize - 1)
      if (inChunk === 0) chunks.push(new type(chunkSize))
      chunks[length >>> chunkBits]![inChunk] = value
      length += 1
      if (value < min) min = value
      if (value > max) max = value
      if (areWhole && !Number.isInteger(value)) areWhole = false
    },
    at: (index) => chunks[index >>> chunkBits]![index & (chunkSize - 1)]!,
    async pack(pacer) {
      const packed = new (typeFor({ min, max, areWhole }))(length)
      for (const [at, chunk] of chunks.entries()) {
        const start = at * chunkSize
        packed.set(chunk.subarray(0, Math.min(chunkSize, length - start)), start)
        if (pacer.isDue()) await pacer.rest()
      }
      return packed
    },
  }
}

function narrowest({ min, max, areWhole }: Range) {
  if (!areWhole) return Float64Array
  if (min >= 0 && max <= 0xffff_ffff) return narrowestForCounts({ max })
  return min >= -0x8000_0000 && max <= 0x7fff_ffff ? Int32Array : Float64Array
}

function narrowestForCounts({ max }: Pick<Range, 'max'>) {
  if (max <= 0xff) return Uint8Array
  return max <= 0xffff ? Uint16Array : Uint32Array
}
