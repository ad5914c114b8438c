import { unavailable } from '../kernel/errors.ts'

/**
 * Bounds concurrent work, so that a flood is refused quickly instead of slowing down all requests (security
 * §10). It counts the work itself, so an aborted request still counts until its work ends.
 *
 * @param refused creates the error when the limit is reached; 503 by default.
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
