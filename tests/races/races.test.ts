import { expect, test } from 'vitest'
import { pluginsChoice } from '#harness/plugins-choice.ts'
import { signBody } from '#server/commerce/gateways/model/signed-body.ts'
import {
  SIGNATURE_HEADER,
  testGateway,
  webhookSecrets,
} from '#server/commerce/gateways/test-gateway/gateway.ts'
import { capture } from '#server/commerce/gateways/test-gateway/ledger.ts'
import { openRaceTrack } from './race-track.ts'

/** The gate runs one round in one process; `npm run races` runs many rounds in two. Issue C, proof. */
const ROUNDS = Number(process.env.RACES_ROUNDS ?? 1)
const PROCESSES = Number(process.env.RACES_PROCESSES ?? 1)
const track = await openRaceTrack({
  processes: PROCESSES,
  plugins: pluginsChoice({ plugins: process.env.RACES_PLUGINS }),
})

const title = (text: string) => `${text} (${ROUNDS} rounds, processes: ${PROCESSES})`
const timeout = 60_000 + ROUNDS * 30_000

async function rounds(run: (round: number) => Promise<void>) {
  for (let round = 1; round <= ROUNDS; round++) await run(round)
}

test(
  title('place-order sells the last unit once when 50 buyers order concurrently'),
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

/** Different products, so that buyers do not wait for the same stock row. */
const things = await Promise.all(Array.from({ length: 5 }, () => track.product({ stock: 0 })))
const thingOf = (n: number) => things[n % things.length] as { id: number }
const restock = (stock: number) => Promise.all(things.map((thing) => track.restock(thing, stock)))

test(
  title(
    'place-order gives each of 50 concurrent buyers a unit and a unique order number when stock suffices',
  ),
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
  title('place-order grants a single-use coupon once when 30 buyers use it concurrently'),
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
  title('place-order creates one order when one cart is placed 20 times concurrently'),
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
  title('place-order stays consistent with concurrent changes of its cart'),
  () =>
    rounds(async (round) => {
      const [vase, bowl] = [await track.product({ stock: 100 }), await track.product({ stock: 100 })]
      const coupon = await track.coupon({})
      const buyer = await track.guestAtPayment(vase, 0)
      const before = { vase: await track.stockOf(vase), bowl: await track.stockOf(bowl) }
      const atPayment = buyer.on(0)
      await atPayment.look()

      const added = buyer.on(1).call('cart.addItem', { product_id: bowl.id, quantity: 1 })
      const [ordered] = await Promise.all([
        // In every second round one of the changes surely comes first: which call wins depends on the machine.
        round % 2 ? atPayment.order() : added.then(() => atPayment.order()),
        added,
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
  title('a payment is recorded once when 100 returns and events arrive concurrently'),
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
          return track.sendWebhook(n >> 1, body, { [SIGNATURE_HEADER]: signature })
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
