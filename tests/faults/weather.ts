import type { Trouble } from '#server/payments/test-company.ts'
import type { Random } from '../../bench/catalogue/random.ts'

const bad: readonly Trouble[] = ['down', 'down', 'slow', 'rubbish', 'lost']

/**
 * What is the matter with a service from one request to the next: trouble comes in spells, as outages do. Almost
 * half of all requests meet it until `clearUp` is called.
 */
export function createWeather(random: Random) {
  const met: Record<Trouble, number> = { none: 0, down: 0, lost: 0, rubbish: 0, slow: 0 }
  let isOver = false
  let now: Trouble = 'none'
  let left = 0

  function next(): Trouble {
    if (left === 0) {
      now = random.isOnceIn(2) ? random.anyOf(bad) : 'none'
      left = 1 + random.below(4)
    }
    left -= 1
    const trouble = isOver ? 'none' : now
    met[trouble] += 1
    return trouble
  }

  return {
    next,
    met,
    clearUp() {
      isOver = true
    },
  }
}

export type Weather = ReturnType<typeof createWeather>
