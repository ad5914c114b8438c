import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const limitBytes = 5_000_000
const checkEveryMs = 60_000

/**
 * Limits the server's log to twice 5 MB: copied to `<file>.1` and truncated when it is too large. The server appends,
 * so it continues at the new end.
 */
export function keepLogBounded(file: string): { stop(): void } {
  rotateWhenLarge(file)
  const timer = setInterval(() => rotateWhenLarge(file), checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** What the server wrote after `offset` (bytes), at most the last 2,000 bytes of it. */
export function logSince(file: string, offset: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const from = Math.max(offset, size - 2000, 0)
    const buffer = Buffer.alloc(Math.max(size - from, 0))
    readSync(descriptor, buffer, 0, buffer.length, from)
    return buffer.toString('utf8').trim()
  } finally {
    closeSync(descriptor)
  }
}

export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

export function rotateWhenLarge(file: string, limit = limitBytes): void {
  if (logSize(file) <= limit) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file, 0)
}
