import { beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '#contract/envelope.ts'
import { attemptRecord, type OrderBody } from './order-attempt.ts'
import type { Placed } from './order-outcome.ts'
import { placeOrder, recoverOrder } from './place-order.ts'

type Sent = OrderBody & { idempotency_key: string }
type Answer = Reply<Placed>

const server = vi.hoisted(() => ({ answer: (_: unknown): unknown => undefined }))
vi.mock('#client/api.ts', () => ({
  api: { checkout: { placeOrder: async (input: unknown) => server.answer(input) } },
}))

let sent: Sent[] = []

beforeEach(() => {
  sent = []
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})

const answerWith = (answer: (input: Sent) => Answer) => {
  server.answer = (input) => {
    sent.push(input as Sent)
    return answer(input as Sent)
  }
}
const body = (change: Partial<OrderBody> = {}): OrderBody => ({
  version: 7,
  cart_session: 's',
  accept_tnc: true,
  instruction: '',
  ...change,
})
const lost: Answer = { status: 'error', code: 'OFFLINE', message: 'You seem to be offline.' }
const placed: Answer = {
  status: 'success',
  data: {
    redirect: '/checkout-complete?order_id=1',
    payment_required: false,
    order_id: 1,
    token: 't',
  },
}
const refused = (code: string): Answer => ({ status: 'error', code, message: code })
const ordered = { go: '/checkout-complete?order_id=1', isOrdered: true }

test('trying again after a lost reply sends the same key', async () => {
  answerWith(() => lost)
  await placeOrder(501, body())
  answerWith(() => placed)

  expect(await placeOrder(501, body())).toEqual(ordered)
  expect(sent[1]?.idempotency_key).toBe(sent[0]?.idempotency_key)
})

test('after a refusal the next attempt has a new key', async () => {
  answerWith(() => refused('STALE_CART'))
  await placeOrder(501, body())
  await placeOrder(501, body())

  expect(sent[1]?.idempotency_key).not.toBe(sent[0]?.idempotency_key)
})

test('an order whose reply was lost is found, even after a change of the body', async () => {
  answerWith(() => lost)
  await placeOrder(501, body())
  const first = sent[0]?.idempotency_key
  answerWith(({ idempotency_key }) => (idempotency_key === first ? placed : refused('ALREADY_ORDERED')))

  expect(await placeOrder(501, body({ instruction: 'Ring twice' }))).toEqual(ordered)
  expect(sent.at(-1)).toEqual({ ...body(), idempotency_key: first })
})

test('a page left while ordering finds its order once the cart is gone, and asks only once', async () => {
  answerWith(() => lost)
  await placeOrder(501, body())
  answerWith(() => placed)

  expect(await recoverOrder(null)).toEqual(ordered)
  // As the order's page does.
  attemptRecord.clear()
  expect(await recoverOrder(null)).toBeNull()
})

test('returning to the open cart places no order', async () => {
  answerWith(() => lost)
  await placeOrder(501, body())
  sent = []

  expect(await recoverOrder(501)).toBeNull()
  expect(sent).toEqual([])
})

test('a reload between the reply and the order’s page finds the order again', async () => {
  answerWith(() => placed)
  expect(await placeOrder(501, body())).toEqual(ordered)

  // The cart is ordered, so none is open.
  expect(await recoverOrder(null)).toEqual(ordered)
  expect(sent.map(({ idempotency_key }) => idempotency_key)).toEqual([
    sent[0]?.idempotency_key,
    sent[0]?.idempotency_key,
  ])
})
