import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './shop-hosts.ts'

/** From when to when, in milliseconds. */
type Probe = { at: number; until: number; isAnswered: boolean }
/** Of one kind of request, between two moments: how many of how many failed, and the most seconds between two answers. */
export type Outage = { failed: number; all: number; longest: number }

const pages = ['/', '/shop-online', '/product/moon-vase', '/product/milk-jug']
const EVERY_MS = 250
const AT_ONCE = { page: 3, write: 2 }

export type Probes = ReturnType<typeof startProbes>

/** Reads pages and adds to carts all the time, and notes which requests were answered. */
export function startProbes(url: string) {
  const probes = { page: [] as Probe[], write: [] as Probe[] }
  let isOver = false

  async function ask(kind: 'page' | 'write', from: string, path: string, body?: string) {
    const at = Date.now()
    const { status } = await send(url + path, { from, body })
    const until = Date.now()
    probes[kind].push({ at, until, isAnswered: status > 0 && status < 500 && status !== 429 })
    await sleep(Math.max(0, EVERY_MS - (until - at)))
  }
  const readers = Array.from({ length: AT_ONCE.page }, async (_, reader) => {
    for (let turn = reader; !isOver; turn += 1)
      await ask('page', `10.8.0.${reader + 1}`, pages[turn % pages.length] ?? '/')
  })
  const body = JSON.stringify({ product_id: 1020, quantity: 1 })
  const writers = Array.from({ length: AT_ONCE.write }, async (_, writer) => {
    for (let turn = 0; !isOver; turn += 1)
      await ask('write', `10.${9 + writer}.${(turn >> 8) & 255}.${turn & 255}`, '/api/cart/add-item', body)
  })
  const running = Promise.all([...readers, ...writers])

  function outageOf(kind: 'page' | 'write', from: number, to: number): Outage {
    const seen = probes[kind].filter(({ at, until }) => until >= from && at <= to)
    const answers = seen.filter(({ isAnswered }) => isAnswered).map(({ until }) => until)
    const moments = [from, ...answers.toSorted((a, b) => a - b), to]
    const longest = Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment)))
    return {
      failed: seen.filter(({ isAnswered }) => !isAnswered).length,
      all: seen.length,
      longest: longest / 1_000,
    }
  }

  return {
    outageOf,
    /** Waits until 20 writes in turn were answered, each within half a second; after a minute and a half it goes on. */
    async quick() {
      for (let tries = 0; tries < 180; tries += 1) {
        const last = probes.write.slice(-20)
        if (last.length === 20 && last.every(({ at, until, isAnswered }) => isAnswered && until - at < 500))
          return
        await sleep(500)
      }
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
