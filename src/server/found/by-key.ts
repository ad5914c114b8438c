/**
 * All rows of a query, read a batch at a time by their id, so that a catalogue of any size needs the memory of a batch and no
 * connection between batches.
 *
 * @param readAfter the next rows after an id, in the order of ids; fewer than `size` mean that there are no more
 * @param range only ids from `from` on, at most `most` of them
 */
export async function* batchesByKey<Row extends { id: number }>(
  readAfter: (id: number, size: number) => Promise<Row[]>,
  {
    size = 500,
    from = 1,
    most = Number.POSITIVE_INFINITY,
  }: { size?: number; from?: number; most?: number } = {},
): AsyncGenerator<Row[]> {
  let last = from - 1
  for (let left = most; left > 0; ) {
    const wanted = Math.min(size, left)
    const rows = await readAfter(last, wanted)
    if (rows.length > 0) yield rows
    if (rows.length < wanted) return
    last = rows.at(-1)?.id ?? last
    left -= rows.length
  }
}
