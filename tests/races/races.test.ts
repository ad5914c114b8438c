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

test(
  title('place-order sells what is above the safety stock once when 50 buyers order concurrently'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 9 })
      await track.db.updateTable('variations').set({ safety_stock: 6 }).where('id', '=', vase.id).execute()
      const buyers = await track.crowd(50, (n) => track.guestAtPayment(vase, n))

      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(codesOf(answers)).toEqual({ placed: 3, OUT_OF_STOCK: 47 })
      expect(await track.stockOf(vase)).toBe(0)
      expect(await track.soldOf(vase)).toBe(3)
    }),
  timeout,
)

test(
  title('place-order sells as many pieces ahead as the limit when 50 buyers order concurrently'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 2 })
      const sold_ahead = JSON.stringify({ kind: 'backorder', limit: 3, text: 'Ships later', days: 9 })
      await track.db.updateTable('variations').set({ sold_ahead }).where('id', '=', vase.id).execute()
      const buyers = await track.crowd(50, (n) => track.guestAtPayment(vase, n))

      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(codesOf(answers)).toEqual({ placed: 5, OUT_OF_STOCK: 45 })
      expect(await track.stockOf(vase)).toBe(0)
      expect(await track.soldOf(vase)).toBe(5)
      const promised = await track.db
        .selectFrom('order_items')
        .select('id')
        .where('variation_id', '=', vase.id)
        .where('sold_ahead', 'is not', null)
        .execute()
      expect(promised).toHaveLength(3)
    }),
  timeout,
)

test(
  title(
    'stored value pays at most its balance when 20 orders want it, and returns once when half are cancelled twice',
  ),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 20 })
      const buyers = await track.crowd(20, (n) => track.guestAtPayment(vase, n))
      const account = await track.valueOnCarts(25_000, vase)
      const answers = await Promise.all(buyers.map((buyer) => buyer.order()))

      expect(await track.paidBy(account)).toEqual({ paid: 25_000, left: 0 })
      await Promise.all(
        buyers.flatMap((buyer, n) => {
          const { order_no, token } = (answers[n]?.data ?? {}) as { order_no?: string; token?: string }
          if (!order_no || !token || n % 2 === 0) return []
          const cancel = () =>
            buyer.on(n + 1).call('orders.cancel', { order_no, token, reason: 'changed_mind' })
          return [buyer.call('orders.cancel', { order_no, token, reason: 'changed_mind' }), cancel()]
        }),
      )
      const { paid = 0, left } = await track.paidBy(account)
      expect(paid + left).toBe(25_000)
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
  title('place-order keeps limit and budget of promotions when 50 buyers order concurrently'),
  () =>
    rounds(async () => {
      const vase = await track.product({ stock: 100 })
      const limited = await track.promotion(vase, {
        effect: { type: 'order_amount', amount: 100 },
        usage_limit: 7,
      })
      const budgeted = await track.promotion(vase, {
        effect: { type: 'amount', amount: 50 },
        budget: 240,
      })
      const buyers = await track.crowd(50, (n) => track.guestAtPayment(vase, n))

      let waiting = buyers
      for (let tries = 0; waiting.length > 0 && tries < 20; tries++) {
        const answers = await Promise.all(waiting.map((buyer) => buyer.order()))
        const codes = codesOf(answers)
        expect(Object.keys(codes).filter((code) => !['placed', 'PRICES_CHANGED'].includes(code))).toEqual([])
        // They look at the cart again, which has the new total.
        waiting = waiting.filter((_, at) => answers[at]?.status === 'error')
        for (const buyer of waiting) await buyer.look()
      }

      expect(waiting).toEqual([])
      expect(await track.givenBy(limited)).toEqual({
        used_count: 7,
        spent: 700,
        uses: 7,
        given: 700,
        cancelled: 0,
      })
      expect(await track.givenBy(budgeted)).toEqual({
        used_count: 4,
        spent: 200,
        uses: 4,
        given: 200,
        cancelled: 0,
      })
      expect(await track.stockOf(vase)).toBe(50)
      expect(await track.ordersThatDoNotAddUp()).toEqual([])
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

const [vase, bowl] = [await track.product({ stock: 0 }), await track.product({ stock: 0 })]

test(
  title('place-order oversells no location when 40 buyers order from two while pieces move between them'),
  () =>
    rounds(async (round) => {
      const [, shelf = null] = await track.split([vase, bowl], [9, 9])
      const before = await track.piecesOf([vase, bowl])
      const buyers = await track.crowd(40, async (n) => {
        // In both orders, so that two carts name the same variations the other way round.
        const [first, second] = n % 2 ? [vase, bowl] : [bowl, vase]
        const buyer = await track.guestAtPayment(first, n)
        if (n % 4 > 1) await buyer.must('cart.addItem', { product_id: second.id, quantity: 1 })
        return buyer
      })
      const moved = async (at: number) => {
        const [from, to] = at % 2 ? [null, shelf] : [shelf, null]
        return (await track.move(at % 3 ? vase : bowl, from, to)) ? [{ at, from, to }] : []
      }

      const [answers, moves, ...taken] = await Promise.all([
        Promise.all(buyers.map((buyer) => buyer.order())),
        Promise.all(Array.from({ length: 12 }, (_, at) => moved(at))),
        // In every second round the release before sells beside it.
        ...(round % 2 ? [] : [track.takeFromTotal(vase), track.takeFromTotal(vase)]),
      ])

      const codes = codesOf(answers)
      expect((codes.placed ?? 0) + (codes.OUT_OF_STOCK ?? 0)).toBe(40)
      const after = await track.piecesOf([vase, bowl])
      const sold = (of: typeof after) => of.reduce((sum, { level, pieces }) => sum + pieces - level, 0)
      const left = after.reduce((sum, { level }) => sum + level, 0)
      const others = taken.reduce((sum, pieces) => sum + pieces, 0)
      expect(Math.min(...after.map(({ level }) => level))).toBeGreaterThanOrEqual(0)
      expect(sold(after) - sold(before) + left + others).toBe(36)
      if (others === 0)
        for (const [at, { variation_id, location_id, pieces }] of after.entries()) {
          const came = moves.flat().reduce((sum, { at: n, to }) => {
            const isOf = (n % 3 ? vase : bowl).id === variation_id
            const isTo = (to === shelf) === (location_id === shelf)
            return sum + (isOf ? (isTo ? 1 : -1) : 0)
          }, 0)
          expect(pieces - (before[at]?.pieces ?? 0)).toBe(came)
        }
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
