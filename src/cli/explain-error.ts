import pg from 'pg'
import { ownValue } from '#contract/rules/own-value.ts'
import { errorCode } from '../server/platform/kernel/errors.ts'

/** Errors whose message is written for the operator. */
const operatorErrors: ReadonlySet<string> = new Set([
  'EmbeddedPostgresError',
  'DatabaseConnectionError',
  'StorageError',
  'MigrationError',
  'ShopMissingError',
  'MetricsPortError',
  'CommandError',
  'DemoPeopleError',
  'BackupError',
])

/**
 * What an operator can do about an error: its own message, or a sentence for what a disk, a file or the database refused, also when
 * that is the cause of the error. Undefined for a fault of the shop itself, which needs its stack.
 */
export function explainError(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const sentence = sentenceOf(cause)
    if (sentence) return sentence
  }
  return undefined
}

function sentenceOf(error: Error): string | undefined {
  if (operatorErrors.has(error.name) || operatorErrors.has(error.constructor.name)) return error.message
  if (error instanceof pg.DatabaseError) return databaseSentence(error)
  const code = errorCode(error) ?? ''
  // The socket of an embedded database whose server another command starts or stops.
  if ('syscall' in error && error.syscall === 'connect') return lostConnection(code)
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (
    /^Connection terminated|^timeout expired|^Client has encountered a connection error/.test(error.message)
  )
    return lostConnection(error.message)
  return path === undefined
    ? ownValue(systemSentences, code)?.()
    : (ownValue(fileSentences, code) ?? ownValue(systemSentences, code))?.(path)
}

const again = 'and run the command again'
const full = (path = 'the data folder') =>
  `The disk is full: ${path} could not be written. Free some space ${again}.`
const refused = (path: string) =>
  `This user may not use ${path}. Run the command as the user who owns it, or change its owner.`

const fileSentences: Record<string, (path: string) => string> = {
  ENOENT: (path) => `${path} does not exist. Check the path.`,
  ENOTDIR: (path) => `${path} is not in a folder: a part of its path is a file. Check the path.`,
  EISDIR: (path) => `${path} is a folder. Name a file.`,
  EEXIST: (path) => `${path} exists already. Move it away, or choose another name.`,
  EACCES: refused,
  EPERM: refused,
  EROFS: (path) => `${path} cannot be written: its file system is read-only. Choose another folder.`,
}

const systemSentences: Record<string, (path?: string) => string> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: () => 'A file could not be written: the file system is read-only. Set DATA_DIR to another folder.',
  EIO: (path = 'a file') => `The disk has failed while ${path} was read or written. Check the disk.`,
  ...Object.fromEntries(
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'].map(
      (code) => [code, () => lostConnection(code)],
    ),
  ),
}

const lostConnection = (reason: string) =>
  `The connection to the database was lost (${reason}). Check that its server is running, ${again}.`

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function databaseSentence({ code = '', message }: pg.DatabaseError): string | undefined {
  const what =
    ownValue(databaseSentences, code) ??
    ownValue(databaseSentences, code.slice(0, 3)) ??
    ownValue(databaseSentences, code.slice(0, 2))
  return what && `The database refuses: ${message}. ${what}`
}

const databaseSentences: Record<string, string> = {
  '53100': `Its disk is full. Free some space ${again}.`,
  '53200': 'Its server has no memory left.',
  '53300': 'Too many connections are open: end other programs that use it, or allow more.',
  '25006': 'It accepts no changes: it is a replica, or set to read-only. Use the primary server.',
  '42501': 'Its user lacks a right: make it the owner of the database.',
  '28': 'Check user and password in DATABASE_URL.',
  '3D': 'Check the name of the database in DATABASE_URL.',
  '57P': `Its server is stopping or starting. Wait a little, ${again}.`,
  '57014': 'The work took longer than allowed.',
  '55P03': `Another program holds a lock. Wait until it has finished, ${again}.`,
  '58': 'Its server could not read or write a file. Its log has the reason.',
  XX: 'Its data is damaged. Its log has the reason; restore a backup.',
}
