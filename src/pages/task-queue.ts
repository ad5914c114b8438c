type Task = () => Promise<unknown>

/**
 * Runs at most `limit` tasks at a time. Beyond that only the newest waits, because a pointer has moved on
 * from the others' links. Tasks must not reject.
 */
export function createTaskQueue(limit: number) {
  let pending = 0
  let waiting: Task | undefined

  async function run(task: Task) {
    pending++
    await task()
    pending--
    const next = waiting
    waiting = undefined
    if (next) void run(next)
  }

  return {
    /** Resolves when the task has ended; at once if it has to wait. */
    async add(task: Task) {
      if (pending < limit) await run(task)
      else waiting = task
    },
  }
}
