type Job = { start: () => void; drop: (reason: Error) => void }

/** `now`: a request waits for it. `idle`: it is done in advance. */
export type Urgency = 'now' | 'idle'

export class QueueFull extends Error {}

/**
 * Runs heavy jobs a few at a time. Idle jobs use one slot at most, and only while no urgent job waits.
 *
 * @param maxWaiting how many urgent jobs may wait; more are refused with `QueueFull`.
 */
export function createJobQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const waiting: Record<Urgency, Job[]> = { now: [], idle: [] }
  const running: Record<Urgency, number> = { now: 0, idle: 0 }

  function next() {
    while (running.now + running.idle < atOnce) {
      const urgency: Urgency = waiting.now.length > 0 ? 'now' : 'idle'
      if (urgency === 'idle' && (running.idle > 0 || running.now > 0)) return
      const job = waiting[urgency].shift()
      if (!job) return
      job.start()
    }
  }

  return {
    /** @throws QueueFull, or what `work` throws. */
    run<Result>(urgency: Urgency, work: () => Promise<Result>): Promise<Result> {
      if (urgency === 'now' && waiting.now.length >= maxWaiting)
        return Promise.reject(new QueueFull('Too many jobs are waiting'))
      return new Promise<Result>((resolve, reject) => {
        async function start() {
          running[urgency] += 1
          try {
            resolve(await work())
          } catch (error) {
            reject(error)
          } finally {
            running[urgency] -= 1
            next()
          }
        }
        waiting[urgency].push({ start, drop: reject })
        next()
      })
    },

    /** Refuses jobs that have not begun: the process is about to end. */
    close() {
      for (const job of [...waiting.now.splice(0), ...waiting.idle.splice(0)])
        job.drop(new QueueFull('Shutting down'))
    },
  }
}
