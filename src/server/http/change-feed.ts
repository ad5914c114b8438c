import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/**
 * Tells this process what changed in the database, by tag, so that cached pages and the catalogue index follow.
 * The poll of `change_log` is the truth; NOTIFY only wakes it early. Architecture, "The way of data".
 */
export type ChangeFeed = {
  subscribe(listener: (tags: readonly string[]) => void): () => void
  /** Reads what is new now; resolves when all listeners have been told. Writers call it after their commit. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const WAKE = 'change_log'

/** Starts at the log's end: whatever was cached before this process began is gone with the process before it. */
export async function startChangeFeed(
  pool: Pool,
  { pollMs = 1_000, log }: { pollMs?: number; log?: Logger } = {},
): Promise<ChangeFeed> {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from change_log')
  // Ids are given before commit, so a smaller id may appear after a larger one: look back a little, remember what was seen.
  let last = Number(rows[0]?.last ?? 0)
  const seen = new Set<number>()
  let reading: Promise<void> | undefined
  let wantsAnother = false
  let isStopped = false

  async function read() {
    const { rows: changes } = await pool.query<{ id: number; tag: string }>(
      'select id, tag from change_log where id > $1 order by id',
      [last - LOOK_BACK],
    )
    const fresh = changes.filter(({ id }) => id > last || (id > firstId && !seen.has(Number(id))))
    for (const { id } of fresh) {
      seen.add(Number(id))
      last = Math.max(last, Number(id))
    }
    for (const id of seen) if (id <= last - LOOK_BACK) seen.delete(id)
    const tags = [...new Set(fresh.map(({ tag }) => tag))]
    if (tags.length > 0) for (const listener of listeners) listener(tags)
  }
  const firstId = last

  async function catchUp(): Promise<void> {
    if (isStopped) return
    if (reading) {
      wantsAnother = true
      return reading
    }
    reading = (async () => {
      do {
        wantsAnother = false
        await read()
      } while (wantsAnother)
    })()
    try {
      await reading
    } finally {
      reading = undefined
    }
  }

  const poll = setInterval(() => {
    catchUp().catch((error) => log?.warn({ error: String(error) }, 'change feed: poll failed'))
  }, pollMs)
  poll.unref()
  const stopListening = await listen(pool, () => void catchUp().catch(() => {}))

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    catchUp,
    async stop() {
      isStopped = true
      clearInterval(poll)
      await stopListening()
      await reading?.catch(() => {})
    },
  }
}

const LOOK_BACK = 500

/** A wake-up by NOTIFY where the server has it; losing it costs a poll's time, nothing else. */
async function listen(pool: Pool, wake: () => void): Promise<() => Promise<void>> {
  let client: PoolClient | undefined
  try {
    client = await pool.connect()
    client.on('notification', wake)
    client.on('error', () => {
      client?.release(true)
      client = undefined
    })
    await client.query(`listen ${WAKE}`)
  } catch {
    client?.release(true)
    client = undefined
  }
  return async () => {
    client?.removeAllListeners('notification')
    client?.release(true)
    client = undefined
  }
}
