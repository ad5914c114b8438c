import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { expireChanges } from '#server/commerce/payments/answer-change.ts'
import { addPromotion } from '#server/commerce/promotions/promotion.test-support.ts'

const opened = await openShop({ seed: true })
const shop = await withParcels(opened)
const { choose, paymentsOf, orderRow, stockOf, productWith, sweep } = withPayments(opened)
const { db } = shop
const staff = await signedInStaff(opened, 'fulfilment')
const { adminOrders } = staff.admin

/** An order of two pieces of one product and one of another, as staff see it. */
async function placed(method: 'cod' | 'test_gateway' = 'cod') {
  const made = await shop.order({ method })
  if (method === 'test_gateway') {
    const { api } = made.guest
    const { payment_id } = ok(
      await api.checkout.processPayment({ order_id: made.order_id, token: made.token }),
    )
    await choose(payment_id, 'pay')
  }
  const id = made.order_id
  const detail = ok(await adminOrders.get({ id }))
  const [two, one] = detail.productchannel
  if (!two || !one) throw new Error('The order has two lines')
  return { ...made, id, detail, two, one }
}

type Change = Omit<Parameters<typeof adminOrders.quoteChange>[0], 'id'>

/** Changes the order as a member of staff who looked at the quote. */
async function change(id: number, what: Change, key = randomUUID()) {
  const quote = ok(await adminOrders.quoteChange({ id, ...what }))
  const agreed = { expected_total: quote.totals.grand_total.amount, idempotency_key: key }
  return adminOrders.change({ id, version: quote.version, ...what, ...agreed })
}

const kinds = async (id: number) => (await shop.kinds(id)).map((kind) => kind.replace(/:\d+/, ''))

test('a quote of no change has the figures of the order, and writes nothing', async () => {
  const { id, detail } = await placed()
  const quote = ok(await adminOrders.quoteChange({ id }))
  const { refunded: _, ...totals } = detail.totals
  expect(quote).toMatchObject({ totals, difference: { amount: 0 }, settlement: 'none', is_different: false })
  expect(quote.lines.map(({ quantity }) => quantity)).toEqual([2, 1])
  expect(await db.selectFrom('carts').where('session_id', 'like', 'change-%').selectAll().execute()).toEqual(
    [],
  )
  expect(await change(id, {})).toMatchObject({ errors: { items: ['Nothing is different'] } })
})

test('fewer pieces of a paid order go back into stock and their money to the payment, and back again', async () => {
  const { id, detail, two } = await placed('test_gateway')
  const variation = { id: two.product_id ?? 0 }
  const stock = await stockOf(variation)
  const less = ok(await change(id, { items: [{ item_id: two.id, quantity: 1 }] }))

  expect(less.totals.grand_total.amount).toBeLessThan(detail.totals.grand_total.amount)
  const [payment] = await paymentsOf(id)
  const difference = detail.totals.grand_total.amount - less.totals.grand_total.amount
  expect(payment?.refunded_amount).toBe(difference)
  expect(await stockOf(variation)).toBe(stock + 1)
  expect(less.productchannel.map(({ status, quantity }) => `${status} ${quantity}`).toSorted()).toEqual([
    'cancelled 1',
    'placed 1',
    'placed 1',
  ])
  expect(await kinds(id)).toContain('order_changed mail')
  expect(less.timeline.at(-1)?.label).toBe('Order changed')
  expect(less.log[0]).toMatchObject({ action: 'order.change', after: { removed: [`1 × ${two.name}`] } })

  const proposed = ok(await change(id, { items: [{ item_id: two.id, quantity: 2 }] }))
  expect(proposed.change).toMatchObject({ is_paid_online: true, difference: { amount: difference } })
  expect(await stockOf(variation), 'its stock is held').toBe(stock)
  await payDifference(proposed.payment_link)
  const again = ok(await adminOrders.get({ id }))
  expect({ ...again.totals, refunded: 0 }).toEqual({ ...detail.totals, refunded: 0 })
})

/** Pays as the customer does who opens the link on any device. */
async function payDifference(link: string | null) {
  const { searchParams } = new URL(link ?? '')
  const order = { order_id: Number(searchParams.get('order_id')), token: searchParams.get('token') ?? '' }
  const { api } = shop.guest()
  expect(ok(await api.checkout.complete(order))).toMatchObject({ can_pay: true, productchannel: [] })
  const { payment_id } = ok(await api.checkout.processPayment(order))
  await choose(payment_id, 'pay')
  return { ...order, payment_id, api }
}

test('a paid order that would cost more is on hold until the customer pays the difference by the link', async () => {
  const { id, detail, one } = await placed('test_gateway')
  const vase = await productWith(3)
  const key = randomUUID()
  const what = { items: [{ item_id: one.id, quantity: 0 }], added: [{ variation_id: vase.id, quantity: 2 }] }
  const waiting = ok(await change(id, what, key))
  const difference = waiting.change?.difference.amount ?? 0

  expect(waiting).toMatchObject({ status: 'placed', totals: detail.totals })
  expect(waiting.actions).not.toContain('ship')
  expect(waiting.actions).toEqual(expect.arrayContaining(['withdrawChange', 'cancel']))
  expect(await stockOf(vase)).toBe(1)
  expect(await adminOrders.pack({ id, version: waiting.version })).toMatchObject({
    code: 'ORDER_STATE',
    message: expect.stringContaining('waits for the customer'),
  })
  expect(await adminOrders.quoteChange({ id })).toMatchObject({ code: 'ORDER_STATE' })

  const { api, payment_id, ...order } = await payDifference(waiting.payment_link)
  expect(ok(await api.checkout.completePayment({ ...order, payment_id })).payment_status).toBe('paid')
  const after = ok(await adminOrders.get({ id }))
  expect(after.totals.grand_total.amount).toBe(detail.totals.grand_total.amount + difference)
  expect(after.payments.map(({ captured }) => captured.amount)).toEqual([
    detail.totals.grand_total.amount,
    difference,
  ])
  expect(after).toMatchObject({ change: null, payment_link: null, payment_status: 'paid' })
  expect(await stockOf(vase)).toBe(1)
  expect(await db.selectFrom('stock_holds').where('order_id', '=', id).selectAll().execute()).toEqual([])
  expect(ok(await adminOrders.get({ id })).payments, 'the request sent again').toHaveLength(2)
  const repeated = await adminOrders.change({
    ...{ id, version: waiting.version, ...what, idempotency_key: key, expected_total: 1 },
  })
  expect(ok(repeated).version).toBe(after.version)

  // The whole order is cancelled: both payments go back.
  ok(await adminOrders.cancel({ id, version: after.version, reason: 'customer_asked' }))
  expect((await paymentsOf(id)).map((row) => row.captured_amount - row.refunded_amount)).toEqual([0, 0])
  expect((await orderRow(id)).payment_status).toBe('refunded')
})

test('while its change waits, an order is in the list of unpaid ones and not to pack or to ship', async () => {
  const first = await placed('test_gateway')
  const second = await placed()
  const places = async (id: number) => {
    const found = []
    for (const tab of ['to_pack', 'to_ship', 'unpaid'] as const) {
      const { data, tabs } = ok(await adminOrders.list({ tab, per_page: 100 }))
      expect(tabs[tab], `the count of ${tab} is that of its list`).toBe(data.length)
      if (data.some((order) => order.id === id)) found.push(tab)
    }
    return found
  }
  expect(await places(first.id)).toEqual(['to_pack'])

  const waiting = ok(
    await change(first.id, { items: [{ item_id: first.two.id, quantity: first.two.quantity + 1 }] }),
  )
  expect(await places(first.id)).toEqual(['unpaid'])

  ok(await adminOrders.withdrawChange({ id: first.id, version: waiting.version }))
  expect(await places(first.id)).toEqual(['to_pack'])

  ok(await adminOrders.pack({ id: second.id, version: second.detail.version }))
  const packed = ok(await adminOrders.get({ id: second.id }))
  const [line] = packed.productchannel
  expect(await places(second.id)).toEqual(['to_ship'])
  ok(await change(second.id, { items: [{ item_id: line?.id ?? 0, quantity: 5 }] }))
  expect(await places(second.id)).toEqual(['unpaid'])
})

test('an order that is paid on delivery costs more when its customer accepts it', async () => {
  const { id, order_no, guest, token, detail, two } = await placed()
  const waiting = ok(await change(id, { items: [{ item_id: two.id, quantity: 4 }] }))
  const proposal = waiting.change
  if (!proposal) throw new Error('The change waits')
  expect(waiting.payment_link).toBeNull()
  expect(await kinds(id)).toEqual(expect.arrayContaining(['change_proposed mail', 'change_proposed sms']))

  const answer = { order_no, token, change_id: proposal.id }
  const stranger = shop.guest().api
  expect(await stranger.orders.answerChange({ ...answer, accepts: true })).toMatchObject({
    code: 'NOT_FOUND',
  })
  const accepted = ok(await guest.api.orders.answerChange({ ...answer, accepts: true }))
  expect(accepted.totals.grand_total).toEqual(proposal.new_total)
  expect(accepted.totals.grand_total.amount).toBeGreaterThan(detail.totals.grand_total.amount)
  expect(await guest.api.orders.answerChange({ ...answer, accepts: true })).toMatchObject({
    code: 'ORDER_STATE',
  })
  expect(ok(await adminOrders.get({ id })).actions).toContain('ship')
})

test('the payment of an order is not confirmed while a change of it waits', async () => {
  const { id, guest, order_no, token, two } = await placed()
  const waiting = ok(await change(id, { items: [{ item_id: two.id, quantity: 3 }] }))
  expect(waiting.actions).not.toContain('confirmPayment')
  expect(await adminOrders.confirmPayment({ id, version: waiting.version })).toMatchObject({
    code: 'ORDER_STATE',
  })
  // By a process of the release before.
  await db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute()
  const answer = { order_no, token, change_id: waiting.change?.id ?? 0, accepts: true }
  expect(await guest.api.orders.answerChange(answer)).toMatchObject({ code: 'ORDER_STATE' })
})

test.for(['declined', 'withdrawn', 'expired', 'cancelled'] as const)(
  'a change that is %s leaves the order as it was, with its stock free, and late money goes back',
  async (how) => {
    const { id, order_no, guest, token, detail } = await placed('test_gateway')
    const vase = await productWith(2)
    const waiting = ok(await change(id, { added: [{ variation_id: vase.id, quantity: 2 }] }))
    const { searchParams } = new URL(waiting.payment_link ?? '')
    const link = { order_id: id, token: searchParams.get('token') ?? '' }
    const { payment_id } = ok(await guest.api.checkout.processPayment(link))

    const answer = { order_no, token, change_id: waiting.change?.id ?? 0 }
    if (how === 'declined') ok(await guest.api.orders.answerChange({ ...answer, accepts: false }))
    if (how === 'withdrawn') ok(await adminOrders.withdrawChange({ id, version: waiting.version }))
    if (how === 'cancelled') ok(await guest.api.orders.cancel({ order_no, token, reason: 'changed_mind' }))
    if (how === 'expired') {
      await db
        .updateTable('order_changes')
        .set({ answer_by: new Date() })
        .where('order_id', '=', id)
        .execute()
      await expireChanges(shop.services)
    }
    expect(await stockOf(vase)).toBe(2)
    await choose(payment_id, 'pay')
    await sweep()

    const after = ok(await adminOrders.get({ id }))
    expect(after.change).toBeNull()
    expect(after.totals.grand_total).toEqual(detail.totals.grand_total)
    const late = (await paymentsOf(id)).find((row) => row.id === payment_id)
    expect(late?.captured_amount ?? 0).toBe(late?.refunded_amount ?? 0)
    expect(await guest.api.checkout.processPayment(link)).toMatchObject({
      code: how === 'cancelled' ? 'ORDER_CANCELLED' : 'ALREADY_PAID',
    })
  },
)

test('two members of staff cannot change the same order at once', async () => {
  const { id, two, one } = await placed()
  const quote = ok(await adminOrders.quoteChange({ id, items: [{ item_id: two.id, quantity: 1 }] }))
  ok(await change(id, { items: [{ item_id: one.id, quantity: 0 }] }))
  const second = await adminOrders.change({
    ...{ id, version: quote.version, items: [{ item_id: two.id, quantity: 1 }] },
    ...{ idempotency_key: randomUUID(), expected_total: quote.totals.grand_total.amount },
  })
  expect(second).toMatchObject({ code: 'STALE_RECORD' })
})

test('of a partly shipped order only what is not shipped changes, and the second invoice bills it', async () => {
  const { id, detail, two, one } = await placed('test_gateway')
  const parcel = { courier: 'Bluebird', waybill: `CHANGED-${id}` }
  const sent = [{ order_item_id: two.id, quantity: 1 }]
  ok(await adminOrders.ship({ id, version: detail.version, ...parcel, items: sent }))
  const quote = ok(await adminOrders.quoteChange({ id }))
  expect(quote.lines.map(({ quantity, shipped }) => [quantity, shipped])).toEqual([
    [1, 1],
    [1, 0],
  ])
  expect(quote.shipping_methods).toEqual([])
  expect(await adminOrders.quoteChange({ id, shipping_method: 'standard' })).toMatchObject({
    code: 'VALIDATION',
  })
  const less = ok(await change(id, { items: [{ item_id: one.id, quantity: 0 }] }))
  const last = { courier: 'Bluebird', waybill: `CHANGED-${id}-2` }
  const shipped = ok(await adminOrders.ship({ id, version: less.version, ...last }))
  const billed = shipped.invoices.reduce((sum, { total }) => sum + total.amount, 0)
  expect(shipped.status).toBe('shipped')
  expect(billed).toBe(shipped.totals.grand_total.amount)
  expect(await adminOrders.quoteChange({ id })).toMatchObject({ code: 'ORDER_STATE' })
})

test('what is removed of a partly shipped order may leave nothing to ship', async () => {
  const { id, detail, two, one } = await placed()
  const parcel = { courier: 'Bluebird', waybill: `REST-${id}` }
  const sent = [{ order_item_id: two.id, quantity: 2 }]
  ok(await adminOrders.ship({ id, version: detail.version, ...parcel, items: sent }))
  const rest = ok(await change(id, { items: [{ item_id: one.id, quantity: 0 }] }))
  expect(rest).toMatchObject({ status: 'shipped', is_partly_shipped: false })
})

test.for([
  ['an unknown line', { items: [{ item_id: 999_999_999, quantity: 1 }] }, 'VALIDATION'],
  ['an unknown product', { added: [{ variation_id: 999_999_999, quantity: 1 }] }, 'NOT_FOUND'],
  ['a negative quantity', { items: [{ item_id: 1, quantity: -1 }] }, 'VALIDATION'],
  ['an unknown delivery', { shipping_method: 'x'.repeat(60) }, 'SHIPPING_UNAVAILABLE'],
  ['a discount without a reason', { discount: { amount: 100, reason: ' ' } }, 'VALIDATION'],
  ['a note of 10 KB', { instruction: 'x'.repeat(10_000) }, 'VALIDATION'],
] as const)('%s is refused, and the order stays', async ([, what, code]) => {
  const { id, detail } = await placed()
  const requested = {
    ...('items' in what && { items: [...what.items] }),
    ...('added' in what && { added: [...what.added] }),
    ...('shipping_method' in what && { shipping_method: what.shipping_method }),
    ...('discount' in what && { discount: what.discount }),
    ...('instruction' in what && { instruction: what.instruction }),
  }
  expect(await adminOrders.quoteChange({ id, ...requested })).toMatchObject({ code })
  const agreed = { idempotency_key: randomUUID(), expected_total: detail.totals.grand_total.amount }
  expect(await adminOrders.change({ id, version: detail.version, ...requested, ...agreed })).toMatchObject({
    code,
  })
  expect(ok(await adminOrders.get({ id })).version).toBe(detail.version)
})

test('nothing left, one line twice, more than the stock and a moved total are refused', async () => {
  const { id, detail, two, one } = await placed()
  const none = [two, one].map((line) => ({ item_id: line.id, quantity: 0 }))
  expect(await adminOrders.quoteChange({ id, items: none })).toMatchObject({
    errors: { items: ['Nothing would be left. Cancel the order instead'] },
  })
  const twice = [1, 2].map((quantity) => ({ item_id: two.id, quantity }))
  expect(await adminOrders.quoteChange({ id, items: twice })).toMatchObject({ code: 'VALIDATION' })
  const vase = await productWith(1)
  expect(
    await adminOrders.quoteChange({ id, added: [{ variation_id: vase.id, quantity: 2 }] }),
  ).toMatchObject({ code: 'OUT_OF_STOCK' })
  const agreed = { idempotency_key: randomUUID(), expected_total: 1 }
  const items = [{ item_id: two.id, quantity: 1 }]
  expect(await adminOrders.change({ id, version: detail.version, items, ...agreed })).toMatchObject({
    code: 'PRICES_CHANGED',
  })
})

test('a discount of staff in a change is taken off what promotions leave, which stay', async () => {
  const promotion = await addPromotion(db, { name: 'Ten off', effect: { type: 'percentage', percent: 10 } })
  const { id, detail } = await placed('test_gateway').finally(() =>
    db.updateTable('promotions').set({ is_active: false }).where('id', '=', promotion).execute(),
  )
  const { subtotal, discount } = detail.totals
  expect(discount.amount).toBe(subtotal.amount / 10)
  const left = subtotal.amount - discount.amount
  const less = async (off: object) =>
    -ok(await adminOrders.quoteChange({ id, discount: { ...off, reason: 'Late' } })).difference.amount
  expect(await less({ percent: 10 })).toBe(Math.round(left / 10))
  expect(await less({ percent: 100 })).toBe(left)

  const after = ok(await change(id, { discount: { amount: 10_001, reason: 'Late' } }))
  const named = after.adjustments?.map(({ name, amount }) => [name, amount.amount])
  expect(named).toEqual([
    ['Ten off', discount.amount],
    ['Discount', 10_001],
  ])
  const back = ok(await change(id, { discount: { amount: 0, reason: 'By mistake' } }))
  expect(back.change?.difference.amount ?? 0).toBe(10_001)
})
