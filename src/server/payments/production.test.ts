import { expect, test } from 'vitest'
import { ok } from '../cart/test-shop.ts'
import { createServer } from '../http/create-server.ts'
import { startPayment } from './start-payment.ts'
import { serveTestGateway } from './test-gateway/hosted-page.ts'
import { retireTestGateway } from './test-gateway/retire.ts'
import { openPaymentShop } from './test-payments.ts'
import { serveWebhooks } from './webhook-route.ts'

const shop = await openPaymentShop()
const inProduction = {
  ...shop.services,
  config: { ...shop.services.config, mode: 'production' as const },
}

test('in production there is no test gateway: no page, no webhook, no payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, payment_id } = await shopper.startPaying()
  const waiting = await shop.guestAtPayment(await shop.productWith(3))
  const other = ok(await waiting.order())
  const app = createServer(inProduction)
  serveWebhooks(app, inProduction)
  serveTestGateway(app, inProduction)

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

test('a shop that starts to sell in earnest does not offer the test payment any more', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const codes = async () => ok(await shopper.api.cart.get()).cart_payment_methods.map(({ code }) => code)
  expect(await codes()).toEqual(['test_gateway', 'cod', 'bank_transfer'])

  await retireTestGateway(shop.db)

  expect(await codes()).toEqual(['cod', 'bank_transfer'])
  expect(await shopper.order()).toMatchObject({ code: 'CART_INVALID', message: 'Payment Method is empty' })
})
