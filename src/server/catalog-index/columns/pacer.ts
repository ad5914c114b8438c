/** Divides long work into slices, so that requests are answered in between. */
export type Pacer = {
  /** The slice is over: ask every few hundred steps. */
  isDue(): boolean
  /**
   * Lets everything else have its turn.
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
