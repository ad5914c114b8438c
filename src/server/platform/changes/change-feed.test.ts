import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { PoolClient } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LONGEST_TRANSACTION_MS, pastOpenTransactions, resetChangeLog } from '#harness/change-log.ts'
import { testDatabase } from '#harness/database.ts'
import { inBatches } from '../jobs/in-batches.ts'
import type { ChangeFeed } from '../kernel/context.ts'
import { everything, startChangeFeed } from './change-feed.ts'
import { noteChange } from './note-change.ts'
import { pruneChangeLogBatch } from './prune-change-log.ts'

const { db, pool } = await testDatabase()

const feeds = new Set<ChangeFeed>()
afterEach(async () => {
  for (const feed of feeds) await feed.stop()
  feeds.clear()
})

/** Opens a feed that reads on demand or on NOTIFY, and collects the delivered tags. */
async function listening(from?: string, pollMs = 3_600_000) {
  const feed = await startChangeFeed(pool, { from, pollMs })
  feeds.add(feed)
  const delivered: string[] = []
  const transactions: string[][] = []
  feed.subscribe((tags, groups = []) => {
    delivered.push(...tags)
    transactions.push(...groups.map((group) => [...group]))
  })
  return { feed, delivered, transactions }
}

/** A transaction that stays open until it is ended. */
async function openTransaction() {
  const client: PoolClient = await pool.connect()
  await client.query('begin')
  return {
    note: (...tags: string[]) =>
      client.query('insert into change_log (tag) select unnest($1::text[])', [tags]),
    savepoint: () => client.query('savepoint s'),
    rollbackToSavepoint: () => client.query('rollback to savepoint s'),
    async end(how: 'commit' | 'rollback') {
      await client.query(how)
      client.release()
    },
  }
}

/** Deletes changes older than an interval, as the retention job does. */
const prune = (age: string) => inBatches({ db }, pruneChangeLogBatch, age)

const noteMany = (count: number, prefix = 'other') =>
  noteChange(
    db,
    Array.from({ length: count }, (_, at) => `${prefix}:${at}`),
  )

test('a transaction that commits after 1,000 later ids is delivered', async () => {
  const { feed, delivered } = await listening()
  const late = await openTransaction()
  await late.note('product:1')
  await noteMany(1_000)
  await feed.catchUp()
  expect(delivered).toHaveLength(1_000)

  await late.end('commit')
  await feed.catchUp()

  expect(delivered.slice(1_000)).toEqual(['product:1'])
})

test('a transaction that is open while a process starts is delivered when it commits', async () => {
  const early = await openTransaction()
  await early.note('product:1')
  await noteMany(1)
  const { feed, delivered } = await listening()
  await feed.catchUp()
  expect(delivered).toEqual([])

  await early.end('commit')
  await feed.catchUp()

  expect(delivered).toEqual(['product:1'])
})

test('a change is delivered at once while another transaction stays open', async () => {
  const { delivered } = await listening()
  const open = await openTransaction()
  await open.note('product:1')

  await noteChange(db, ['product:2'])
  // Far below the poll interval: only the notification can have woken it.
  await vi.waitFor(() => expect(delivered).toEqual(['product:2']), { timeout: 20_000, interval: 5 })

  await open.end('rollback')
})

test('tags are delivered by the transaction that noted them, across pages of the log', async () => {
  const { feed, transactions } = await listening()
  const open = await openTransaction()
  await open.note('listing', 'product:1')
  await noteMany(45_000)
  await noteChange(db, ['listing'])
  await open.note('product:2')
  await open.end('commit')

  await feed.catchUp()

  expect(transactions.map((tags) => tags.length).sort((a, b) => a - b)).toEqual([1, 3, 45_000])
  expect(transactions).toContainEqual(['listing', 'product:1', 'product:2'])
  expect(transactions).toContainEqual(['listing'])
})

describe('a feed that starts at a stored position', () => {
  test('delivers changes noted since, and no earlier ones', async () => {
    await noteChange(db, ['product:1'])
    const first = await listening()
    const open = await openTransaction()
    await open.note('product:2')
    await first.feed.catchUp()
    const position = first.feed.position()
    await first.feed.stop()
    await noteChange(db, ['product:3'])
    await open.end('commit')

    const { feed, delivered } = await listening(position)
    await feed.catchUp()

    expect(feed.isResumed).toBe(true)
    expect(delivered.sort()).toEqual(['product:2', 'product:3'])
  })

  test('reads nothing before it has a listener', async () => {
    const { feed: before } = await listening()
    const position = before.position()
    await noteChange(db, ['product:1'])
    const feed = await startChangeFeed(pool, { from: position, pollMs: 5 })
    feeds.add(feed)
    await sleep(50)
    expect(feed.position()).toBe(position)

    const delivered: string[] = []
    feed.subscribe((tags) => void delivered.push(...tags))
    await feed.catchUp()
    expect(delivered).toEqual(['product:1'])
  })

  test('reports a log that was pruned beyond it', async () => {
    const { feed: before } = await listening()
    const position = before.position()
    await noteChange(db, ['product:1'])
    await prune('-1 minute')

    expect((await listening(position)).feed.isResumed).toBe(false)
    // Not before the transactions of other databases have ended that began before the log was pruned.
    const isResumed = async () => (await listening((await listening()).feed.position())).feed.isResumed
    await expect.poll(isResumed).toBe(true)
  })

  test.each([
    ['of another log', () => resetChangeLog(db)],
    ['that is not one', undefined],
    ['of the future', undefined],
  ])('says so when it is one %s', async (kind, prepare) => {
    const { feed: before } = await listening()
    const position = before.position()
    await prepare?.()
    const stored = { 'that is not one': 'x', 'of the future': `${position.split('/')[0]}/9999999:9999999:` }

    const { feed } = await listening(stored[kind as keyof typeof stored] ?? position)

    expect(feed.isResumed).toBe(false)
  })
})

test('a feed delivers the tag for everything when its log is pruned before it has read it', async () => {
  const { feed, delivered } = await listening()
  // Without a notification, which would wake the feed before the log is pruned.
  await pool.query("insert into change_log (tag) values ('product:1')")
  await prune('-1 minute')
  await pool.query("insert into change_log (tag) values ('product:2')")

  await feed.catchUp()
  expect(delivered[0]).toBe(everything)

  await noteChange(db, ['product:3'])
  await feed.catchUp()
  expect(delivered.at(-1)).toBe('product:3')
  expect(delivered).not.toContain('product:1')
})

test(
  'pruning deletes older rows in batches, and a feed that has read them continues',
  async () => {
    const { feed, delivered } = await listening()
    await noteMany(25_000)
    await pastOpenTransactions(db)
    await feed.catchUp()
    await pool.query(`update change_log set at = at - interval '8 days'`)
    await noteChange(db, ['product:1'])

    expect(await prune('7 days')).toBeGreaterThanOrEqual(25_000)
    await feed.catchUp()

    expect(delivered.slice(25_000)).toEqual(['product:1'])
    expect(await db.selectFrom('change_log').select('tag').execute()).toEqual([{ tag: 'product:1' }])
  },
  2 * LONGEST_TRANSACTION_MS,
)

test('a feed whose connection breaks listens again', async () => {
  const { delivered } = await listening(undefined, 50)
  const oneListens = () =>
    vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where query = 'listen change_log' and datname = current_database()",
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 100_000 },
    )
  // The server may still be closing the connection of the test before.
  await oneListens()
  const { rowCount } = await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen change_log' and datname = current_database()",
  )
  expect(rowCount).toBe(1)
  await oneListens()

  await noteChange(db, ['product:1'])
  await vi.waitFor(() => expect(delivered).toEqual(['product:1']), { timeout: 100_000 })
})

type Step =
  | { do: 'begin' | 'savepoint' | 'rollbackToSavepoint' | 'commit' | 'rollback'; at: number }
  | { do: 'note'; at: number; rows: number }
  | { do: 'read' }
  | { do: 'restart' }
  | { do: 'crash' }

const slot = fc.integer({ min: 0, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), at: slot }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('note' as const),
      at: slot,
      rows: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constant(700)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'commit' as const,
        'rollback' as const,
        'savepoint' as const,
        'rollbackToSavepoint' as const,
      ),
      at: slot,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'restart' as const, 'crash' as const) }),
  },
)

test('no change is missed for any order of commits and restarts', async () => {
  let tagsMade = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      let reader = await listening()
      let delivered = new Set<string>()
      /** The last position that a restarted reader continues from. */
      let stored = reader.feed.position()
      const committed = new Set<string>()
      const open = new Map<
        number,
        { tx: Awaited<ReturnType<typeof openTransaction>>; tags: string[]; savedAt: number | undefined }
      >()

      async function end(at: number, how: 'commit' | 'rollback') {
        const ended = open.get(at)
        if (!ended) return
        open.delete(at)
        await ended.tx.end(how)
        if (how === 'commit') for (const tag of ended.tags) committed.add(tag)
      }

      async function readAll() {
        await reader.feed.catchUp()
        for (const tag of reader.delivered.splice(0)) {
          expect(delivered.has(tag), `${tag} is delivered once`).toBe(false)
          delivered.add(tag)
        }
        stored = reader.feed.position()
        expect(delivered).toEqual(committed)
      }

      async function startAgain() {
        await reader.feed.stop()
        reader = await listening(stored)
        expect(reader.feed.isResumed).toBe(true)
      }

      for (const one of steps) {
        if (one.do === 'read') await readAll()
        else if (one.do === 'restart') {
          await readAll()
          await startAgain()
        } else if (one.do === 'crash') {
          // Changes delivered after the stored position are lost with the process, and delivered again.
          const before = new Set(delivered)
          await reader.feed.catchUp()
          reader.delivered.length = 0
          delivered = before
          await startAgain()
        } else if (one.do === 'begin') {
          if (!open.has(one.at))
            open.set(one.at, { tx: await openTransaction(), tags: [], savedAt: undefined })
        } else if (one.do === 'commit' || one.do === 'rollback') await end(one.at, one.do)
        else {
          const transaction = open.get(one.at)
          if (!transaction) continue
          if (one.do === 'note') {
            const tags = Array.from({ length: one.rows }, () => `tag:${++tagsMade}`)
            await transaction.tx.note(...tags)
            transaction.tags.push(...tags)
          } else if (one.do === 'savepoint') {
            await transaction.tx.savepoint()
            transaction.savedAt = transaction.tags.length
          } else if (transaction.savedAt !== undefined) {
            await transaction.tx.rollbackToSavepoint()
            transaction.tags.length = transaction.savedAt
          }
        }
      }
      for (const at of [...open.keys()]) await end(at, 'commit')
      await readAll()
      await reader.feed.stop()
      feeds.delete(reader.feed)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('no change is missed while writers commit and a reader polls at the same time', async () => {
  const { feed, delivered } = await listening(undefined, 2)
  const committed = new Set<string>()
  await Promise.all(
    Array.from({ length: 5 }, async (_, writer) => {
      for (let at = 0; at < 60; at += 1) {
        const transaction = await openTransaction()
        const tags = [`w${writer}:${at}:a`, `w${writer}:${at}:b`]
        await transaction.note(tags[0] as string)
        if (at % 7 === writer) await sleep(5)
        await transaction.note(tags[1] as string)
        const how = at % 5 === 0 ? 'rollback' : 'commit'
        await transaction.end(how)
        if (how === 'commit') for (const tag of tags) committed.add(tag)
      }
    }),
  )
  await feed.catchUp()

  expect(delivered).toHaveLength(committed.size)
  expect(new Set(delivered)).toEqual(committed)
})
