/**
 * Reads all rows of a query in batches by id, so that memory use does not grow with the catalog and no
 * connection is held between batches.
 *
 * @param readAfter the next rows after an id, ordered by id; fewer than `size` end the iteration
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
