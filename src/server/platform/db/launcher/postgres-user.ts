import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** The user PostgreSQL runs as when that is not our own. */
export type RunAs = { uid: number; gid: number; name: string }

/**
 * PostgreSQL refuses root. As root it runs as the owner of the existing cluster, else `postgres`, else an
 * unprivileged system user; otherwise (and on Windows) as the current user: undefined.
 *
 * @throws EmbeddedPostgresError UNSUPPORTED when there is no such user, or ours has no name (PostgreSQL needs one).
 */
export function chooseRunAs(cluster: string): RunAs | undefined {
  if (process.platform === 'win32') return undefined
  if (process.getuid?.() !== 0) return requireNameOfOurs()

  const users = readPasswd()
  const owner = ownerOf(cluster)
  const chosen =
    users.find(({ uid }) => uid !== 0 && uid === owner) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  if (chosen && chosen.uid !== 0) return chosen
  throw new EmbeddedPostgresError(
    'UNSUPPORTED',
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody" to run it as. ' +
      'Start the shop as an ordinary user, add one of them, or set DATABASE_URL to a PostgreSQL database.',
  )
}

/** Name for messages: `postgres`, or `uid 1042` for a user without a name. */
export function nameOfUser(uid: number | undefined): string {
  return readPasswd().find((user) => user.uid === uid)?.name ?? `uid ${uid}`
}

function requireNameOfOurs(): undefined {
  try {
    userInfo()
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED',
      `The user the shop runs as (uid ${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs. ` +
        'Add one, run the shop as another user, or set DATABASE_URL to a PostgreSQL database.',
      { cause },
    )
  }
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

function readPasswd(): RunAs[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 4 && !fields[0]?.startsWith('#'))
      .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}
