import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WaitingWrite } from '#contract/offline.ts'
import { changeWaiting, readWaiting, sendWaiting, storeWrite } from './waiting-writes.ts'

type Sent = { path: string; body: unknown }
/** Answers in turn: a reply with its status; undefined: nothing answers. */
let answers: (readonly [number, object] | undefined)[]
let sent: Sent[]

beforeEach(() => {
  const stored = new Map<string, Response>()
  const cache = { put: async (key: string, value: Response) => void stored.set(key, value) }
  vi.stubGlobal('caches', { open: async () => cache, match: async (key: string) => stored.get(key)?.clone() })
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, work: () => Promise<unknown>) => work() },
  })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push({ path, body: body === undefined ? undefined : JSON.parse(String(body)) })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  answers = []
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

const add = (id: string, at = Date.now()): WaitingWrite => ({
  ...{ id, at, kind: 'add', name: 'Moon Vase', version: 4, had: 1 },
  line: { product_id: 7, quantity: 2 },
})
const quantity = (id: string, pieces: number): WaitingWrite => ({
  ...{ id, at: Date.now(), kind: 'quantity', name: 'Jug', item_id: 9, quantity: pieces },
})
const cartWith = (pieces: number) => ({
  status: 'success',
  data: { version: 6, items: [{ product_id: 7, quantity: pieces, additonal_data: null }] },
})
const done = [200, { status: 'success' }] as const
const stale = [409, { status: 'error', code: 'STALE_CART', message: 'Changed' }] as const

test('an addition is sent with the version that the cart had', async () => {
  await storeWrite(add('a'))
  answers = [done]
  await sendWaiting()
  expect(sent).toEqual([{ path: '/api/cart/add-item', body: { product_id: 7, quantity: 2, version: 4 } }])
  expect(await readWaiting()).toEqual({ writes: [], refused: [] })
})

test('an addition whose reply was lost is not made again', async () => {
  await storeWrite(add('a'))
  answers = [stale, [200, cartWith(3)]]
  await sendWaiting()
  expect(sent.map(({ path }) => path)).toEqual(['/api/cart/add-item', '/api/cart/get'])
  expect(await readWaiting()).toEqual({ writes: [], refused: [] })
})

test('an addition to a cart that another tab has changed is made with its new version', async () => {
  await storeWrite(add('a'))
  answers = [stale, [200, cartWith(1)], done]
  await sendWaiting()
  expect(sent.at(-1)?.body).toMatchObject({ version: 6 })
})

test.each([
  ['nothing answers', undefined],
  ['the shop is busy', [503, { status: 'error', code: 'UNAVAILABLE', message: 'Busy' }] as const],
  ['there are too many requests', [429, { status: 'error', code: 'TOO_MANY', message: 'Later' }] as const],
])('a write stays while %s', async (_title, answer) => {
  await storeWrite(quantity('q', 3))
  answers = [answer]
  await expect(sendWaiting()).rejects.toThrow('unreachable')
  expect((await readWaiting()).writes).toHaveLength(1)
})

test('a refused write is dropped with its reason, and the next one is sent', async () => {
  await storeWrite(quantity('q', 99))
  await storeWrite(add('a'))
  answers = [[409, { status: 'error', code: 'OUT_OF_STOCK', message: 'Only 3 left' }], done]
  await sendWaiting()
  expect(await readWaiting()).toEqual({ writes: [], refused: ['Jug: Only 3 left'] })
})

test('the latest quantity of a line replaces the earlier one, and a removed line may be gone', async () => {
  await storeWrite(quantity('one', 3))
  await storeWrite(quantity('two', 0))
  answers = [[409, { status: 'error', code: 'CART_INVALID', message: 'Gone' }]]
  await sendWaiting()
  expect(sent.map(({ path }) => path)).toEqual(['/api/cart/remove-item?item_id=9'])
  expect(await readWaiting()).toEqual({ writes: [], refused: [] })
})

test('a write of the day before is not sent any more', async () => {
  await storeWrite(add('a', Date.now() - 25 * 60 * 60_000))
  await sendWaiting()
  expect(sent).toEqual([])
  expect((await readWaiting()).refused).toHaveLength(1)
})

test('at most twenty writes wait', async () => {
  for (let at = 0; at < 20; at++) expect(await storeWrite(add(String(at)))).toBe(true)
  expect(await storeWrite(add('20'))).toBe(false)
  await changeWaiting(() => ({ writes: [], refused: [] }))
  expect(await storeWrite(add('21'))).toBe(true)
})
