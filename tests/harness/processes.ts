import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type Process = { pid: number; parent: number; command: string }

/** All processes of this machine, from /proc or else from `ps` (slim containers have no `ps`). */
export function listProcesses(): Process[] {
  if (!existsSync('/proc/self/stat')) return fromPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // `pid (name) state parent …`; the name may contain spaces and parentheses.
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        // A zombie: ended, but not yet reaped by its parent.
        if (state === 'Z') return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        // It ended after the listing.
        return []
      }
    })
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }] : []
  })
}

/** A process and all its descendants. */
export function familyOf(pid: number): Process[] {
  const all = listProcesses()
  const family = all.filter((one) => one.pid === pid)
  for (const { pid: known } of family) family.push(...all.filter(({ parent }) => parent === known))
  return family
}

/** The processes of a shop that still run: members of `family`, or with its data folder in the command line. */
export function leftOf(family: readonly Process[], dataDir: string): Process[] {
  const isOfFamily = ({ pid, command }: Process) =>
    family.some((one) => one.pid === pid && one.command === command)
  return listProcesses().filter((one) => isOfFamily(one) || one.command.includes(dataDir))
}
