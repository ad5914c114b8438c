import { isDeepStrictEqual } from 'node:util'
import type { CatalogIndex, ListingQuery } from '#server/platform/kernel/catalog-index.ts'
import type { FlatTable } from './flat-table.ts'

export type Times = { p50: number; p95: number; max: number; mean: number }

export function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: at(1), mean: sum(times) / times.length }
}

const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0)

export type Listings = {
  memory: Times
  /** Memory's time on the processor a query, on average: what it takes when nothing else wants the core. */
  cpuMean: number
  /** Each queried in turn with memory, by as many queries as `queried` says; `faster`: how much longer the same queries took. */
  sql: Times & { queried: number; faster: number }
  flat: Times & { queried: number; faster: number }
}

/**
 * Asks all queries of memory, and some of them, spread evenly, of SQL and of the flat table in turn with it. ms.
 * @throws when SQL's answer is another one
 */
export async function measureListings(
  { memory, sql, flat }: { memory: CatalogIndex; sql: CatalogIndex; flat: FlatTable },
  queries: readonly ListingQuery[],
  queried: { sql: number; flat: number },
): Promise<Listings> {
  for (const query of queries.slice(0, 200)) await memory.listing(query)
  const cpuBefore = process.threadCpuUsage()
  for (const query of queries) await memory.listing(query)
  const { user, system } = process.threadCpuUsage(cpuBefore)

  const every = (howMany: number) => Math.max(1, Math.floor(queries.length / howMany))
  const times: number[] = []
  const bySql: Pair[] = []
  const byFlat: Pair[] = []
  for (const [at, query] of queries.entries()) {
    const [answer, took] = await timed(() => memory.listing(query))
    times.push(took)
    if (at % every(queried.flat) === 0) {
      const [{ total }, flatTook] = await timed(() => flat.ask(query))
      byFlat.push([took, flatTook])
      if (total < answer.total) throw new Error(`The flat table finds too little: ${JSON.stringify(query)}`)
    }
    if (at % every(queried.sql) !== 0) continue
    const [same, sqlTook] = await timed(() => sql.listing(query))
    bySql.push([took, sqlTook])
    if (!isDeepStrictEqual(answer, same)) throw new Error(`SQL answers otherwise: ${JSON.stringify(query)}`)
  }
  return {
    memory: timesOf(times),
    cpuMean: (user + system) / 1_000 / queries.length,
    sql: compared(bySql),
    flat: compared(byFlat),
  }
}

type Pair = [memory: number, other: number]

const compared = (pairs: Pair[]) => ({
  ...timesOf(pairs.map(([, other]) => other)),
  queried: pairs.length,
  faster: sum(pairs.map(([, other]) => other)) / sum(pairs.map(([memory]) => memory)),
})

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const began = performance.now()
  const value = await work()
  return [value, performance.now() - began]
}
