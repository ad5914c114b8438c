import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { urlsOfHosts } from '../config/database-hosts.ts'
import type { Tx } from '../kernel/context.ts'
import { isReadOnly, READ_ONLY } from '../kernel/unavailable.ts'

/** New connections within this time share the answer of the hosts. */
const FOUND_FOR_MS = 1_000

/** The server ends a statement at its limit; what is silent for so much longer has lost its network or its power. */
const ANSWER_AFTER_LIMIT_MS = 2_000

type PrimaryConfig = pg.ClientConfig & {
  /** Limit of a statement in the session, in milliseconds. Without it an answer may take any time. */
  statementLimitMs?: number
  /** It is made to a standby, whose role is not asked. */
  isStandby?: boolean | undefined
  /** Called when the server did not answer, or refused a write because it is read-only: other connections may lead to it too. */
  onDoubt?: (client: pg.Client) => void
}

/**
 * A connection to the server that takes writes, as libpq's `target_session_attrs=read-write`. Of several hosts in
 * the URL it is made to the one that is no standby; a server in recovery is refused, because a proxy may lead to it.
 * It ends when the server does not answer a statement within the limit that the server has for it.
 *
 * @throws StandbyError when only standbys answer, otherwise the error of a host.
 */
export class PrimaryClient extends pg.Client {
  private readonly given: PrimaryConfig

  constructor(config: PrimaryConfig = {}) {
    super(withUrl(config, hostsOf(config)[0]))
    this.given = config
    // A pool listens once it has the connection, which may break before, while the host is asked for its role.
    this.on('error', () => {})
    this.connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) config.onDoubt?.(this)
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.Client> {
    const connected = this.connectToPrimary()
    if (callback) connected.then((client) => callback(null, client), callback)
    return connected
  }

  private async connectToPrimary(): Promise<pg.Client> {
    const urls = hostsOf(this.given)
    const { isStandby = false } = this.given
    if (urls.length > 1 && !isStandby) Object.assign(this, await findPrimary(this.given, urls))
    await super.connect()
    try {
      if (!isStandby) await requirePrimary(this)
    } catch (error) {
      await this.end().catch(() => {})
      throw error
    }
    this.limitAnswers()
    return this
  }

  private limitAnswers() {
    const { connection, given } = this
    const { statementLimitMs = 0, onDoubt } = given
    // Not the one of before a connection was encrypted.
    const { stream } = connection
    if (!(stream instanceof Socket) || statementLimitMs === 0) return
    const setLimit = (ms: number) => stream.setTimeout(ms && ms + ANSWER_AFTER_LIMIT_MS)
    setLimit(statementLimitMs)
    /** Bytes sent up to the last complete answer. */
    let answered = stream.bytesWritten
    const send = connection.query.bind(connection)
    connection.query = (text) => {
      if (text.startsWith(ALLOWED)) setLimit(Number(text.slice(ALLOWED.length)))
      else if (text === 'commit' || text === 'rollback') setLimit(statementLimitMs)
      send(text)
    }
    // Before the driver's own listener, which sends the next statement.
    connection.prependListener('readyForQuery', () => {
      answered = stream.bytesWritten
    })
    stream.on('timeout', () => {
      const { bytesRead } = stream
      // After a pause of this process the answer may be there, and is read first.
      setImmediate(() => {
        if (stream.bytesWritten === answered || stream.bytesRead > bytesRead) return
        onDoubt?.(this)
        stream.destroy(new Error('Connection terminated: the database does not answer'))
      })
    })
  }
}

const ALLOWED = 'set local statement_timeout = '

/** Allows the statements of a transaction more time than a page request has (security §23). @param ms 0: any time */
export const allowLonger = (tx: Tx, ms: number) => sql.raw(`${ALLOWED}${ms}`).execute(tx)

type ConnectCallback = (error: Error | null, client?: pg.Client) => void

/** PostgreSQL's own code of a refused write, so that it is answered like one. */
class StandbyError extends Error {
  override name = 'StandbyError'
  readonly code = READ_ONLY
}

async function requirePrimary(client: pg.Client) {
  const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
  if (rows[0]?.is_standby) throw new StandbyError(`${client.host}:${client.port} is a standby`)
}

type Found = { at: number; host: Promise<Pick<pg.Client, 'host' | 'port'>> }
const found = new Map<string, Found>()

/** All hosts are queried at once: one that does not answer delays nothing. */
function findPrimary(config: pg.ClientConfig, urls: readonly string[]): Found['host'] {
  const key = urls.join()
  const known = found.get(key)
  if (known && performance.now() - known.at < FOUND_FOR_MS) return known.host
  const host = Promise.any(urls.map((url) => askHost(withUrl(config, url)))).catch(({ errors }) => {
    throw errors.find(isReadOnly) ?? errors[0]
  })
  host.catch(() => {})
  found.set(key, { at: performance.now(), host })
  return host
}

async function askHost(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await requirePrimary(client)
    return { host: client.host, port: client.port }
  } finally {
    await client.end().catch(() => {})
  }
}

const hostsOf = ({ connectionString }: pg.ClientConfig) =>
  connectionString === undefined ? [] : urlsOfHosts(connectionString)

const withUrl = (config: pg.ClientConfig, connectionString: string | undefined): pg.ClientConfig =>
  connectionString === undefined ? config : { ...config, connectionString }
