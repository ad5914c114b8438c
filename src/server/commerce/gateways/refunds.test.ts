import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { carryOutRefunds, requestRefund } from './refunds.ts'

const shop = withPayments(await openShop({ seed: true }))

async function paidPayment() {
  const shopper = await shop.guestAtPayment(await shop.productWith(500))
  const paying = await shopper.startPaying()
  await shop.choose(paying.payment_id, 'pay')
  return paying
}

const refund = (paymentId: string, amount: number) =>
  shop.db.transaction().execute((tx) => requestRefund(tx, { paymentId, amount, reason: 'a test' }))

test('simultaneous refunds never exceed the captured amount', async () => {
  await fc.assert(
    fc.asyncProperty(
      // In percent, because random doubles are almost all close to zero.
      fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 2, maxLength: 8 }),
      async (shares) => {
        const { payment_id, order_id, amount } = await paidPayment()

        const wished = shares.map((share) => Math.round((share * amount) / 100))
        const granted = await Promise.all(wished.map((part) => refund(payment_id, part)))
        await Promise.all([carryOutRefunds(shop.services), carryOutRefunds(shop.services)])

        const back = wished.filter((_, at) => granted[at]).reduce((sum, part) => sum + part, 0)
        expect(back).toBeLessThanOrEqual(amount)
        expect((await shop.paymentsOf(order_id))[0]?.refunded_amount).toBe(back)
        expect((await shop.ledgerOf(payment_id)).refunded).toBe(back)
        // No refund is refused while enough money is left.
        for (const [at, part] of wished.entries())
          if (!granted[at] && part > 0) expect(back + part).toBeGreaterThan(amount)
      },
    ),
    { numRuns: 12 },
  )
})

test('a refund that was carried out but not recorded is not carried out twice', async () => {
  const { payment_id, amount } = await paidPayment()
  const part = Math.floor(amount / 3)
  await refund(payment_id, part)
  await carryOutRefunds(shop.services)
  await shop.pool.query(
    `update payment_refunds set status = 'due', next_attempt_at = now() where payment_id = $1`,
    [payment_id],
  )

  await carryOutRefunds(shop.services)

  expect((await shop.ledgerOf(payment_id)).refunded).toBe(part)
})

test('an unpaid amount cannot be refunded', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { payment_id } = await shopper.startPaying()

  expect(await refund(payment_id, 1)).toBe(false)
})
