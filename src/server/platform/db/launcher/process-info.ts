import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { errorCode } from '#server/platform/kernel/errors.ts'

export type ProcessInfo = {
  pid: number
  uid: number | undefined
  /** Opaque; differs between two processes that had the same pid one after the other. */
  started: string
  /** Program and arguments joined by one space, '' where the platform does not provide them. */
  command: string
}

/** Reads a process from the operating system; undefined when it is gone (a zombie counts as gone). */
export function readProcess(pid: number): ProcessInfo | undefined {
  if (process.platform === 'linux') return readLinuxProcess(pid)
  if (process.platform === 'win32') return readWindowsProcess(pid)
  return readProcessFromPs(pid)
}

/** True while the process exists and is not a zombie. Cheap on Linux, so it may be polled. */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return linuxStat(pid) !== undefined
  return answersSignalZero(pid)
}

/** The working folder of a process, where the platform provides it (Linux; own processes, or all for root). */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Pids of the direct children. */
export function childrenOf(pid: number): number[] {
  if (process.platform === 'win32') return []
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((candidate) => linuxStat(candidate)?.parent === pid)
  }
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

function readLinuxProcess(pid: number): ProcessInfo | undefined {
  const stat = linuxStat(pid)
  if (!stat) return undefined
  try {
    // The start time counts from the boot, so the boot's id is part of it.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trimEnd()
    return { pid, uid: statSync(`/proc/${pid}`).uid, started: `${boot}/${stat.started}`, command }
  } catch {
    return undefined
  }
}

/** Parent and start time; undefined when the process is gone or a zombie (containers without an init keep those). */
function linuxStat(pid: number): { parent: number; started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name is in parentheses and may itself contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    if (state === 'Z' || state === 'X') return undefined
    return { parent: Number(parent), started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function readProcessFromPs(pid: number): ProcessInfo | undefined {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'state=,uid=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, state, uid, started, command] =
      /^(\S+)\s+(\d+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(line.trim()) ?? []
    if (!state || state.startsWith('Z') || !started) return undefined
    return { pid, uid: Number(uid), started, command: command ?? '' }
  } catch {
    return undefined
  }
}

function readWindowsProcess(pid: number): ProcessInfo | undefined {
  return answersSignalZero(pid) ? { pid, uid: undefined, started: '', command: '' } : undefined
}

function answersSignalZero(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
