import { setTimeout as sleep } from 'node:timers/promises'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { type Connection, type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { median, type Row, whole } from '../figures.ts'
import { cpuSeconds } from '../processes/cpu-seconds.ts'

const LISTENERS = 50
const CHANGES_PER_SECOND = 1_000
const SECONDS = 10
const WRITERS = 8

type Setup = {
  connection: Connection
  direct: OpenDatabase
  postmaster: number
  say: (line: string) => void
}

/** How long changes take to reach many listeners. @throws when one has missed a change or received it twice. */
export async function measureFeeds({ connection, direct, postmaster, say }: Setup): Promise<Row> {
  say(`${LISTENERS} listeners`)
  const databases = Array.from({ length: LISTENERS }, () => openDatabase({ ...connection, poolSize: 2 }))
  const feeds = await Promise.all(databases.map(({ pool }) => startChangeFeed(pool)))
  const total = CHANGES_PER_SECOND * SECONDS
  const writtenAt: number[] = []
  const delays: number[] = []
  const received = feeds.map(() => new Uint8Array(total))
  for (const [at, feed] of feeds.entries())
    feed.subscribe((tags) => {
      const now = performance.now()
      for (const tag of tags) {
        const number = Number(/^bench:(\d+)$/.exec(tag)?.[1] ?? Number.NaN)
        const counts = received[at]
        if (Number.isNaN(number) || !counts) continue
        counts[number] = (counts[number] ?? 0) + 1
        delays.push(now - (writtenAt[number] ?? now))
      }
    })
  const before = cpuSeconds([postmaster]) ?? 0
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (next < total) {
        const number = next++
        const early = started + (number * 1_000) / CHANGES_PER_SECOND - performance.now()
        if (early > 0) await sleep(early)
        writtenAt[number] = performance.now()
        await noteChange(direct.db, [`bench:${number}`])
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  await Promise.all(feeds.map((feed) => feed.catchUp()))
  const used = ((cpuSeconds([postmaster]) ?? 0) - before) / seconds
  await Promise.all(feeds.map((feed) => feed.stop()))
  await Promise.all(databases.map(({ close }) => close()))
  const wrong = received.reduce((sum, counts) => sum + counts.filter((count) => count !== 1).length, 0)
  if (wrong > 0) throw new Error(`${wrong} of ${whole(total * LISTENERS)} changes were missed or doubled`)
  const sorted = Float64Array.from(delays).sort()
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return {
    what: `${whole(total / seconds)} changes a second (${whole(CHANGES_PER_SECOND)} wanted), ${LISTENERS} listeners: delivered after, p50 / p95 / longest`,
    ours: `${whole(median([...sorted]))} / ${whole(p95)} / ${whole(sorted.at(-1) ?? 0)} ms; ${used.toFixed(2)} cores of the database`,
    budget: 'none missed or doubled',
    met: wrong === 0,
  }
}
