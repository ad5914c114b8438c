import type { Load } from '../processes/load.ts'
import { startProcess } from '../processes/start-process.ts'
import type { Work } from '../speed.ts'
import { getMessage } from './http-message.ts'
import { hasWrk, type PageLoad, runWrk } from './wrk.ts'

export const loadNote = hasWrk
  ? 'Load: `wrk`, one thread.'
  : 'Load: our own client in Node (`wrk` is not installed), which may be slower than what it measures.'

/**
 * Asks for an address until its server has compiled what it runs all the time: a cold one says nothing of a shop that has been up
 * for a minute.
 */
export async function warmUp(load: Omit<PageLoad, 'seconds'>) {
  let done = 0
  for (let second = 0; second < 20 && done < 3_000; second++)
    done += (await askFor({ ...load, seconds: 1 })).done
}

/** Asks for one address for some time. @throws when anything but success was answered. */
export async function askFor(load: PageLoad): Promise<Work> {
  if (hasWrk) return runWrk(load)
  const { url, encoding, clients, seconds: wanted } = load
  const { port, pathname } = new URL(url)
  const client = startProcess<Load>('load.ts', 'load')
  try {
    const { seconds, statuses, refused } = await client.ask('sendFor', {
      port: Number(port),
      clients,
      requests: [getMessage(pathname, encoding)],
      seconds: wanted,
    })
    if (refused !== undefined) throw new Error(`${url}: ${refused}`)
    return { done: statuses[200] ?? 0, seconds }
  } finally {
    await client.stop()
  }
}
