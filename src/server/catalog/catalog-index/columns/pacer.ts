/** Divides long work into time slices, so that requests are answered in between. */
export type Pacer = {
  /** Whether the slice is over; check it every few hundred steps. */
  isDue(): boolean
  /**
   * Yields to the event loop.
   * @throws the signal's reason once it is aborted
   */
  rest(): Promise<void>
}

export function createPacer({ sliceMs = 6, signal }: { sliceMs?: number; signal?: AbortSignal } = {}): Pacer {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since >= sliceMs,
    async rest() {
      await new Promise<void>((resolve) => void setImmediate(resolve))
      signal?.throwIfAborted()
      since = performance.now()
    },
  }
}
