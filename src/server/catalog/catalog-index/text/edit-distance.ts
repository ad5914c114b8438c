/** Rows of the table, reused because words are compared by the ten thousand. */
const longest = 64
let before = new Uint8Array(longest + 2)
let above = new Uint8Array(longest + 2)
let current = new Uint8Array(longest + 2)

/**
 * The number of letters to insert, delete, replace or transpose to get from `typed` to `meant` (optimal string
 * alignment). With `isPrefix` a prefix of `meant` is enough. Undefined above `most`.
 */
export function editDistance(
  typed: string,
  meant: string,
  { most, isPrefix }: { most: number; isPrefix: boolean },
): { typos: number; isWhole: boolean } | undefined {
  const height = typed.length
  if (height > longest - most || height - meant.length > most) return undefined
  if (!isPrefix && meant.length - height > most) return undefined
  // No longer prefix can be near enough.
  const width = Math.min(meant.length, height + most)
  const tooFar = most + 1

  for (let column = 0; column <= width; column++) above[column] = Math.min(column, tooFar)
  for (let row = 1; row <= height; row++) {
    // Cells further from the diagonal exceed the limit.
    const first = Math.max(1, row - most)
    const last = Math.min(width, row + most)
    current[first - 1] = first === 1 ? Math.min(row, tooFar) : tooFar
    let least = current[first - 1]!
    const letter = typed.charCodeAt(row - 1)
    for (let column = first; column <= last; column++) {
      const wanted = meant.charCodeAt(column - 1)
      let distance = above[column - 1]! + (letter === wanted ? 0 : 1)
      if (column < row + most) distance = Math.min(distance, above[column]! + 1)
      distance = Math.min(distance, current[column - 1]! + 1)
      const isExchanged =
        row > 1 &&
        column > 1 &&
        letter === meant.charCodeAt(column - 2) &&
        typed.charCodeAt(row - 2) === wanted
      if (isExchanged) distance = Math.min(distance, before[column - 2]! + 1)
      current[column] = Math.min(distance, tooFar)
      least = Math.min(least, distance)
    }
    // A transposition may still skip this row.
    if (least > most && row < height && smallest(above, first, last) > most) return undefined
    const spare = before
    before = above
    above = current
    current = spare
  }
  if (width === meant.length && above[width]! <= most) return { typos: above[width]!, isWhole: true }
  if (!isPrefix) return undefined
  const typos = smallest(above, Math.max(0, height - most), width)
  return typos <= most ? { typos, isWhole: false } : undefined
}

function smallest(row: Uint8Array, first: number, last: number): number {
  let least = 255
  for (let column = first; column <= last; column++) least = Math.min(least, row[column]!)
  return least
}
