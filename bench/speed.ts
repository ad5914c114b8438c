import { perSecond, type Row } from './figures.ts'
import type { Paired } from './paired-rounds.ts'
import { cpuSeconds } from './processes/cpu-seconds.ts'

/** How much is done in a second: by the clock, and of the processor's time. */
export type Speed = { clock: number; core: number }

export type Work = { done: number; seconds: number }

/**
 * Does work and says how fast it was. `core` is work a second of the time that the processes (with all below them) really had:
 * on a core that is theirs alone and busy it is what the clock says, on a machine that others use too it stays true.
 */
export async function measureSpeed(pids: readonly number[], work: () => Promise<Work>): Promise<Speed> {
  const before = cpuSeconds(pids)
  const { done, seconds } = await work()
  const after = cpuSeconds(pids)
  const used = before === undefined || after === undefined ? seconds : after - before
  return { clock: done / seconds, core: done / Math.max(used, 0.01) }
}

/** The figures of a row. Where the core was never busy (one client that waits), the clock is what counts. */
export function speedCells(
  paired: Record<keyof Speed, Paired>,
  by: keyof Speed = 'core',
): Pick<Row, 'ours' | 'reference' | 'ratio' | 'clock'> {
  const { ours, reference, ratio } = paired[by]
  const { clock } = paired
  return {
    ours: perSecond(ours),
    reference: perSecond(reference),
    ratio,
    clock: `${perSecond(clock.ours)} to ${perSecond(clock.reference)}`,
  }
}

export const speedNote =
  'Rates are per second of processor time of the server, its database included. On a core without other work that equals the wall clock, which has a column of its own.'
