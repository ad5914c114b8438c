import { CompiledQuery, type Kysely, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { errorCode } from '../kernel/errors.ts'
import { inSpan } from '../kernel/trace.ts'

/** Statement names by text, for the whole process: the text identifies a statement. */
const names = new Map<string, string>()

/** For statements whose columns are not read. */
type NoColumns = Record<never, never>
/** Pools through a connection pooler that does not track names: the next transaction may use another session. */
const poolsWithoutNames = new WeakSet<object>()

/** Sends this pool's statements without their names from now on. */
export const withoutStatementNames = (pool: pg.Pool) => void poolsWithoutNames.add(pool)

/** Leaves room for the generation: PostgreSQL cuts names at 63 bytes. */
const maxNameBytes = 58

/**
 * Raised when a migration outdates prepared statements; every connection then prepares them again under other names.
 */
let generation = 0

export type PreparedStatement<Row> = {
  /** Runs on a pool, on Kysely, or inside a Kysely transaction. */
  all(on: pg.Pool | Pick<Kysely<unknown>, 'executeQuery'>, ...values: unknown[]): Promise<Row[]>
  first(on: pg.Pool | Pick<Kysely<unknown>, 'executeQuery'>, ...values: unknown[]): Promise<Row | undefined>
}

/**
 * A named prepared statement with `$1`, `$2`…: each connection parses and plans it once. For hot reads, which it
 * makes 2.5–4 times faster (architecture, "Queries"). Declare it once, with a literal name, next to the function that
 * runs it; a test compares `Row` with the columns that the database describes.
 *
 * @throws Error when the name is used by another text, or longer than 58 bytes.
 */
export function prepared<Row extends pg.QueryResultRow = NoColumns>(
  name: string,
  text: string,
): PreparedStatement<Row> {
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new Error(`The name of the statement "${name}" is longer than ${maxNameBytes} bytes`)
  for (const [otherText, otherName] of names) {
    if (otherName === name && otherText !== text) throw new Error(`There are two statements named "${name}"`)
  }
  names.set(text, names.get(text) ?? name)

  const all: PreparedStatement<Row>['all'] = async (on, ...values) => {
    if ('executeQuery' in on) return (await on.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    return (await queryNamed(on, { text, values }, { canRepeat: true }, (query) => on.query<Row>(query))).rows
  }
  return { all, first: async (on, ...values) => (await all(on, ...values))[0] }
}

/**
 * A statement that is sent without a name: for text that is composed of parts, and too rare to gain from being planned once. The test
 * of row types does not see it.
 */
export function unnamed<Row extends pg.QueryResultRow>(text: string): PreparedStatement<Row> {
  const all: PreparedStatement<Row>['all'] = async (on, ...values) =>
    'executeQuery' in on
      ? (await on.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
      : (await on.query<Row>({ text, values })).rows
  return { all, first: async (on, ...values) => (await all(on, ...values))[0] }
}

/**
 * All statements declared so far: name by text. A test compares them with the database and with their declared rows.
 */
export const declaredStatements = (): ReadonlyMap<string, string> => names

/**
 * Whether a migration changed the result columns of a prepared statement ("cached plan must not change result type").
 * The routine is compared because the code covers every unsupported feature and the message is translated.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    errorCode(error) === '0A000' &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  )
}

/**
 * Sends a query under the name that `prepared` gave its text. A query with an outdated plan is prepared and sent
 * again; inside a transaction, which PostgreSQL has rolled back, `retrySerialization` does that.
 */
function queryNamed<Result>(...query: Parameters<typeof sendNamed<Result>>): Promise<Result> {
  return inSpan(
    () => describeStatement(query[1].text),
    () => sendNamed(...query),
  )
}

/** Values are parameters, and the text is not described. */
function describeStatement(text: string) {
  const [verb = 'query'] = /\w+/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/.exec(text) ?? []
  const name = names.get(text) ?? (table ? `${verb} ${table}` : verb)
  return { name, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } }
}

async function sendNamed<Result>(
  pool: object,
  query: { text: string; values: unknown[] },
  { canRepeat }: { canRepeat: boolean },
  send: (query: pg.QueryConfig) => Promise<Result>,
): Promise<Result> {
  const sentIn = generation
  try {
    return await send(withName(pool, query))
  } catch (error) {
    if (!isOutdatedPlan(error)) throw error
    if (generation === sentIn) generation += 1
    if (!canRepeat) throw error
    return send(withName(pool, query))
  }
}

/**
 * A later generation also changes the text: PgBouncer shares prepared statements between connections by their text.
 */
function withName(pool: object, query: { text: string; values: unknown[] }): pg.QueryConfig {
  const name = poolsWithoutNames.has(pool) ? undefined : names.get(query.text)
  if (name === undefined) return query
  if (generation === 0) return { ...query, name }
  return { ...query, name: `${name}.${generation}`, text: `${query.text} /* ${generation} */` }
}

/** The pool for Kysely: a query whose text was declared by `prepared` is sent under its name. */
export function namingPool(pool: pg.Pool): PostgresPool {
  // Kysely identifies connections by this object, so it must stay the same.
  const known = new WeakMap<pg.PoolClient, KyselyClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const naming = known.get(client) ?? namingClient(client, pool)
      known.set(client, naming)
      return naming
    },
  }
}

type KyselyClient = Awaited<ReturnType<PostgresPool['connect']>>

function namingClient(client: pg.PoolClient, pool: pg.Pool): KyselyClient {
  const query = (text: string, values: unknown[]) => {
    const canRepeat = client.getTransactionStatus() === 'I'
    return queryNamed(pool, { text, values }, { canRepeat }, (query) => client.query(query))
  }
  return {
    // Kysely's type also allows a cursor, which it only passes when a cursor library is configured.
    query: query as unknown as KyselyClient['query'],
    release: (destroy?: boolean) => client.release(destroy),
  }
}
