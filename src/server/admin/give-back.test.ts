import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { giveAllowance } from '#server/commerce/orders/give-allowance.ts'
import { issueMissingCreditNotes } from '#server/commerce/orders/invoices/issue-credit-note.ts'
import { issueInvoice } from '#server/commerce/orders/invoices/issue-invoice.ts'

const opened = await openShop({ seed: true })
const shop = withOrders(opened)
const { db, services } = shop
const staff = await signedInStaff(opened, 'fulfilment')
const { adminOrders } = staff.admin

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const ref = async (id: number) => ({ id, version: (await detail(id)).version })
const held = async (id: number) => (await detail(id)).refundable.amount.amount
const give = async (id: number, amount: number, more: object = {}) =>
  adminOrders.giveBack({ ...(await ref(id)), amount, reason: 'goodwill', ...more })
const texts = async (id: number) =>
  (
    await db
      .selectFrom('outbox')
      .select(['kind', 'text'])
      .where('order_id', '=', id)
      .where('channel', '=', 'mail')
      .execute()
  ).filter(({ kind }) => kind.startsWith('refunded:'))

test('money of an online payment goes back in parts, up to the captured amount, and the order stays delivered', async () => {
  const { order_id, read } = await shop.deliveredOrder({ method: 'test_gateway' })
  const { grand_total } = await detail(order_id)
  const total = grand_total.amount
  expect(await held(order_id)).toBe(total)
  const given = ok(await give(order_id, 10_000, { reason: 'late', note: 'Sorry for the delay' }))
  expect(given).toMatchObject({ status: 'delivered', payment_status: 'partially_refunded' })
  expect(given.actions).toEqual(expect.arrayContaining(['giveBack', 'startReturn']))
  expect(given.refunds).toMatchObject([
    { kind: 'allowance', status: 'refunded', amount: { amount: 10_000 }, items: [] },
  ])
  expect(given.payments[0]?.refunded.amount).toBe(10_000)
  expect(given.owed_refunds).toEqual([])
  const [mail] = await texts(order_id)
  expect(mail?.text).toContain('Sorry for the delay')
  expect(mail?.text).toContain('original payment method')
  expect((await read()).refunds[0]).toMatchObject({ kind: 'allowance', note: 'Sorry for the delay' })

  expect(await give(order_id, total - 10_000 + 1)).toMatchObject({
    code: 'VALIDATION',
    errors: { amount: [expect.stringContaining('at most')] },
  })
  const rest = ok(await give(order_id, total - 10_000))
  expect(rest).toMatchObject({
    status: 'delivered',
    payment_status: 'refunded',
    refundable: { amount: { amount: 0 } },
  })
  expect(rest.actions).not.toContain('giveBack')
  expect(await give(order_id, 1)).toMatchObject({ code: 'NOT_REFUNDABLE' })
  const entry = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('record_id', '=', rest.order_no)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({
    action: 'order.give_back',
    after: { reason: 'goodwill', amount: total - 10_000 },
  })
})

test('of an order paid on delivery the money is a refund to pay by hand', async () => {
  const { order_id } = await shop.deliveredOrder()
  const given = ok(await give(order_id, 5_000, { reason: 'damaged' }))
  expect(given.owed_refunds).toMatchObject([
    { amount: { amount: 5_000 }, reason: 'allowance', paid_on: null },
  ])
  const [debt] = given.owed_refunds
  const paid = ok(
    await adminOrders.payBack({
      ...(await ref(order_id)),
      ...{ owed_id: debt?.id ?? 0, paid_on: new Date().toISOString().slice(0, 10), reference: 'UTR 1' },
    }),
  )
  expect(paid).toMatchObject({ status: 'delivered', payment_status: 'partially_refunded' })
})

test('an order that is not paid has nothing to refund', async () => {
  const { order_id } = await shop.orderOf()
  expect(await held(order_id)).toBe(0)
  expect((await detail(order_id)).actions).not.toContain('giveBack')
  expect(await give(order_id, 100)).toMatchObject({ code: 'NOT_REFUNDABLE' })
})

test('two members of staff at once refund once, and never more than the paid amount', async () => {
  const { order_id } = await shop.deliveredOrder({ method: 'test_gateway' })
  const seen = await ref(order_id)
  const replies = await Promise.all(
    [1, 2].map(() => adminOrders.giveBack({ ...seen, amount: 10_000, reason: 'price' })),
  )
  expect(replies.map((reply) => (reply.status === 'error' ? reply.code : 'success')).sort()).toEqual([
    'STALE_RECORD',
    'success',
  ])
  const left = await held(order_id)
  const all = await Promise.allSettled(
    [1, 2, 3].map(() =>
      giveAllowance(services, order_id, { amount: left, reason: 'other', note: '', locale: 'en-IN' }),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await carryOutRefunds(services)
  const { payments, grand_total } = await detail(order_id)
  expect(payments[0]?.refunded).toEqual(grand_total)
})

test('the delivery charge goes back once; its credit note has the delivery alone', async () => {
  const { order_id } = await shop.deliveredOrder({ method: 'test_gateway', quantity: 1 })
  await db
    .updateTable('orders')
    .set({ shipping_total: 6_000, grand_total: sql`grand_total - shipping_total + 6000` })
    .where('id', '=', order_id)
    .execute()
  await db
    .updateTable('payments')
    .set({ captured_amount: (eb) => eb('captured_amount', '+', 6_000) })
    .where('order_id', '=', order_id)
    .execute()
  expect(await give(order_id, 6_001, { reason: 'delivery' })).toMatchObject({ code: 'VALIDATION' })
  const given = ok(await give(order_id, 6_000, { reason: 'delivery' }))
  expect(given.refundable.delivery.amount).toBe(0)
  expect(await give(order_id, 1, { reason: 'delivery' })).toMatchObject({ code: 'VALIDATION' })
  const { document } = await db
    .selectFrom('credit_notes')
    .innerJoin('refunds', 'refunds.id', 'credit_notes.refund_id')
    .select('document')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  expect(document).toMatchObject({ total: 6_000, lines: [{ sku: '', total: 6_000 }] })
})

test('the credit note spreads the amount over the items with their tax; before the invoice it waits for it', async () => {
  const { order_id } = await shop.orderOf({ method: 'test_gateway' })
  ok(await give(order_id, 7_777))
  const notes = () =>
    db
      .selectFrom('credit_notes')
      .innerJoin('refunds', 'refunds.id', 'credit_notes.refund_id')
      .select('document')
      .where('order_id', '=', order_id)
      .execute()
  await issueMissingCreditNotes(services)
  expect(await notes()).toEqual([])
  await db.transaction().execute((tx) => issueInvoice(tx, order_id))
  await issueMissingCreditNotes(services)
  const [note] = await notes()
  expect(note?.document).toMatchObject({
    total: 7_777,
    lines: [{ name: expect.stringContaining('Price reduction'), quantity: 1, total: 7_777 }],
  })
})

test('photos of a claim are stored with the return that staff start, once and for its order only', async () => {
  const [claim, other] = [
    await shop.deliveredOrder({ method: 'test_gateway' }),
    await shop.deliveredOrder({ method: 'test_gateway' }),
  ]
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#225577' } })
    .jpeg()
    .toBuffer()
  const add = async (id: number, content = bytes) =>
    staff.upload(
      `/api/admin/orders/${id}/return-photos`,
      new Blob([new Uint8Array(content)], { type: 'image/jpeg' }),
    )
  const pathOf = ({ body }: { body: unknown }) => (body as { data: { image_path: string } }).data.image_path
  const [photo, elsewhere] = [pathOf(await add(claim.order_id)), pathOf(await add(other.order_id))]
  expect(await add(999_999_999)).toMatchObject({ status: 404 })
  expect(await add(claim.order_id, Buffer.from('<svg onload=x()>'))).toMatchObject({ status: 422 })

  const [line] = (await detail(claim.order_id)).productchannel
  const start = async (images: string[]) =>
    adminOrders.startReturn({
      ...(await ref(claim.order_id)),
      items: [{ item_id: line?.id ?? 0, quantity: 1, reason: 'damaged', images }],
    })
  for (const images of [
    [elsewhere],
    [photo, elsewhere],
    ['../secrets.json'],
    Array.from({ length: 5 }, () => photo),
  ])
    expect(await start(images)).toMatchObject({ code: 'VALIDATION' })
  const started = ok(await start([photo]))
  expect(started.refunds[0]?.items[0]?.images).toEqual([expect.stringContaining(photo)])
})

test('staff start a return after its window: it is approved, and pays at most what is left', async () => {
  const { order_id, read, product } = await shop.deliveredOrder({ method: 'test_gateway' })
  await db.updateTable('order_items').set({ return_days: 0 }).where('order_id', '=', order_id).execute()
  const total = (await detail(order_id)).grand_total.amount
  const [line] = (await detail(order_id)).productchannel
  const stock = async () =>
    (await db.selectFrom('variations').select('stock').where('id', '=', product.id).executeTakeFirstOrThrow())
      .stock
  const before = await stock()
  ok(await give(order_id, total - 500))
  const items = [{ item_id: line?.id ?? 0, quantity: 2, reason: 'damaged' as const }]
  const started = ok(
    await adminOrders.startReturn({ ...(await ref(order_id)), items, note: 'We collect it on Monday' }),
  )
  expect(started).toMatchObject({ status: 'refund_approved', refundable: { amount: { amount: 0 } } })
  const refund = started.refunds.find(({ kind }) => kind === 'return')
  expect(refund).toMatchObject({
    status: 'refund_approved',
    amount: { amount: 500 },
    items: [{ quantity: 2 }],
  })
  const kinds = (await db.selectFrom('outbox').select('kind').where('order_id', '=', order_id).execute()).map(
    ({ kind }) => kind.replace(/:.*/, ''),
  )
  expect(kinds).toContain('refund_approved')
  expect(kinds).not.toContain('refund_requested')
  expect(await adminOrders.startReturn({ ...(await ref(order_id)), items })).toMatchObject({
    code: 'NOT_REFUNDABLE',
  })
  for (const step of ['returned', 'paid'] as const)
    ok(
      await adminOrders.refund({
        ...(await ref(order_id)),
        ...{ refund_no: refund?.refund_no ?? '', step, restocks: true },
      }),
    )
  expect(await stock(), 'the items are in stock once').toBe(before + 2)
  const end = await detail(order_id)
  expect(end).toMatchObject({ status: 'refunded', owed_refunds: [] })
  expect(end.payments[0]?.refunded.amount).toBe(total)
  expect((await read()).refunds).toHaveLength(2)
})

test('a return that is declined after its items were put into stock takes them out again, unless they are sold', async () => {
  const { order_id, read, product } = await shop.deliveredOrder({ method: 'test_gateway' })
  const [line] = (await detail(order_id)).productchannel
  const stockOf = () => db.selectFrom('variations').select('stock').where('id', '=', product.id)
  const setStock = (stock: number) =>
    db.updateTable('variations').set({ stock }).where('id', '=', product.id).execute()
  const { stock: before } = await stockOf().executeTakeFirstOrThrow()
  const items = [{ item_id: line?.id ?? 0, quantity: 2, reason: 'damaged' as const }]
  ok(await adminOrders.startReturn({ ...(await ref(order_id)), items, note: '' }))
  const refund_no = (await read()).refunds[0]?.refund_no ?? ''
  const move = async (step: 'returned' | 'reject') =>
    adminOrders.refund({ ...(await ref(order_id)), refund_no, step, restocks: true })
  ok(await move('returned'))
  expect(await stockOf().execute()).toEqual([{ stock: before + 2 }])

  await setStock(1)
  const message = expect.stringContaining('only 1 left in stock')
  expect(await move('reject')).toMatchObject({ code: 'OUT_OF_STOCK', message })

  await setStock(before + 2)
  ok(await move('reject'))
  expect(await stockOf().execute()).toEqual([{ stock: before }])
})

test('an order that is cancelled after an allowance pays back the rest', async () => {
  const { order_id } = await shop.orderOf({ method: 'test_gateway' })
  const total = (await detail(order_id)).grand_total.amount
  ok(await give(order_id, 1_000))
  ok(await adminOrders.cancel({ ...(await ref(order_id)), reason: 'out_of_stock' }))
  const end = await detail(order_id)
  expect(end).toMatchObject({ status: 'cancelled', payment_status: 'refunded', owed_refunds: [] })
  expect(end.payments[0]?.refunded.amount).toBe(total)
})

const randomSequences = 'random sequences of allowances, cancellations and returns of an order'
test.each([
  ['test_gateway', 7],
  ['bank_transfer', 11],
])(`${randomSequences} by %s refund the paid amount at most, to the last unit`, async (method, first) => {
  let seed = first
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 4; round++) {
    const { order_id } = await shop.orderOf({ method, isCustomer: false })
    if (method === 'bank_transfer') ok(await adminOrders.confirmPayment(await ref(order_id)))
    const paid = (await detail(order_id)).grand_total.amount
    for (let step = 0; step < 8; step++) {
      const order = await detail(order_id)
      const most = order.refundable.amount.amount
      const [line] = order.left_to_ship
      const action = random(4)
      if (action < 2 && most > 0) ok(await give(order_id, 1 + random(most), { reason: 'price' }))
      else if (action === 2 && line)
        ok(
          await adminOrders.cancel({
            ...(await ref(order_id)),
            reason: 'out_of_stock',
            items: [{ item_id: line.order_item_id, quantity: 1 }],
          }),
        )
      else if (order.status === 'placed') await shop.deliver(order_id)
      else if (order.actions.includes('startReturn')) {
        const [item] = order.productchannel.filter(({ status }) => status === 'delivered')
        const items = [{ item_id: item?.id ?? 0, quantity: 1, reason: 'other' as const }]
        const { refunds } = ok(await adminOrders.startReturn({ ...(await ref(order_id)), items }))
        const refund_no = refunds.find(({ kind }) => kind === 'return')?.refund_no ?? ''
        ok(await adminOrders.refund({ ...(await ref(order_id)), refund_no, step: 'returned' }))
        if (random(2) === 0)
          ok(await adminOrders.refund({ ...(await ref(order_id)), refund_no, step: 'paid' }))
      }
    }
    await carryOutRefunds(services)
    const end = await detail(order_id)
    const byGateway = end.payments.reduce((sum, { refunded }) => sum + refunded.amount, 0)
    const byHand = end.owed_refunds.reduce((sum, { amount }) => sum + amount.amount, 0)
    const reserved = end.refunds.reduce(
      (sum, { status, amount }) => sum + (status === 'returned' ? amount.amount : 0),
      0,
    )
    expect([round, byGateway + byHand + reserved + end.refundable.amount.amount]).toEqual([round, paid])
  }
})
