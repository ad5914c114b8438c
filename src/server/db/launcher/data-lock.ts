import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { readProcess } from './process-info.ts'

type Holder = { pid: number; started: string; released?: true }

/**
 * Makes this process the only one that works on a data folder, until it releases the lock or ends in any way.
 *
 * The lock is a file `lock-<n>` naming its holder by pid and start time, so a reused pid is not taken for the holder.
 * A dead holder's file is never removed to take its place (two takers could each remove the other's): the taker links
 * `lock-<n+1>`, which only one can, and then removes the older ones.
 *
 * @throws EmbeddedPostgresError IN_USE naming the holder's pid while that process lives.
 */
export function takeDataLock(folder: string): { release(): void } {
  const me: Holder = { pid: process.pid, started: readProcess(process.pid)?.started ?? '' }
  for (;;) {
    const highest = lockNumbers(folder).at(-1) ?? 0
    const holder = highest > 0 ? readHolder(folder, highest) : undefined
    if (holder === 'superseded') continue
    if (holder && isAlive(holder)) throw inUse(folder, holder)

    const mine = highest + 1
    if (!publish(folder, mine, me)) continue
    if (lockNumbers(folder).at(-1) !== mine) {
      // a slow taker filled a gap below a newer lock: that one counts
      rmSync(lockPath(folder, mine), { force: true })
      continue
    }
    for (const older of lockNumbers(folder))
      if (older < mine) rmSync(lockPath(folder, older), { force: true })
    return { release: () => replace(folder, mine, { ...me, released: true }) }
  }
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^lock-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

const lockPath = (folder: string, number: number) => join(folder, `lock-${number}`)

function readHolder(folder: string, number: number): Holder | 'superseded' | undefined {
  try {
    return JSON.parse(readFileSync(lockPath(folder, number), 'utf8'))
  } catch (error) {
    // files appear whole, by link or rename: unreadable content is what a crash of the machine left
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'superseded' : undefined
  }
}

function isAlive({ pid, started, released }: Holder): boolean {
  return !released && readProcess(pid)?.started === started
}

/** False when the number is taken. */
function publish(folder: string, number: number, holder: Holder): boolean {
  const draft = writeDraft(folder, holder)
  try {
    linkSync(draft, lockPath(folder, number))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // taken, or the draft was swept away by a process that took the lock just now
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(folder: string, number: number, holder: Holder): void {
  renameSync(writeDraft(folder, holder), lockPath(folder, number))
}

function writeDraft(folder: string, holder: Holder): string {
  const draft = join(folder, `.lock-draft-${process.pid}-${crypto.randomUUID()}`)
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o644 })
  return draft
}

function inUse(folder: string, { pid }: Holder): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'IN_USE',
    `The data folder ${folder} is in use by another running shop, process ${pid}. ` +
      'Stop that one first, or start this one with another DATA_DIR, or let both share a database by DATABASE_URL.',
  )
}
