import { median } from './figures.ts'
import type { Speed } from './speed.ts'

/** Figures of the two sides, round by round. */
export type Rounds = { ours: number[]; reference: number[] }

export type Paired = {
  ours: number
  reference: number
  /** The median of the rounds' ratios, which is not the ratio of the medians: what disturbed a round disturbed both. */
  ratio: number
}

/**
 * Measures both sides in turn in several rounds, because a machine's speed drifts and only figures of the same moment are
 * comparable. The order alternates; the first round is a warm-up and discarded.
 */
export async function measureInTurn(
  rounds: number,
  sides: { ours: () => Promise<Speed>; reference: () => Promise<Speed> },
): Promise<Record<keyof Speed, Paired>> {
  const speeds: { ours: Speed[]; reference: Speed[] } = { ours: [], reference: [] }
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'reference'] as const) : (['reference', 'ours'] as const)
    for (const side of order) {
      const speed = await sides[side]()
      if (round > 0) speeds[side].push(speed)
    }
  }
  const by = (key: keyof Speed) =>
    summarise({
      ours: speeds.ours.map((speed) => speed[key]),
      reference: speeds.reference.map((speed) => speed[key]),
    })
  return { clock: by('clock'), core: by('core') }
}

export function summarise({ ours, reference }: Rounds): Paired {
  return {
    ours: median(ours),
    reference: median(reference),
    ratio: median(ours.map((figure, round) => figure / (reference[round] as number))),
  }
}

/**
 * How much to do in a round so that it takes about a second, however fast the machine is today: a little in the first round,
 * which only warms up, then by the rate of the round before.
 */
export function createRoundSize({ first, most }: { first: number; most: number }) {
  let rate = first
  return {
    /** Always even, as half of the work may be of another kind. */
    next: () => Math.max(2, Math.min(most, 2 * Math.round(rate / 2))),
    record(measured: number) {
      rate = measured
    },
  }
}
