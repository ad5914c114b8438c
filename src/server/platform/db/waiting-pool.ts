import { once } from 'node:events'
import pg from 'pg'
import { errorCode } from '../kernel/errors.ts'
import { PrimaryClient } from './primary-client.ts'

const TOO_MANY_CONNECTIONS = '53300'
/** A connection that another process has closed is noticed within this time. */
const ASK_AGAIN_AFTER_MS = 50
/** While the database is read-only, connections are replaced at most this often. */
const REPLACED_AFTER_MS = 500

/**
 * A pool of `PrimaryClient` whose queries wait for one of its connections while the server has no more: the driver's pool fails them at once.
 * They wait in turn, as long as for a connection of a full pool (`connectionTimeoutMillis`), and one of them asks the server.
 * After a server did not answer or has refused a write as a standby, the connections that were open then are replaced before they are
 * used again: those of a proxy stay with the server they were made to.
 */
export class WaitingPool extends pg.Pool {
  private refused = 0
  private turn: Promise<unknown> = Promise.resolve()
  private doubtedAt = Number.NEGATIVE_INFINITY
  private readonly openedAt = new WeakMap<pg.Client, number>()

  constructor(config: pg.PoolConfig & { statementLimitMs?: number; isStandby?: boolean | undefined }) {
    const own = { ...config, Client: PrimaryClient, onDoubt: (client: pg.Client) => this.doubt(client) }
    super(own)
    this.on('connect', (client) => this.openedAt.set(client, performance.now()))
  }

  private doubt(client: pg.Client) {
    const now = performance.now()
    const isOld = (this.openedAt.get(client) ?? now) <= this.doubtedAt
    if (!isOld && now - this.doubtedAt >= REPLACED_AFTER_MS) this.doubtedAt = now
  }

  private async connectTrusted() {
    for (;;) {
      const client = await super.connect()
      if ((this.openedAt.get(client) ?? 0) > this.doubtedAt) return client
      client.release(true)
    }
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> {
    const connected = this.refused > 0 ? this.connectInTurn() : this.connectOrWait()
    if (callback)
      connected.then(
        (client) => callback(undefined, client, (release) => client.release(release)),
        (error) => callback(error, undefined, () => {}),
      )
    return connected
  }

  private async connectOrWait() {
    try {
      return await this.connectTrusted()
    } catch (error) {
      if (!isRefused(error)) throw error
      return this.connectInTurn()
    }
  }

  private async connectInTurn(): Promise<pg.PoolClient> {
    const until = performance.now() + (this.options.connectionTimeoutMillis ?? 0)
    this.refused += 1
    const connected = this.turn.then(() => this.askUntil(until))
    this.turn = connected.catch(() => {})
    return connected.finally(() => {
      this.refused -= 1
    })
  }

  private async askUntil(until: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.connectTrusted()
      } catch (error) {
        if (!isRefused(error) || performance.now() > until) throw error
        // Not `removed`, as this one has just been.
        const signal = AbortSignal.timeout(ASK_AGAIN_AFTER_MS)
        await once(this, 'release', { signal }).catch(() => {})
      }
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

const isRefused = (error: unknown) => errorCode(error) === TOO_MANY_CONNECTIONS
