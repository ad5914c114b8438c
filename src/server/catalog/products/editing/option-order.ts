/**
 * The order of a product's option values by its rows. Rows repeat the values for each value of another option, and a
 * combination may be missing: blue in S and L, red in S, M and L makes S, M, L.
 */
export function orderOfRows(values: readonly string[]): string[] {
  const order: string[] = []
  for (const run of runsOf(values)) addInOrder(order, run)
  return order
}

/** Splits the values where one is repeated, except by the next row. */
function runsOf(values: readonly string[]): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  for (const value of values) {
    if (value === run.at(-1)) continue
    if (run.length === 0 || run.includes(value)) {
      run = []
      runs.push(run)
    }
    run.push(value)
  }
  return runs
}

/** Puts each missing value before the next of `wanted`, otherwise last. The values in `order` keep their order. */
export function addInOrder(order: string[], wanted: readonly string[]) {
  let next: string | undefined
  for (const value of wanted.toReversed()) {
    if (!order.includes(value))
      order.splice(next === undefined ? order.length : order.indexOf(next), 0, value)
    next = value
  }
}
