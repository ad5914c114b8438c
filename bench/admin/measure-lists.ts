import { median, type Row } from '../figures.ts'
import type { StaffClient } from './ask-staff.ts'
import type { ListRequests } from './list-requests.ts'

/** Checks the session and its permissions, as every endpoint of the back office, and reads nothing else. */
const reference = '/api/admin/session'

export type RequestTimes = { name: string; ours: number[]; reference: number[] }

/** Every request of a list `times` times, alternating with the reference. @throws unless all are answered with 200 */
export async function measureList(
  client: StaffClient,
  requests: Record<string, string>,
  times: number,
): Promise<RequestTimes[]> {
  const measured: RequestTimes[] = []
  for (const [name, path] of Object.entries(requests)) {
    const ask = async (url: string) => {
      const { status, body, ms } = await client.get(url)
      if (status !== 200) throw new Error(`${url}: ${status} ${body.slice(0, 300)}`)
      return ms
    }
    await ask(path)
    const one: RequestTimes = { name, ours: [], reference: [] }
    for (let at = 0; at < times; at++) {
      one.reference.push(await ask(reference))
      one.ours.push(await ask(path))
    }
    measured.push(one)
  }
  return measured
}

/**
 * A list meets its budget when 95 % of all its requests do, and the median of each request does: otherwise one slow search
 * among twenty would not show.
 */
export function rowOfList({ list, budgetMs }: ListRequests, measured: readonly RequestTimes[]): Row {
  const all = measured.flatMap(({ ours }) => ours)
  const bare = measured.flatMap(({ reference: times }) => times)
  const medians = measured.map(({ name, ours }) => ({ name, ms: median(ours) }))
  const slowest = medians.reduce((most, one) => (one.ms > most.ms ? one : most))
  const ratios = measured.map(({ ours, reference: times }) => median(ours) / median(times))
  return {
    what: `${list}: ${measured.length} requests, p50 / p95; slowest: ${slowest.name}, p50 ${shortMs(slowest.ms)}`,
    ours: `${shortMs(median(all))} / ${shortMs(p95(all))}`,
    reference: `${shortMs(median(bare))} / ${shortMs(p95(bare))}`,
    ratio: median(ratios),
    budget: `p95 ≤ ${budgetMs} ms`,
    met: p95(all) <= budgetMs && slowest.ms <= budgetMs,
  }
}

export function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const value = sorted[Math.ceil(0.95 * sorted.length) - 1]
  if (value === undefined) throw new Error('There is no p95 of nothing')
  return value
}

export const shortMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
