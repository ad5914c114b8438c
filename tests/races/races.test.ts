import { expect, test } from 'vitest'
import { signBody } from '#server/payments/signed-body.ts'
import { SIGNATURE_HEADER, testGateway, webhookSecrets } from '#server/payments/test-gateway/gateway.ts'
import { capture } from '#server/payments/test-gateway/ledger.ts'
import { openRaceTrack } from './race-track.ts'

/** One round in one process belongs to the gate; `npm run races` runs them all in two. Issue C, proof. */
const ROUNDS = Number(process.env.RACES_ROUNDS ?? 1)
const PROCESSES = Number(process.env.RACES_PROCESSES ?? 1)
const track = await openRaceTrack({ processes: PROCESSES })

const title = (words: string) => `${words} (${ROUNDS} rounds, processes: ${PROCESSES})`
const timeout = 60_000 + ROUNDS * 30_000

async function rounds(run: () => Promise<void>) {
  for (let round = 1; round <= ROUNDS; round++) await run()
}

test(
  title('the last unit and 50 buyers: one order'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 1 })
      const buyers = await track.crowd(50, (n) => track.guestAtPayment(vase, n))

      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(codesOf(answers)).toEqual({ placed: 1, OUT_OF_STOCK: 49 })
      expect(await track.stockOf(vase)).toBe(0)
      expect(await track.soldOf(vase)).toBe(1)
    }),
  timeout,
)

/** Different things, so that buyers do not wait for each other at the same piece of stock. */
const things = await Promise.all(Array.from({ length: 5 }, () => track.product({ stock: 0 })))
const thingOf = (n: number) => things[n % things.length] as { id: number }
const restock = (stock: number) => Promise.all(things.map((thing) => track.restock(thing, stock)))

test(
  title('as many pieces as buyers, 50: everybody has one, with an order number of their own'),
  () =>
    rounds(async () => {
      await restock(10)
      const before = await Promise.all(things.map(track.soldOf))
      const buyers = await track.crowd(50, (n) => track.guestAtPayment(thingOf(n), n))

      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(codesOf(answers)).toEqual({ placed: 50 })
      const numbers = answers.map(({ data }) => (data as unknown as { order_no: string }).order_no)
      expect(new Set(numbers).size).toBe(50)
      expect(await Promise.all(things.map(track.stockOf))).toEqual(things.map(() => 0))
      expect(await Promise.all(things.map(track.soldOf))).toEqual(before.map((sold) => sold + 10))
    }),
  timeout,
)

test(
  title('a coupon for one and 30 buyers: one order has it'),
  () =>
    rounds(async () => {
      await restock(100)
      const coupon = await track.coupon({ usage_limit: 1 })
      const buyers = await track.crowd(30, async (n) => {
        const buyer = await track.guestAtPayment(thingOf(n), n)
        await buyer.call('cart.couponsApply', { code: coupon.code })
        return buyer
      })

      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(codesOf(answers)).toEqual({ placed: 1, COUPON_INVALID: 29 })
      expect(await track.usesOf(coupon)).toEqual({ counted: 1, held: 1, orders: 1 })
      const left = await Promise.all(things.map(track.stockOf))
      expect(left.reduce((sum, stock) => sum + stock, 0)).toBe(499)
    }),
  timeout,
)

test(
  title('one cart placed 20 times at once: one order'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 100 })
      const buyer = await track.guestAtPayment(vase, 0)

      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => buyer.on(n).order()))

      expect(codesOf(answers)).toEqual({ placed: 1, ALREADY_ORDERED: 19 })
      expect(await track.stockOf(vase)).toBe(99)
      expect(await track.soldOf(vase)).toBe(1)
    }),
  timeout,
)

test(
  title('an order against an add, a removal and a coupon: it has what it says, and nothing is lost'),
  () =>
    rounds(async () => {
      const [vase, bowl] = [await track.product({ stock: 100 }), await track.product({ stock: 100 })]
      const coupon = await track.coupon({})
      const buyer = await track.guestAtPayment(vase, 0)
      const before = { vase: await track.stockOf(vase), bowl: await track.stockOf(bowl) }
      const atPayment = buyer.on(0)
      await atPayment.look()

      const [ordered] = await Promise.all([
        atPayment.order(),
        buyer.on(1).call('cart.addItem', { product_id: bowl.id, quantity: 1 }),
        buyer.on(2).call('cart.removeItem', { product_id: vase.id }),
        buyer.on(3).call('cart.couponsApply', { code: coupon.code }),
      ])

      const isPlaced = ordered.status === 'success'
      const taken = {
        vase: before.vase - (await track.stockOf(vase)),
        bowl: before.bowl - (await track.stockOf(bowl)),
      }
      expect(taken).toEqual(isPlaced ? { vase: 1, bowl: 0 } : { vase: 0, bowl: 0 })
      expect(await track.soldOf(vase)).toBe(taken.vase)
      const { counted, held, orders } = await track.usesOf(coupon)
      expect([held, orders]).toEqual([counted, counted])
      expect(await track.ordersThatDoNotAddUp()).toEqual([])
    }),
  timeout,
)

test(
  title('100 returns and events of one payment at once: one capture, one order, one mail'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 10 })
      const buyer = await track.guestAtPayment(vase, 0, 'test_gateway')
      const { order_id, token, payment_id } = await buyer.startPaying()
      await capture(track.db, payment_id)
      const facts = await testGateway(track.services).read({ id: payment_id, gatewayPaymentId: '' })

      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, n) => {
          if (n % 2)
            return (await buyer.on(n >> 1).call('checkout.completePayment', { order_id, token, payment_id }))
              .status
          const body = JSON.stringify({ id: `evt_${payment_id}_${n % 10}`, payment: facts })
          const signature = signBody(webhookSecrets(track.services.config)[0], body)
          return track.tell(n >> 1, body, { [SIGNATURE_HEADER]: signature })
        }),
      )

      expect(new Set(answers)).toEqual(new Set(['success', 200]))
      expect(await track.paymentStory(order_id, payment_id)).toEqual({
        order: 'placed',
        payments: ['paid'],
        captures: 1,
        refunded: 0,
        messages: ['mail order_placed', 'sms order_placed'],
      })
      expect(await track.stockOf(vase)).toBe(9)
    }),
  timeout,
)

function codesOf(answers: readonly { status: string; code?: string | undefined }[]) {
  const counts: Record<string, number> = {}
  for (const { status, code } of answers) {
    const name = status === 'success' ? 'placed' : (code ?? status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
