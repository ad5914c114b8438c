/** What held up the event loop, ms: the longest time between two of its turns, and the most work on the processor within one. */
export type Pauses = { longest: number; mostWork: number; turns: number }

/** Watches every turn of the event loop while the work goes on. */
export async function watchPauses(work: Promise<void>): Promise<Pauses> {
  const pauses: Pauses = { longest: 0, mostWork: 0, turns: 0 }
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  finished.catch(() => {})
  let since = performance.now()
  let usage = process.threadCpuUsage()
  while (!isDone) {
    await new Promise<void>((resolve) => void setTimeout(resolve, 0))
    const { user, system } = process.threadCpuUsage(usage)
    const now = performance.now()
    pauses.longest = Math.max(pauses.longest, now - since)
    pauses.mostWork = Math.max(pauses.mostWork, (user + system) / 1_000)
    pauses.turns += 1
    since = now
    usage = process.threadCpuUsage()
  }
  await finished
  return pauses
}
