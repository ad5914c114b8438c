import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { serveRefundPhotos } from '#server/http/api/serve-refund-photos.ts'
import { createServer } from '#server/http/create-server.ts'
import { eraseLeftOrders } from '#server/people/account/erase-orders.ts'
import { approveRefund, rejectRefund } from './decide-refund.ts'
import { giveAllowance } from './give-allowance.ts'
import { markReturned } from './mark-returned.ts'
import { payRefund } from './pay-refund.ts'
import { deleteUnusedPhotos } from './store-photo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-photos-'))
const shop = withOrders(await openShop({ seed: true, config: { dataDir } }))
const app = createServer(shop.services)
serveRefundPhotos(app, shop.services)
await app.ready()
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Made = Awaited<ReturnType<typeof shop.orderOf>>

const lineOf = async ({ read }: Made) => (await read()).productchannel[0]?.id ?? 0

const backTo = (order_id: number, days: number) =>
  shop.pool.query(`update order_events set at = at - make_interval(days => $2) where order_id = $1`, [
    order_id,
    days,
  ])

test('a refund passes every step from request to payment, with a message at each', async () => {
  const made = await shop.deliveredOrder({ quantity: 3, method: 'test_gateway' })
  const { api, order_no, order_id, read } = made
  const before = await read()
  expect(before).toMatchObject({
    can_refund: true,
    can_cancel: false,
    productchannel: [{ can_refund: true }],
  })
  const item_id = await lineOf(made)

  const requested = ok(
    await api.orders.refundRequest({
      order_no,
      items: [{ item_id, quantity: 2, reason: 'damaged', comment: 'A chip' }],
    }),
  )

  expect(requested.status).toBe('refund_requested')
  const sent = requested.order.productchannel.find(({ status }) => status === 'refund_requested')
  expect(sent).toMatchObject({ quantity: 2 })
  expect(requested.amount).toEqual(sent?.total)
  expect(requested.order).toMatchObject({
    status: 'refund_requested',
    can_refund: false,
    refunds: [
      { refund_no: requested.refund_no, items: [{ quantity: 2, reason: 'damaged', comment: 'A chip' }] },
    ],
  })
  expect(requested.order.productchannel.find(({ id }) => id === item_id)).toMatchObject({
    quantity: 1,
    status: 'delivered',
  })

  const { refund_no } = requested
  await expect(payRefund(shop.services, { refund_no })).rejects.toMatchObject({ code: 'ORDER_STATE' })
  await approveRefund(shop.services, { refund_no, note: 'The courier comes on Monday.' })
  expect((await read()).refunds[0]?.note).toBe('The courier comes on Monday.')
  await markReturned(shop.services, { refund_no })
  await payRefund(shop.services, { refund_no })
  await expect(payRefund(shop.services, { refund_no })).rejects.toMatchObject({ code: 'ORDER_STATE' })
  await shop.sweep()

  const after = await read()
  expect(after).toMatchObject({ status: 'refunded', payment_status: 'partially_refunded' })
  expect(after.totals.refunded).toEqual(requested.amount)
  // The note of an earlier step is not repeated.
  expect(after.refunds[0]).toMatchObject({ status: 'refunded', note: '' })
  const [payment] = await shop.paymentsOf(order_id)
  expect((await shop.ledgerOf(payment?.id ?? '')).refunded).toBe(requested.amount.amount)
  expect(await shop.messagesOf(order_id)).toEqual(
    expect.arrayContaining([
      'mail refund_requested',
      'sms refund_approved',
      'mail refund_approved',
      'mail refunded',
    ]),
  )
})

test('an allowance and a return that together are all of the money leave the order refunded', async () => {
  const made = await shop.deliveredOrder({ quantity: 2, method: 'test_gateway' })
  const { api, order_no, order_id, read } = made
  const requested = ok(
    await api.orders.refundRequest({
      order_no,
      items: [{ item_id: await lineOf(made), quantity: 2, reason: 'damaged' }],
    }),
  )
  const amount = (await read()).totals.grand_total.amount - requested.amount.amount
  await giveAllowance(shop.services, order_id, { amount, reason: 'goodwill', note: '', locale: 'en-IN' })
  expect(await read()).toMatchObject({ payment_status: 'partially_refunded' })

  const { refund_no } = requested
  for (const step of [approveRefund, markReturned, payRefund]) await step(shop.services, { refund_no })

  expect(await read()).toMatchObject({ status: 'refunded', payment_status: 'refunded' })
})

test('a COD order’s refund is owed by hand', async () => {
  const made = await shop.deliveredOrder({ method: 'cod' })
  const { api, order_no, read } = made
  const { refund_no, amount } = ok(
    await api.orders.refundRequest({
      order_no,
      items: [{ item_id: await lineOf(made), quantity: 3, reason: 'other' }],
    }),
  )
  for (const step of [approveRefund, markReturned, payRefund]) await step(shop.services, { refund_no })

  const { totals, owed_refunds } = await read()
  expect([totals.refunded.amount, owed_refunds]).toMatchObject([0, [{ amount, paid_on: null }]])
  const row = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('refund_no', '=', refund_no)
    .executeTakeFirst()
  expect(row?.is_by_hand).toBe(true)
})

test('a declined refund pays nothing and states the reason', async () => {
  const made = await shop.deliveredOrder({ method: 'test_gateway' })
  const { api, order_no, order_id, read } = made
  const { refund_no } = ok(
    await api.orders.refundRequest({
      order_no,
      items: [{ item_id: await lineOf(made), quantity: 1, reason: 'other' }],
    }),
  )

  await rejectRefund(shop.services, { refund_no, note: 'It was used.' })

  expect(await read()).toMatchObject({
    status: 'refund_rejected',
    payment_status: 'paid',
    totals: { refunded: { amount: 0 } },
    refunds: [{ note: 'It was used.' }],
  })
  expect(await shop.messagesOf(order_id)).toContain('mail refund_rejected')
  await expect(approveRefund(shop.services, { refund_no: 'RF-0' })).rejects.toMatchObject({ httpStatus: 404 })
})

test('a refund is refused before delivery, after the return window, and a second time', async () => {
  const made = await shop.orderOf()
  const { api, order_no, order_id, read } = made
  const items = [{ item_id: await lineOf(made), quantity: 1, reason: 'other' as const }]
  expect(await api.orders.refundRequest({ order_no, items })).toMatchObject({ code: 'NOT_REFUNDABLE' })

  await shop.db.updateTable('order_items').set({ return_days: 7 }).where('order_id', '=', order_id).execute()
  await shop.deliver(order_id)
  await backTo(order_id, 8)
  expect(await read()).toMatchObject({ can_refund: false, productchannel: [{ can_refund: false }] })
  expect((await read()).productchannel[0]?.refund_until).not.toBeNull()
  expect(await api.orders.refundRequest({ order_no, items })).toMatchObject({ code: 'NOT_REFUNDABLE' })

  await backTo(order_id, -8)
  const replies = await Promise.all([1, 2, 3].map(() => api.orders.refundRequest({ order_no, items })))
  expect(replies.map(({ status }) => status).sort()).toEqual(['error', 'error', 'success'])
})

function upload(
  made: Made,
  images: Buffer | Buffer[],
  headers: Record<string, string> = { 'x-requested-with': 'fetch' },
) {
  const form = new FormData()
  form.set('order_no', made.order_no)
  form.set('token', made.token)
  for (const image of [images].flat()) form.append('image', new File([new Uint8Array(image)], 'photo.png'))
  const request = new Request('http://shop/', { method: 'POST', body: form })
  return request.arrayBuffer().then((body) =>
    app.inject({
      method: 'POST',
      url: '/api/orders/refund/upload',
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        'sec-fetch-site': 'same-origin',
        // The token counts in the browser that placed the order.
        cookie: [...made.cookies]
          .filter(([name]) => name.includes('placed_'))
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        ...headers,
      },
      payload: Buffer.from(body),
    }),
  )
}

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a53' } })
    .png()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer()

test('an uploaded photo is re-encoded, and only its own order’s request can use it', async () => {
  const made = await shop.deliveredOrder()
  const other = await shop.deliveredOrder()
  const reply = await upload(made, await picture())
  expect(reply.statusCode).toBe(200)
  const { image_path } = reply.json().data as { image_path: string }
  const file = join(dataDir, 'media', image_path)
  const { format, exif } = await sharp(file).metadata()
  expect({ format, exif }).toEqual({ format: 'webp', exif: undefined })

  const ask = async (whose: Made, images: string[]) =>
    whose.api.orders.refundRequest({
      order_no: whose.order_no,
      items: [{ item_id: await lineOf(whose), quantity: 1, reason: 'damaged', images }],
    })
  expect(await ask(other, [image_path])).toMatchObject({ code: 'VALIDATION' })
  expect(await ask(made, ['refund/2026/11/../../x.webp'])).toMatchObject({ code: 'VALIDATION' })
  const { order } = ok(await ask(made, [image_path]))
  expect(order.refunds[0]?.items[0]?.images).toEqual([`/media/${image_path}`])

  await shop.pool.query(`update refund_photos set created_at = created_at - interval '2 days'`)
  await deleteUnusedPhotos(shop.services)
  expect(existsSync(file)).toBe(true)
})

test('photos of an erased order are deleted, and its refund names them no more', async () => {
  const [erased, other] = [await shop.deliveredOrder(), await shop.deliveredOrder()]
  const pathOf = async (made: Made) => {
    const { image_path } = (await upload(made, await picture())).json().data as { image_path: string }
    const item_id = await lineOf(made)
    ok(
      await made.api.orders.refundRequest({
        order_no: made.order_no,
        items: [{ item_id, quantity: 1, reason: 'damaged', images: [image_path] }],
      }),
    )
    return image_path
  }
  const [gone, stays] = [await pathOf(erased), await pathOf(other)]
  await shop.pool.query(
    `update orders set status = 'refunded', customer_left_at = now() where id = ${erased.order_id}`,
  )
  await eraseLeftOrders(shop.db)
  await shop.pool.query(`update refund_photos set created_at = created_at - interval '2 days'`)

  await deleteUnusedPhotos(shop.services)

  expect(await shop.services.files.find(gone)).toBeUndefined()
  expect(await shop.services.files.find(stays)).toBeDefined()
  const imagesOf = async (made: Made) => (await made.read()).refunds[0]?.items[0]?.images
  expect(await imagesOf(erased)).toEqual([])
  expect(await imagesOf(other)).toEqual([`/media/${stays}`])
})

test('two photos in one upload are refused, and neither is stored', async () => {
  const made = await shop.deliveredOrder()
  const count = async () => (await shop.pool.query('select count(*)::int as n from refund_photos')).rows[0].n
  const before = await count()

  const reply = await upload(made, [await picture(), await picture()])

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toMatchObject({
    code: 'VALIDATION',
    errors: { image: ['Please choose one image only'] },
  })
  expect(await count()).toBe(before)
})

test('a file that is not an image, another host’s URL and another order’s photo are refused; unused photos are deleted after a day', async () => {
  const made = await shop.deliveredOrder()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  expect((await upload(made, svg)).statusCode).toBe(422)
  expect((await upload(made, Buffer.concat([(await picture()).subarray(0, 60), svg]))).statusCode).toBe(422)
  const tooLarge = { errors: { image: ['The picture must not be larger than 5 MB'] } }
  for (const megabytes of [5.01, 6]) {
    const reply = await upload(made, Buffer.alloc(megabytes * 1_024 * 1_024))
    expect({ httpStatus: reply.statusCode, ...reply.json() }).toMatchObject({ httpStatus: 413, ...tooLarge })
  }
  expect((await upload(made, await picture(), {})).statusCode).toBe(403)
  expect(
    (await upload(made, await picture(), { 'x-requested-with': 'fetch', 'sec-fetch-site': 'cross-site' }))
      .statusCode,
  ).toBe(403)
  expect((await upload({ ...made, token: 'x' }, await picture())).statusCode).toBe(404)

  const { image_path } = (await upload(made, await picture())).json().data as { image_path: string }
  await shop.pool.query(`update refund_photos set created_at = created_at - interval '2 days'`)
  await deleteUnusedPhotos(shop.services)
  expect(existsSync(join(dataDir, 'media', image_path))).toBe(false)
})
