import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../figures.ts'
import type { ShopUnderTest } from '../shop-under-test.ts'
import { openClient, type StaffClient } from './ask-staff.ts'
import { p95, shortMs } from './measure-lists.ts'

type Batch = { id: number; total: number; done: number; refused: number; finished_at: string | null }
type Change = { seconds: number; progress: number; listings: number[]; batch: Batch }

/** Raises the prices of a brand with 10,000 products and undoes it, with a listing requested every 100 ms. */
export async function measurePriceChange(
  { port, process }: ShopUnderTest,
  { client, brand }: { client: StaffClient; brand: number },
): Promise<Row[]> {
  const shopper = openClient({ port })
  // Each page once: none of them is in the page cache, neither before nor during the change.
  let page = 1
  const listing = async () => {
    page += 1
    const { status, ms } = await shopper.get(`/shop-online?page=${page}`)
    if (status !== 200) throw new Error(`/shop-online?page=${page}: ${status}`)
    return ms
  }
  const listingsUntil = async (isOver: () => boolean) => {
    const times: number[] = []
    while (!isOver()) {
      times.push(await listing())
      await sleep(100)
    }
    return times
  }
  const change = async (path: string, input: object): Promise<Change> => {
    const began = performance.now()
    const { id } = await answerOf(client.post(path, input))
    const isDone = { now: false }
    const seen = new Set<number>()
    const work = process.ask('changeProducts', { id }).finally(() => {
      isDone.now = true
    })
    const [listings] = await Promise.all([
      listingsUntil(() => isDone.now),
      (async () => {
        while (!isDone.now) {
          seen.add((await answerOf(client.get(`/api/admin/product-batches/${id}`))).done)
          await sleep(500)
        }
      })(),
      work,
    ])
    const seconds = (performance.now() - began) / 1_000
    const batch = await answerOf(client.get(`/api/admin/product-batches/${id}`))
    return { seconds, progress: seen.size, listings, batch }
  }
  try {
    for (let at = 0; at < 30; at++) await listing()
    let left = 60
    const idle = await listingsUntil(() => left-- === 0)
    const raised = await change('/api/admin/product-batches', {
      action: { type: 'price', percent: 5 },
      filter: { brand },
    })
    const undone = await change(`/api/admin/product-batches/${raised.batch.id}/undo`, {})
    const rowOf = (what: string, { seconds, progress, batch }: Change): Row => ({
      what: `${what} ${batch.done.toLocaleString('en')} of ${batch.total.toLocaleString('en')} products, ${batch.refused} refused; ${progress} different states of progress seen`,
      ours: `${seconds.toFixed(1)} s`,
      budget: '≤ 20 s',
      met: seconds <= 20 && batch.done === batch.total && batch.finished_at !== null,
    })
    const during = [...raised.listings, ...undone.listings]
    const ratio = p95(during) / p95(idle)
    return [
      rowOf('prices +5 % of', raised),
      rowOf('undo of', undone),
      {
        what: `listing page of the shop during both (${during.length}), p95; reference: before (${idle.length})`,
        ours: shortMs(p95(during)),
        reference: shortMs(p95(idle)),
        ratio,
        budget: 'ratio ≤ 2',
        met: ratio <= 2,
      },
    ]
  } finally {
    shopper.close()
  }
}

/** Packs 500 placed orders in one request. */
export async function measurePacking(client: StaffClient): Promise<Row> {
  const ids: number[] = []
  for (let page = 1; page <= 5; page++) {
    const { status, body } = await client.get(`/api/admin/orders?tab=to_pack&per_page=100&page=${page}`)
    if (status !== 200) throw new Error(`The orders to pack: ${status}`)
    ids.push(...(JSON.parse(body) as { data: { data: { id: number }[] } }).data.data.map(({ id }) => id))
  }
  const { status, body, ms } = await client.post('/api/admin/orders/bulk', { action: 'pack', ids })
  const { data } = JSON.parse(body) as { data?: { results: { code: string | null }[] } }
  const packed = data?.results.filter(({ code }) => code === null).length ?? 0
  if (status !== 200 || packed !== ids.length)
    throw new Error(`${packed} of ${ids.length} orders were packed: ${status}`)
  return { what: `${packed} orders packed in one request`, ours: `${(ms / 1_000).toFixed(1)} s` }
}

async function answerOf(requested: ReturnType<StaffClient['get']>): Promise<Batch> {
  const { status, body } = await requested
  if (status !== 200) throw new Error(`${status}: ${body.slice(0, 300)}`)
  return (JSON.parse(body) as { data: Batch }).data
}
