import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hasProgram, onCore } from '../processes/on-core.ts'
import type { Work } from '../speed.ts'

export const hasWrk = hasProgram('wrk', ['--version'])

/** `seconds`: whole ones: `wrk` takes no others. */
export type PageLoad = { url: string; encoding: string; clients: number; seconds: number }

/**
 * Asks for one address for some time with `wrk`, each client asking again as soon as it is answered.
 * @throws when anything but success was answered.
 */
export async function runWrk({ url, encoding, clients, seconds: wanted }: PageLoad): Promise<Work> {
  const [program, args] = onCore('load', 'wrk', [
    '-t1',
    `-c${clients}`,
    `-d${wanted}s`,
    '--timeout',
    '30s',
    '-H',
    `accept-encoding: ${encoding}`,
    url,
  ])
  const { stdout } = await promisify(execFile)(program, args)
  const failed = /Non-2xx or 3xx responses.*|Socket errors:.*/.exec(stdout)?.[0]
  if (failed) throw new Error(`${url}: ${failed}`)
  const [, done, seconds] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  if (!done || !seconds) throw new Error(`${url}: wrk said nothing that could be read\n${stdout}`)
  return { done: Number(done), seconds: Number(seconds) }
}
