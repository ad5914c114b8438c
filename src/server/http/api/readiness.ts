import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { replyMessages } from '#contract/envelope.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { isReadOnly } from '#server/platform/kernel/unavailable.ts'

/** The endpoint is public, so the database is checked at most this often. */
const checkedForMs = 500
const retryAfterSeconds = 2
/** The embedded database stops when its disk is full. */
const minFreeBytes = 64 * 1024 * 1024

type Options = {
  services: Pick<Services, 'db' | 'log'>
  /** Names of this release's migrations. */
  migrations: readonly string[]
  isIndexReady: () => boolean
  /** The process has received the signal to stop. */
  isDraining?: () => boolean
  /** Bytes left for the embedded database. */
  readFreeBytes?: (() => Promise<number>) | undefined
}

/**
 * `/api/ready`: the process can answer pages, since the catalog index is loaded and the database was seen with every
 * migration of this release. It stays so while the database is away, because pages for everyone are answered then too.
 * `/api/ready?writes`: the database answers now and takes writes. `/api/health` is an endpoint of the contract.
 */
export function serveReadiness(app: FastifyInstance, options: Options) {
  const { services, migrations, isIndexReady, isDraining = () => false, readFreeBytes } = options
  const { db, log } = services
  let isMigrated = false
  const database = checkedAtMost(findDatabaseProblem)

  app.get('/api/ready', { config: { whileLocked: true } }, async ({ query }, reply) => {
    const problem = await findProblem(typeof query === 'object' && query !== null && 'writes' in query)
    if (problem === undefined) return send(reply, 200, { status: 'success' })
    reply.header('retry-after', String(retryAfterSeconds))
    return send(reply, 503, {
      status: 'error',
      code: 'UNAVAILABLE',
      message: isMigrated ? replyMessages.unavailable : replyMessages.starting,
      problem,
    })
  })

  async function findProblem(needsWrites: boolean) {
    if (isDraining()) return 'stopping'
    if (!isIndexReady()) return 'catalog_index'
    return needsWrites || !isMigrated ? database() : undefined
  }

  async function findDatabaseProblem(): Promise<string | undefined> {
    try {
      const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
      const applied = new Set(rows.map(({ name }) => name))
      isMigrated = migrations.every((name) => applied.has(name))
      if (!isMigrated) return 'migrations'
      // Locks no row; a standby refuses it.
      await sql`select from schema_migrations where false for update`.execute(db)
      return readFreeBytes && (await readFreeBytes()) < minFreeBytes ? 'disk_full' : undefined
    } catch (error) {
      if (isReadOnly(error)) {
        log.warn('the database is read-only')
        return 'database_read_only'
      }
      log.warn({ cause: String(error) }, 'the database does not answer')
      return 'database'
    }
  }
}

/** Bytes that programs without special rights may still write in the file system of `dir`. */
export async function freeBytesIn(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

function checkedAtMost<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let checked: { at: number; result: Promise<Result> } | undefined
  return () => {
    if (!checked || performance.now() - checked.at > checkedForMs)
      checked = { at: performance.now(), result: check() }
    return checked.result
  }
}

const send = (reply: FastifyReply, status: number, body: Record<string, string>) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
