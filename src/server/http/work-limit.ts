import { unavailable } from './errors.ts'

/**
 * Bounds how much is done at once, so that a flood is refused quickly instead of slowing everybody down (security §10).
 * It counts the work itself, and so goes down also when the client has left before its reply.
 *
 * @param refused what to throw when there is too much; 503 by default.
 */
export function createWorkLimit(most: number, refused: () => Error = unavailable) {
  let running = 0
  return {
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= most) throw refused()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    },
    running: () => running,
  }
}

export type WorkLimit = ReturnType<typeof createWorkLimit>
