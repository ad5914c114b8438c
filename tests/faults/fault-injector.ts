import type { Trouble } from '#harness/gateways/gateway-server.ts'
import type { Random } from '../../bench/catalog/random.ts'

const faults: readonly Trouble[] = ['down', 'down', 'slow', 'rubbish', 'lost']

/**
 * Chooses the fault of a service for each request. Faults come in runs, as outages do, and affect almost half of all requests until
 * `stop` is called.
 */
export function createFaultInjector(random: Random) {
  const counts: Record<Trouble, number> = { none: 0, down: 0, lost: 0, rubbish: 0, slow: 0 }
  let isOver = false
  let now: Trouble = 'none'
  let left = 0

  function next(): Trouble {
    if (left === 0) {
      now = random.isOnceIn(2) ? random.anyOf(faults) : 'none'
      left = 1 + random.below(4)
    }
    left -= 1
    const trouble = isOver ? 'none' : now
    counts[trouble] += 1
    return trouble
  }

  return {
    next,
    counts,
    stop() {
      isOver = true
    },
  }
}

export type FaultInjector = ReturnType<typeof createFaultInjector>
