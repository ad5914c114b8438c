import { errorCode } from './errors.ts'
import { StorageError } from './file-storage.ts'

/** The session is on a standby, or on a server that takes no writes. */
export const READ_ONLY = '25006'

export const isReadOnly = (thrown: unknown): boolean => errorCode(thrown) === READ_ONLY

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // The Unix socket does not exist.
  'EPIPE',
  // The disk of the files is full, beyond its quota, or was mounted read-only after a fault.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'ETIMEDOUT',
  '57P01', // Admin shutdown.
  '57P02', // Crash shutdown.
  '57P03', // Cannot connect now.
  '53300', // Too many connections.
  '53100', // Disk full.
  '57014', // Statement timeout.
  '55P03', // Lock timeout.
  '25P03', // Idle in transaction timeout.
  READ_ONLY,
])

/**
 * Whether the database, the bucket or the disk is unavailable or overloaded, so that the shopper should try again (503), and not a bug (500).
 */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (thrown instanceof StorageError) return true
  const code = errorCode(thrown)
  if (code !== undefined && (unavailableCodes.has(code) || code.startsWith('08'))) return true
  // The last message ends a transaction whose connection broke: the rollback fails too, and hides the cause.
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable/i.test(
    thrown.message,
  )
}
