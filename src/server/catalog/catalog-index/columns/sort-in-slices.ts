import { hasBit, noBits, setBit } from './bits.ts'
import type { Pacer } from './pacer.ts'

const runLength = 2_048
const stepsPerCheck = 2_048

/**
 * A stable merge sort that yields at the end of each slice; the built-in sort of a million items would block the
 * event loop.
 * @returns a sorted array; `items` is consumed
 */
export async function sortInSlices(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
  pacer: Pacer,
): Promise<Uint32Array> {
  for (let start = 0; start < items.length; start += runLength) {
    items.subarray(start, start + runLength).sort(compare)
    if (pacer.isDue()) await pacer.rest()
  }
  let from = items
  let to: Uint32Array = new Uint32Array(items.length > runLength ? items.length : 0)
  for (let width = runLength; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width)
      await mergeRuns({ from, to, start, middle: start + width, end: start + 2 * width }, compare, pacer)
    ;[from, to] = [to, from]
  }
  return from
}

/**
 * A sorted array after the keys of some items changed: these are sorted and merged with the others, which takes one pass
 * instead of a sort of all.
 *
 * @param items the numbers below its length, sorted by `compare` but for those that are `moved`; stays as it is
 */
export async function moveInOrder(
  items: Uint32Array,
  moved: readonly number[],
  compare: (a: number, b: number) => number,
  pacer: Pacer,
): Promise<Uint32Array> {
  const isMoved = noBits(items.length)
  for (const item of moved) setBit(isMoved, item)
  const sorted = await sortInSlices(Uint32Array.from(moved), compare, pacer)
  const result = new Uint32Array(items.length)
  let next = 0
  let length = 0
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!
    if (at % stepsPerCheck === 0 && pacer.isDue()) await pacer.rest()
    if (hasBit(isMoved, item)) continue
    while (next < sorted.length && compare(sorted[next]!, item) < 0) result[length++] = sorted[next++]!
    result[length++] = item
  }
  result.set(sorted.subarray(next), length)
  return result
}

/** 0, 1, 2 … */
export function countingUp(length: number): Uint32Array {
  const numbers = new Uint32Array(length)
  for (let at = 0; at < length; at++) numbers[at] = at
  return numbers
}

type Runs = { from: Uint32Array; to: Uint32Array; start: number; middle: number; end: number }

async function mergeRuns(runs: Runs, compare: (a: number, b: number) => number, pacer: Pacer) {
  const { from, to, start } = runs
  const middle = Math.min(runs.middle, from.length)
  const end = Math.min(runs.end, from.length)
  let left = start
  let right = middle
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
    to[at] = from[isLeft ? left++ : right++]!
    if (at % stepsPerCheck === 0 && pacer.isDue()) await pacer.rest()
  }
}
