import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '#server/platform/kernel/errors.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { readProcess } from './process-info.ts'

type Holder = { pid: number; started: string; released?: true }

/**
 * Makes this process the only one that uses a data folder, until it releases the lock or ends in any way.
 *
 * The lock is a file `lock-<n>` naming its holder by pid and start time, so a reused pid is not mistaken for the
 * holder. To replace a dead holder, a process links `lock-<n+1>`, which only one can, and then removes the older
 * files; removing `lock-<n>` first would let two processes remove each other's lock.
 *
 * @throws EmbeddedPostgresError IN_USE naming the holder's pid while that process lives.
 */
export function acquireDataLock(folder: string): { release(): void } {
  const me: Holder = { pid: process.pid, started: readProcess(process.pid)?.started ?? '' }
  for (;;) {
    const highest = lockNumbers(folder).at(-1) ?? 0
    const holder = highest > 0 ? readHolder(folder, highest) : undefined
    if (holder === 'superseded') continue
    if (holder && isAlive(holder)) throw inUse(folder, holder)

    const mine = highest + 1
    if (!publish(folder, mine, me)) continue
    if (lockNumbers(folder).at(-1) !== mine) {
      // A slow process filled a gap below a newer lock, which is the valid one.
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
    // Files appear complete, by link or rename, so unreadable content results from a crash of the machine.
    return errorCode(error) === 'ENOENT' ? 'superseded' : undefined
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
    const code = errorCode(error)
    // Taken, or the draft was removed by a process that has just taken the lock.
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
      'Stop that one first, or start this one with another DATA_DIR, or let both share a database through DATABASE_URL.',
  )
}
