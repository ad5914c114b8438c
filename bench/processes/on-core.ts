import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The server with its database on one core, the load on another, so that neither takes the other's time. */
export type Core = 'server' | 'load'

const numbers: Record<Core, string> = { server: '0', load: '1' }

/** Without `taskset` (macOS, Windows) or a second core everything runs where it likes. */
export const isPinned = availableParallelism() > 1 && hasProgram('taskset', ['--version'])

/** A command held to a core; children inherit it. */
export const onCore = (core: Core, program: string, args: readonly string[]): [string, string[]] =>
  isPinned ? ['taskset', ['-c', numbers[core], program, ...args]] : [program, [...args]]

export const pinningNote = isPinned
  ? 'Server and database are held to one core, the load to another (`taskset`).'
  : 'Not pinned: there is no `taskset` or only one core, so server and load disturb each other.'

export function hasProgram(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined
}
