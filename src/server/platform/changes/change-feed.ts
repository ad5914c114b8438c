import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { prepared } from '../db/prepared.ts'
import type { ChangeFeed, ChangeListener } from '../kernel/context.ts'

/** The tag that represents all others. */
export const everything = '*'

const WAKE = 'change_log'
const PAGE = 20_000
/** After so many polls without an answer the process may show what others have changed. */
const MAX_POLLS_BEHIND = 8

/**
 * Starts at `from`, a position of an earlier feed of this database, otherwise at the present. A transaction open at
 * the start is delivered when it commits. Without a listener nothing is read and the position stays.
 *
 * @throws on a replica: its snapshots do not name the transactions in progress.
 */
export async function startChangeFeed(
  pool: Pool,
  { from, pollMs = 1_000, log }: { from?: string | undefined; pollMs?: number; log?: Logger } = {},
): Promise<ChangeFeed> {
  const listeners = createListeners()
  const start = await findStart(pool, from)
  let { epoch, snapshot, prunedXid } = start
  let isStopped = false
  const currency = createCurrency(pollMs)

  /** Delivers every change that is not visible in `snapshot` but in the database's current snapshot. */
  async function read() {
    let target: string | null = null
    let rows: LogRow[]
    // Transactions older than the oldest one open in `snapshot` are already delivered.
    let after = { xid: snapshot.split(':', 1)[0] ?? '0', id: 0 }
    let unfinished: Transaction | undefined
    do {
      rows = await changesSince.all(pool, snapshot, target, after.xid, after.id, PAGE)
      const state = rows[0]
      if (!state) throw new Error('change_log_state is empty')
      target = state.target
      if (isIncomplete(state)) return finish(state, [[everything]])
      const changes = rows.flatMap(({ id, xid, tag }) => (id && xid && tag ? [{ id, xid, tag }] : []))
      const transactions = byTransaction(changes, unfinished)
      // The rest of the last transaction may be on the next page.
      unfinished = rows.length === PAGE ? transactions.pop() : undefined
      const tags = transactions.map((transaction) => transaction.tags)
      if (rows.length < PAGE) return finish(state, tags)
      listeners.notify(tags)
      after = changes.at(-1) ?? after
    } while (!isStopped)
  }

  /** The log was replaced, or pruned beyond the position. */
  const isIncomplete = (state: LogRow) =>
    state.epoch !== epoch || (state.is_pruned && state.pruned_xid !== prunedXid)

  function finish(state: LogRow, transactions: string[][]) {
    listeners.notify(transactions)
    epoch = state.epoch
    snapshot = state.target
    prunedXid = state.pruned_xid
    currency.noteRead()
  }

  const reads = oneAtATime(read)
  const catchUp = async () => {
    if (!isStopped && listeners.count() > 0) await reads.run()
  }
  const catchUpOrLog = () =>
    void catchUp().catch((error) => {
      if (!isStopped) log?.warn({ error: String(error) }, 'change feed: the change log could not be read')
    })
  const wakeUp = createWakeUp(pool, () => {
    currency.noteAnnounced()
    catchUpOrLog()
  })
  const poll = setInterval(() => {
    catchUpOrLog()
    void wakeUp.listen()
  }, pollMs)
  poll.unref()
  await wakeUp.listen()

  return {
    subscribe: listeners.subscribe,
    catchUp,
    isCurrent: currency.isCurrent,
    position: () => `${epoch}/${snapshot}`,
    isResumed: start.isResumed,
    async stop() {
      isStopped = true
      clearInterval(poll)
      await wakeUp.stop()
      await reads.running()?.catch(() => {})
    },
  }
}

/** Whether the listeners know all changes, as far as this process can tell. */
function createCurrency(pollMs: number) {
  let readAt = performance.now()
  let isAnnounced = false
  return {
    noteAnnounced() {
      isAnnounced = true
    },
    noteRead() {
      readAt = performance.now()
      isAnnounced = false
    },
    isCurrent: () => !isAnnounced && performance.now() - readAt < MAX_POLLS_BEHIND * pollMs,
  }
}

function createListeners() {
  const listeners = new Set<ChangeListener>()
  return {
    count: () => listeners.size,
    subscribe(listener: ChangeListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(transactions: string[][]) {
      if (transactions.length === 0) return
      const tags = [...new Set(transactions.flat())]
      for (const listener of listeners) listener(tags, transactions)
    },
  }
}

type Transaction = { xid: string; tags: string[] }

/** The tags of changes, which are in the order of their transactions. @param begun the first transaction's earlier ones */
function byTransaction(changes: readonly { xid: string; tag: string }[], begun: Transaction | undefined) {
  const transactions = begun ? [begun] : []
  for (const { xid, tag } of changes) {
    const last = transactions.at(-1)
    if (last?.xid === xid) last.tags.push(tag)
    else transactions.push({ xid, tags: [tag] })
  }
  return transactions
}

/** Runs `work` once at a time. A call during a run waits for it, and for another one after it. */
function oneAtATime(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let wantsAnother = false
  async function repeat() {
    try {
      do {
        wantsAnother = false
        await work()
      } while (wantsAnother)
    } finally {
      // Here, not after the caller's `await`: a call in between would wait for a run that has ended.
      running = undefined
    }
  }
  return {
    running: () => running,
    async run() {
      if (running) wantsAnother = true
      else running = repeat()
      await running
    },
  }
}

async function findStart(pool: Pool, from: string | undefined) {
  const [, epoch = null, snapshot = null] = /^([\da-f-]{36})\/(\d+:\d+:[\d,]*)$/.exec(from ?? '') ?? []
  const state = await logState.first(pool, epoch, snapshot)
  if (!state) throw new Error('change_log_state is empty')
  if (state.is_replica) throw new Error('The change feed needs the primary database, this one is a replica')
  const isResumed = snapshot !== null && state.is_known
  return {
    epoch: state.epoch,
    prunedXid: state.pruned_xid,
    snapshot: isResumed ? snapshot : state.snapshot,
    isResumed,
  }
}

const logState = prepared<{
  epoch: string
  pruned_xid: string
  snapshot: string
  is_replica: boolean
  is_known: boolean
}>(
  'read change log state',
  `select epoch::text, pruned_xid::text, pg_current_snapshot()::text as snapshot, pg_is_in_recovery() as is_replica,
    coalesce(epoch::text = $1::text
      and pruned_xid < pg_snapshot_xmin($2::pg_snapshot)
      and pg_snapshot_xmax($2::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()), false) as is_known
  from change_log_state`,
)

type LogRow = {
  epoch: string
  pruned_xid: string
  is_pruned: boolean
  target: string
  xid: string | null
  id: number | null
  tag: string | null
}

/**
 * $1 the delivered snapshot, $2 the one to deliver (null: the current one), $3 and $4 the transaction and id to
 * continue after. A transaction open in $1 is delivered as soon as it is committed in $2, however long it took.
 */
const changesSince = prepared<LogRow>(
  'read changes since',
  `with state as materialized (
    select epoch::text, pruned_xid::text, pruned_xid >= pg_snapshot_xmin($1::pg_snapshot) as is_pruned,
      coalesce($2::pg_snapshot, pg_current_snapshot()) as target
    from change_log_state
  )
  select s.epoch, s.pruned_xid, s.is_pruned, s.target::text as target, c.xid::text as xid, c.id, c.tag
  from state s left join lateral (
    select l.xid, l.id, l.tag from change_log l
    where (l.xid, l.id) > ($3::text::xid8, $4::bigint)
      and not pg_visible_in_snapshot(l.xid, $1::pg_snapshot) and pg_visible_in_snapshot(l.xid, s.target)
    order by l.xid, l.id limit $5::integer
  ) c on true
  order by c.xid, c.id`,
)

/**
 * Calls `wake` on NOTIFY if the server supports it. A lost connection delays changes until the next poll; `listen`
 * opens a new one.
 */
function createWakeUp(pool: Pool, wake: () => void) {
  let client: PoolClient | undefined
  let connecting: Promise<void> | undefined
  let isStopped = false

  function release(lost: PoolClient) {
    if (client === lost) client = undefined
    lost.removeAllListeners('notification')
    lost.release(true)
  }

  async function connect() {
    let mine: PoolClient | undefined
    try {
      mine = await pool.connect()
      const connected = mine
      connected.on('notification', wake)
      connected.once('error', () => client === connected && release(connected))
      await connected.query(`listen ${WAKE}`)
      client = connected
    } catch {
      if (mine) release(mine)
    }
    if (isStopped && client) release(client)
  }

  return {
    async listen() {
      if (client || isStopped) return
      connecting ??= connect().finally(() => {
        connecting = undefined
      })
      await connecting
    },
    async stop() {
      isStopped = true
      await connecting
      if (client) release(client)
    },
  }
}
