import { cpuSeconds } from '../processes/cpu-seconds.ts'
import { queuedMsOf } from '../start.ts'

/** What a phase took of the machine: on a loaded one these figures say more than the clock. */
export type ProcessorUse = {
  seconds: number
  /** Processor time of the shop with its database. */
  used: number | undefined
  /** Time in which the shop's event loop was ready to run and had no core. */
  queued: number | undefined
  /** The longest time that the event loop was busy, or had no core. */
  longestPauseMs: number | undefined
}

export const metricsToken = 'token-of-the-scale-benchmark'

/** @returns what the shop uses from here to the call of the returned function */
export async function watchProcessor({ pid, port }: { pid: number; port: number }) {
  // Reading the metrics begins a new measurement of the event loop.
  await readLongestPause(port)
  const before = { at: performance.now(), used: cpuSeconds([pid]), queued: queuedMsOf(pid) }
  return async (): Promise<ProcessorUse> => {
    const [used, queued] = [cpuSeconds([pid]), queuedMsOf(pid)]
    const seconds = (performance.now() - before.at) / 1_000
    return {
      seconds,
      used: used === undefined || before.used === undefined ? undefined : used - before.used,
      queued:
        queued === undefined || before.queued === undefined ? undefined : (queued - before.queued) / 1_000,
      longestPauseMs: await readLongestPause(port),
    }
  }
}

async function readLongestPause(port: number): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}
