import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'

const shop = withPayments(await openShop({ seed: true }))

const placedMessages = ['mail order_placed', 'sms order_placed']

test('an online order waits for its payment, with its stock held and the cart retained', async () => {
  const vase = await shop.productWith(5)
  const shopper = await shop.guestAtPayment({ ...vase, quantity: 2 })

  const reply = await shopper.order()

  expect(reply).toMatchObject({
    status: 'success',
    data: { type: 'test_gateway', payment_required: true, redirect: null, amount: { currency: 'INR' } },
  })
  expect(reply).not.toHaveProperty('message')
  const { order_id, token } = ok(reply)
  expect(ok(await shopper.api.checkout.complete({ order_id, token }))).toMatchObject({
    status: 'pending_payment',
    payment_status: 'pending',
    can_pay: true,
    payment: null,
  })
  expect(await shop.stockOf(vase)).toBe(3)
  expect(ok(await shopper.api.cart.get()).total_quantity).toBe(2)
  expect(await shop.messagesOf(order_id)).toEqual([])
})

test('paying places the order: one message, no cart, one capture', async () => {
  const vase = await shop.productWith(5)
  const shopper = await shop.guestAtPayment(vase)
  const { order_id, token, amount } = ok(await shopper.order())
  const payment = ok(
    await shopper.api.checkout.processPayment({ order_id, token, payment_method: 'test_gateway' }),
  )
  expect(payment).toEqual({
    payment_id: expect.stringMatching(/^pay_[\w-]{24}$/),
    payment_status: 'requires_action',
    action: { type: 'popup', method: 'GET', url: `/test-gateway/${payment.payment_id}?window`, fields: {} },
  })

  const { status, location } = await shop.choose(payment.payment_id, 'pay')

  const complete = `/checkout-complete?order_id=${order_id}&token=${token}&type=test_gateway`
  expect({ status, location }).toEqual({ status: 303, location: complete })
  expect(
    await shopper.api.checkout.completePayment({
      order_id,
      token,
      payment_id: payment.payment_id,
      gateway: { status: 'whatever the browser says' },
    }),
  ).toEqual({
    status: 'success',
    message: 'Payment received',
    data: { order_id, payment_status: 'paid', redirect: complete },
  })
  expect(ok(await shopper.api.checkout.complete({ order_id, token }))).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    can_pay: false,
    payment: { payment_id: payment.payment_id, status: 'paid', failure: null },
    timeline: [{ status: 'pending_payment' }, { status: 'placed' }],
    productchannel: [{ status: 'placed' }],
  })
  expect(await shop.messagesOf(order_id)).toEqual(placedMessages)
  expect(ok(await shopper.api.cart.get()).items).toEqual([])
  expect(await shop.stockOf(vase)).toBe(4)
  expect(await shop.ledgerOf(payment.payment_id)).toMatchObject({ captures: 1, amount: amount?.amount })
})

test('a declined payment releases the stock, keeps the cart, and can be retried', async () => {
  const vase = await shop.productWith(1)
  const shopper = await shop.guestAtPayment(vase)
  const { order_id, token, payment_id } = await shopper.startPaying()
  await shop.choose(payment_id, 'decline')

  const declined = await shopper.api.checkout.completePayment({ order_id, token, payment_id })

  expect(declined).toMatchObject({
    code: 'PAYMENT_FAILED',
    message: 'Payment failed',
    data: {
      order_id,
      payment_status: 'failed',
      failure: 'declined',
      redirect: `/checkout-failed?order_id=${order_id}&token=${token}`,
    },
  })
  expect(await shop.stockOf(vase)).toBe(1)
  expect(ok(await shopper.api.cart.get()).total_quantity).toBe(1)

  const second = ok(await shopper.api.checkout.processPayment({ order_id, token }))
  expect(second.payment_id).not.toBe(payment_id)
  expect(await shop.stockOf(vase)).toBe(0)
  await shop.choose(second.payment_id, 'pay')
  expect(await shop.eventsOf(order_id)).toEqual([
    'pending_payment',
    'payment_failed',
    'pending_payment',
    'placed',
  ])
  expect(await shop.messagesOf(order_id)).toEqual(placedMessages)
})

test.each([
  ['cancel', 'cancelled'],
  ['time_out', 'timeout'],
])('“%s” on the hosted page is a failure of its own kind', async (choice, failure) => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, token, payment_id } = await shopper.startPaying()

  const { location } = await shop.choose(payment_id, choice)

  expect(location).toMatch(choice === 'cancel' ? /^\/checkout-failed\?/ : /^\/checkout-complete\?/)
  expect(ok(await shopper.api.checkout.complete({ order_id, token }))).toMatchObject({
    status: 'payment_failed',
    payment_status: 'failed',
    payment: { status: 'failed', failure },
  })
})

test('an undecided payment is reported as such, and asking again changes nothing', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, token, payment_id } = await shopper.startPaying()
  const ask = () => shopper.api.checkout.completePayment({ order_id, token, payment_id })

  expect(await ask()).toEqual({
    status: 'success',
    data: { order_id, payment_status: 'requires_action', redirect: null },
  })
  await shop.choose(payment_id, 'pay_late')
  expect(ok(await ask()).payment_status).toBe('processing')
  await shop.pool.query(
    `update test_gateway_payments set captures_at = now() - interval '1 second' where reference = $1`,
    [payment_id],
  )
  expect(ok(await ask()).payment_status).toBe('paid')
  expect(await shop.messagesOf(order_id)).toEqual(placedMessages)
})

test('a second press continues the open payment', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, token } = ok(await shopper.order())

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shopper.api.checkout.processPayment({ order_id, token })),
  )

  expect(new Set(replies.map((reply) => ok(reply).payment_id)).size).toBe(1)
  expect(await shop.paymentsOf(order_id)).toHaveLength(1)
})

test('ordering the same cart again continues the waiting order', async () => {
  const vase = await shop.productWith(9)
  const shopper = await shop.guestAtPayment(vase)
  const first = ok(await shopper.order())

  const replies = await Promise.all(Array.from({ length: 10 }, () => shopper.order()))

  expect(new Set(replies.map((reply) => ok(reply).order_id))).toEqual(new Set([first.order_id]))
  expect(await shop.stockOf(vase)).toBe(8)
})

test('ordering a changed cart replaces the waiting order', async () => {
  const vase = await shop.productWith(9)
  const shopper = await shop.guestAtPayment(vase)
  const first = await shopper.startPaying()
  ok(await shopper.api.cart.updateQty({ product_id: vase.id, quantity: 3 }))

  const second = ok(await shopper.order())

  expect(second.order_id).not.toBe(first.order_id)
  expect(await shop.eventsOf(first.order_id)).toEqual(['pending_payment', 'payment_failed', 'cancelled'])
  expect(await shop.stockOf(vase)).toBe(6)
  const { order_id, token } = first
  expect(await shopper.api.checkout.processPayment({ order_id, token })).toMatchObject({
    code: 'ORDER_CANCELLED',
  })
})

test('stock held by a cart’s own order is available to this cart only', async () => {
  const vase = await shop.productWith(2)
  const shopper = await shop.guestAtPayment({ ...vase, quantity: 2 })
  const { order_id } = await shopper.startPaying()

  expect(ok(await shopper.api.cart.get()).items).toMatchObject([{ in_stock: true, available_quantity: 2 }])
  expect(await shopper.api.cart.addItem({ product_id: vase.id })).toMatchObject({ code: 'OUT_OF_STOCK' })
  expect(await shop.guest().api.cart.addItem({ product_id: vase.id })).toMatchObject({ code: 'OUT_OF_STOCK' })

  ok(await shopper.api.cart.updateQty({ product_id: vase.id, quantity: 1 }))
  ok(await shopper.api.cart.updatePaymentMode({ payment_method: 'cod' }))
  ok(await shopper.order())
  expect((await shop.orderRow(order_id)).status).toBe('cancelled')
  expect(await shop.stockOf(vase)).toBe(1)
})

test('a coupon’s use is released by a failed payment and counted again by the next attempt', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(9))
  const { id } = await shop.db
    .insertInto('coupons')
    .values({
      channel_id: 1,
      code: 'ONLYONE',
      title: 'Once',
      type: 'fixed',
      value: 100,
      usage_limit: 1,
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const used = async () =>
    (await shop.db.selectFrom('coupons').select('used_count').where('id', '=', id).executeTakeFirstOrThrow())
      .used_count
  ok(await shopper.api.cart.couponsApply({ code: 'ONLYONE' }))
  const { order_id, token, payment_id } = await shopper.startPaying()
  expect(await used()).toBe(1)
  await shop.choose(payment_id, 'decline')
  expect(await used()).toBe(0)

  const again = ok(await shopper.api.checkout.processPayment({ order_id, token }))
  expect(await used()).toBe(1)
  await shop.choose(again.payment_id, 'decline')
  await shop.db.updateTable('coupons').set({ used_count: 1 }).where('id', '=', id).execute()
  expect(await shopper.api.checkout.processPayment({ order_id, token })).toMatchObject({
    code: 'COUPON_INVALID',
  })
})

test('choosing cash on delivery instead places one order', async () => {
  const vase = await shop.productWith(9)
  const shopper = await shop.guestAtPayment(vase)
  const online = await shopper.startPaying()
  await shop.choose(online.payment_id, 'decline')
  ok(await shopper.api.cart.updatePaymentMode({ payment_method: 'cod' }))

  const { order_id, redirect } = ok(await shopper.order())

  expect(redirect).toContain('type=cod')
  expect((await shop.orderRow(order_id)).status).toBe('placed')
  expect((await shop.orderRow(online.order_id)).status).toBe('cancelled')
  expect(await shop.stockOf(vase)).toBe(8)
  expect(ok(await shopper.api.cart.get()).items).toEqual([])
})

test('items added to the cart while paying stay in it', async () => {
  const [vase, bowl] = [await shop.productWith(9), await shop.productWith(9)]
  const shopper = await shop.guestAtPayment(vase)
  const { payment_id } = await shopper.startPaying()
  ok(await shopper.api.cart.addItem({ product_id: bowl.id, quantity: 2 }))
  ok(await shopper.api.cart.addItem({ product_id: vase.id }))

  await shop.choose(payment_id, 'pay')

  const { items } = ok(await shopper.api.cart.get())
  expect(items.map(({ product_id, quantity }) => [product_id, quantity]).sort()).toEqual(
    [
      [bowl.id, 2],
      [vase.id, 1],
    ].sort(),
  )
  expect(ok(await shopper.order()).payment_required).toBe(true)
})

test('a guessed token and another order’s payment answer 404', async () => {
  const mine = await shop.guestAtPayment(await shop.productWith(3))
  const theirs = await shop.guestAtPayment(await shop.productWith(3))
  const my = await mine.startPaying()
  const their = await theirs.startPaying()

  const nothing = { code: 'NOT_FOUND' }
  expect(await mine.api.checkout.processPayment({ order_id: their.order_id, token: my.token })).toMatchObject(
    nothing,
  )
  expect(
    await mine.api.checkout.completePayment({
      order_id: my.order_id,
      token: my.token,
      payment_id: their.payment_id,
    }),
  ).toMatchObject(nothing)
})

test('a bank transfer order is placed at once with payment instructions', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3), 'bank_transfer')

  const { order_id, token, payment_required } = ok(await shopper.order())

  expect(payment_required).toBe(false)
  expect(ok(await shopper.api.checkout.complete({ order_id, token }))).toMatchObject({
    status: 'placed',
    payment_status: 'pending',
    payment_instructions: expect.stringContaining('order number as the reference'),
  })
  expect(await shop.messagesOf(order_id)).toEqual([...placedMessages, 'mail payment_instructions'])
  expect(await shopper.api.checkout.processPayment({ order_id, token })).toMatchObject({
    code: 'ALREADY_PAID',
  })
})

test('a placed order can be rated, and rated again', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(3))
  const { order_id, token, payment_id } = await shopper.startPaying()
  const rate = (rating: number) =>
    shopper.api.checkout.rateExperience({ order_id, token, rating, comment: 'Quick' })
  expect(await rate(5)).toMatchObject({ code: 'ORDER_STATE' })
  await shop.choose(payment_id, 'pay')

  expect(await rate(4)).toEqual({
    status: 'success',
    message: 'Thank you for your rating',
    data: { rating: 4 },
  })
  await rate(5)
  expect(ok(await shopper.api.checkout.complete({ order_id, token })).experience_rating).toBe(5)
  expect(await rate(6)).toMatchObject({ code: 'VALIDATION' })
})
