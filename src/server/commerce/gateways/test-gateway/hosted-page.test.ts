import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'

const shop = withPayments(await openShop({ seed: true }))

test('the hosted page redirects the shop behind a popup and closes it; without a popup it redirects itself', async () => {
  const { payment_id, order_id } = await (await shop.guestAtPayment(await shop.productWith(3))).startPaying()
  const decide = (choice: string) =>
    shop.app.inject({
      method: 'POST',
      url: `/test-gateway/${payment_id}?window`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: `choice=${choice}`,
    })

  expect(await decide('nothing')).toMatchObject({
    statusCode: 303,
    headers: { location: `/test-gateway/${payment_id}?window` },
  })
  const { statusCode, body, headers } = await decide('pay')
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<a class="main" href="\/checkout-complete\?order_id=\d+&amp;token=/)
  expect(body).toContain('opener.location.assign(href); close()')
  expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^' ]+';/)
  expect((await shop.orderRow(order_id)).payment_status).toBe('paid')
})
