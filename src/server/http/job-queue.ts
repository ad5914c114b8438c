type Job = { start: () => void; drop: (reason: Error) => void }

/** Somebody waits for it, or it is only done ahead. */
export type Urgency = 'now' | 'idle'

export class QueueFull extends Error {}

/**
 * Runs heavy jobs a few at a time. What is done ahead takes one place at most, and only while nobody waits.
 *
 * @param mostWaiting how many urgent jobs may wait; more are refused with `QueueFull`.
 */
export function createJobQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
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
      if (urgency === 'now' && waiting.now.length >= mostWaiting)
        return Promise.reject(new QueueFull('Too many jobs are waiting'))
      return new Promise<Result>((resolve, reject) => {
        async function start() {
          running[urgency] += 1
          try {
            resolve(await work())
          } catch (error) {
            reject(error as Error)
          } finally {
            running[urgency] -= 1
            next()
          }
        }
        waiting[urgency].push({ start, drop: reject })
        next()
      })
    },

    /** Refuses what has not begun: the process is about to end. */
    close() {
      for (const job of [...waiting.now.splice(0), ...waiting.idle.splice(0)])
        job.drop(new QueueFull('Shutting down'))
    },
  }
}
