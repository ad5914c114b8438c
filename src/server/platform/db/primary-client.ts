import pg from 'pg'
import { urlsOfHosts } from '../config/database-hosts.ts'
import { isReadOnly, READ_ONLY } from '../kernel/unavailable.ts'

/** New connections within this time share the answer of the hosts. */
const FOUND_FOR_MS = 1_000

/**
 * A connection to the server that takes writes, as libpq's `target_session_attrs=read-write`. Of several hosts in
 * the URL it is made to the one that is no standby; a server in recovery is refused, because a proxy may lead to it.
 *
 * @throws StandbyError when only standbys answer, otherwise the error of a host.
 */
export class PrimaryClient extends pg.Client {
  private readonly given: pg.ClientConfig

  constructor(config: pg.ClientConfig = {}) {
    super(withUrl(config, hostsOf(config)[0]))
    this.given = config
    // A pool listens once it has the connection, which may break before, while the host is asked for its role.
    this.on('error', () => {})
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
    if (urls.length > 1) Object.assign(this, await findPrimary(this.given, urls))
    await super.connect()
    try {
      await requirePrimary(this)
    } catch (error) {
      await this.end().catch(() => {})
      throw error
    }
    return this
  }
}

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
