import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
const POLL_MS = 250
/** Whether a holder on another machine is alive is known only from its heartbeat. */
const SILENT_MS = 60_000

/**
 * Waits until no other launch does the same work, then holds the lock. A lock whose holder has ended is taken over.
 *
 * @param {string} file of the lock
 * @param {{ say: (line: string) => void, work: string }} options `work`: as in `is installing the packages`
 * @returns {Promise<() => void>} what releases it.
 */
export async function holdLock(file, { say, work }) {
  let hasSaid = false
  while (!tryCreate(file)) {
    const holder = readHolder(file)
    if (holder && !isAlive(holder)) takeOver(file, holder)
    else {
      if (!hasSaid) say(`Waiting for another launch that is ${work} (if there is none, delete ${file}) …`)
      hasSaid = true
      await sleep(POLL_MS)
    }
  }
  const beat = setInterval(() => touch(file), BEAT_MS)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

function tryCreate(file) {
  let handle
  try {
    handle = openSync(file, 'wx')
  } catch (error) {
    // EPERM: on Windows, a file that is being deleted.
    if (error.code === 'EEXIST' || (error.code === 'EPERM' && process.platform === 'win32')) return false
    throw error
  }
  writeSync(handle, JSON.stringify({ id: randomUUID(), pid: process.pid, host: hostname() }))
  closeSync(handle)
  return true
}

/** Undefined when the lock has just been released. An empty file belongs to a holder that is about to write it. */
function readHolder(file) {
  try {
    const silentMs = Date.now() - statSync(file).mtimeMs
    const text = readFileSync(file, 'utf8')
    return { ...(text ? JSON.parse(text) : { id: 'unknown', pid: 0, host: '' }), silentMs }
  } catch {
    return undefined
  }
}

function isAlive({ pid, host, silentMs }) {
  if (host !== hostname()) return silentMs < SILENT_MS
  try {
    process.kill(pid, 0)
    // Another program may have reused the pid of an ended one.
    return silentMs < 10 * SILENT_MS
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Removes the lock of this holder. Only one waiting launch can create the folder, which prevents a slow one from removing the lock
 * of the next holder.
 */
function takeOver(file, { id }) {
  const claim = `${file}-${id}`
  try {
    mkdirSync(claim)
  } catch {
    return
  }
  try {
    if (readHolder(file)?.id === id) rmSync(file, { force: true })
  } finally {
    rmSync(claim, { recursive: true, force: true })
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Deleted by hand.
  }
}
