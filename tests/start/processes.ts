import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type Process = { pid: number; parent: number; command: string }

/** All processes of this machine; from /proc, or by `ps` where there is none (a slim container has no `ps`). */
export function listProcesses(): Process[] {
  if (!existsSync('/proc/self/stat')) return fromPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // `pid (name) state parent …`; the name may hold blanks and brackets.
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        // Ended, and only waiting for somebody to ask how.
        if (state === 'Z') return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        // It has ended meanwhile.
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

/** A process with all that came from it. */
export function familyOf(pid: number): Process[] {
  const all = listProcesses()
  const family = all.filter((one) => one.pid === pid)
  for (const { pid: known } of family) family.push(...all.filter(({ parent }) => parent === known))
  return family
}

/** What is still running of a shop: of these processes, or named after its data folder. */
export function leftOf(family: readonly Process[], dataDir: string): Process[] {
  const isOfFamily = ({ pid, command }: Process) =>
    family.some((one) => one.pid === pid && one.command === command)
  return listProcesses().filter((one) => isOfFamily(one) || one.command.includes(dataDir))
}
