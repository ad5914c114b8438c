import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { createServer } from '#server/http/create-server.ts'
import { offerGateways } from '../gateways/offer-gateways.ts'
import { serveGateways } from './serve-gateways.ts'
import { startPayment } from './start-payment.ts'

const shop = withPayments(await openShop({ seed: true }))
const inProduction = {
  ...shop.services,
  config: { ...shop.services.config, mode: 'production' as const },
}

test('production has no test gateway: no page, no webhook, no payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, payment_id } = await shopper.startPaying()
  const waiting = await shop.guestAtPayment(await shop.productWith(3))
  const other = ok(await waiting.order())
  const app = createServer(inProduction)
  serveGateways(app, inProduction)

  const statuses = [
    await app.inject({ url: `/test-gateway/${payment_id}` }),
    await app.inject({ method: 'POST', url: `/test-gateway/${payment_id}` }),
    await app.inject({ method: 'POST', url: '/api/payments/webhook/test_gateway', payload: {} }),
  ].map(({ statusCode }) => statusCode)
  await app.close()

  expect(statuses).toEqual([404, 404, 404])
  await expect(
    startPayment(inProduction, { orderId: other.order_id, token: other.token, method: undefined }),
  ).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
  expect((await shop.orderRow(order_id)).status).toBe('pending_payment')
})

test('a shop that switches to production stops offering the test payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const codes = async () => ok(await shopper.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  expect(await codes()).toEqual(['test_gateway', 'cod', 'bank_transfer'])

  await offerGateways(shop.db, inProduction.config)

  expect(await codes()).toEqual(['cod', 'bank_transfer'])
  expect(await shopper.order()).toMatchObject({ code: 'CART_INVALID', message: 'Payment Method is empty' })
})
