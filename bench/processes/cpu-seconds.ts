import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'

/** The kernel's clock tick as `/proc` shows it, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/**
 * Seconds of processor time that these processes and all below them have used so far: a server with its database. Undefined
 * where there is no `/proc` to read it from.
 */
export function cpuSeconds(pids: readonly number[]): number | undefined {
  if (platform() !== 'linux') return undefined
  const processes = readProcesses()
  const counted = new Set(pids)
  // After pid wrap-around a child may precede its parent, so this repeats until no process is added.
  for (let before = -1; before !== counted.size; ) {
    before = counted.size
    for (const { pid, parent } of processes) if (counted.has(parent)) counted.add(pid)
  }
  const ticks = processes.reduce((sum, { pid, ticks }) => sum + (counted.has(pid) ? ticks : 0), 0)
  return ticks / TICKS_A_SECOND
}

function readProcesses() {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (!stat) return []
    // `pid (name) state parent …`; the name may hold blanks. Own time, then that of children which have ended (fields 14 to 17).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
  })
}

/** Undefined when the process has ended since. */
function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
