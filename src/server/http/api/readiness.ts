import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { replyMessages } from '#contract/envelope.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { isReadOnly } from '#server/platform/kernel/database-unavailable.ts'

/** The endpoint is public, so the database is checked at most this often. */
const checkedForMs = 500
const retryAfterSeconds = 2

type Options = {
  services: Pick<Services, 'db' | 'log'>
  /** Names of this release's migrations. */
  migrations: readonly string[]
  isIndexReady: () => boolean
  /** The process has been asked to stop. */
  isDraining?: () => boolean
}

/**
 * `/api/ready`: the process can serve traffic, since the catalog index is loaded and the database answers and has
 * every migration of this release, and takes writes. `/api/health` is an endpoint of the contract.
 */
export function serveReadiness(app: FastifyInstance, options: Options) {
  const { services, migrations, isIndexReady, isDraining = () => false } = options
  const { db, log } = services
  let checked: { at: number; problem: Promise<string | undefined> } | undefined

  app.get('/api/ready', { config: { whileLocked: true } }, async (_request, reply) => {
    if (!checked || performance.now() - checked.at > checkedForMs)
      checked = { at: performance.now(), problem: findProblem() }
    const problem = isDraining() ? 'stopping' : await checked.problem
    if (problem === undefined) return send(reply, 200, { status: 'success' })
    reply.header('retry-after', String(retryAfterSeconds))
    return send(reply, 503, {
      status: 'error',
      code: 'UNAVAILABLE',
      message: replyMessages.starting,
      problem,
    })
  })

  async function findProblem(): Promise<string | undefined> {
    if (!isIndexReady()) return 'catalog_index'
    try {
      const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
      const applied = new Set(rows.map(({ name }) => name))
      if (!migrations.every((name) => applied.has(name))) return 'migrations'
      // Locks no row; a standby refuses it.
      await sql`select from schema_migrations where false for update`.execute(db)
      return undefined
    } catch (error) {
      if (isReadOnly(error)) {
        log.warn('not ready: the database is read-only')
        return 'database_read_only'
      }
      log.warn({ cause: String(error) }, 'not ready: the database does not answer')
      return 'database'
    }
  }
}

const send = (reply: FastifyReply, status: number, body: Record<string, string>) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
