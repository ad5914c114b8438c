import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { requireOrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { trackToken } from '#server/commerce/orders/model/track-link.ts'
import { addScan } from '#server/commerce/orders/shipping/add-scan.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { sendOutbox } from '#server/platform/notify/send-outbox.ts'
import type { Outgoing } from '#server/platform/notify/transport.ts'

const shop = await withParcels(await openShop({ seed: true }))
const { services, db } = shop
const ask = { method: 'POST', url: '/api/track-order' } as const

/** The newest tracking code. */
async function newestCode(recipient: string) {
  const row = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'otp')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return /^\d{4}/.exec(row?.text ?? '')?.[0]
}

test('track-order shows the order to the holder of its phone or email, by code', async () => {
  for (const [input, recipient, email] of [
    ['98765 43210', '+919876543210', 'a@example.com'],
    ['ASHA@example.com', 'asha@example.com', 'asha@example.com'],
    ['\uff21sha\uff20example.com\u200b', 'asha@example.com', 'asha@example.com'],
  ] as const) {
    const order = await shop.order({ email })
    const { api } = shop.guest()
    expect(await api.track.order({ order_no: order.order_no, input, otp: null })).toEqual({
      status: 'success',
      message: 'We sent you a code',
      data: { verification_required: true, length: 4 },
    })
    const tracked = ok(
      await api.track.order({ order_no: order.order_no, input, otp: await newestCode(recipient) }),
    )
    if (tracked.verification_required) expect.fail('the code was right')
    expect(tracked).toMatchObject({
      order_no: order.order_no,
      status: 'placed',
      shipments: [],
      order: { email },
    })
    // The link opens it in any browser.
    expect(ok(await shop.guest().api.track.order({ token: tracked.token }))).toMatchObject({
      order_no: order.order_no,
    })
  }
})

test('messages and codes of an order abroad go to the phone number of its country', async () => {
  const order = await shop.order({ phone: '4155550132' })
  const { id } = ok(await shop.api.settings.countries()).find(({ code }) => code === 'US') ?? {}
  await shop.pool.query(
    `update orders set shipping_address = shipping_address || json_build_object('country_id', $1::int)::jsonb where order_no = $2`,
    [id, order.order_no],
  )
  const { api } = shop.guest()
  const requested = { order_no: order.order_no, input: '+1 (415) 555-0132' }

  expect(await api.track.order(requested)).toMatchObject({ data: { verification_required: true } })
  const tracked = ok(await api.track.order({ ...requested, otp: await newestCode('+14155550132') }))
  expect(tracked).toMatchObject({ order_no: order.order_no })
  expect(await shop.guest().api.track.order({ ...requested, input: '415 555 0132' })).toMatchObject({
    data: { verification_required: true },
  })

  const recipients = new Set<string>()
  const sms = async ({ kind, recipient }: Outgoing) => void recipients.add(`${kind} ${recipient}`)
  await sendOutbox({ db, log: services.log, transports: { sms } })
  expect([...recipients]).toContain('order_placed +14155550132')
  expect([...recipients].filter((one) => one.includes('4155550132'))).toEqual(
    expect.not.arrayContaining([expect.stringContaining('+914155550132')]),
  )
})

test('track-order answers the same for unknown orders and other people’s orders', async () => {
  const order = await shop.order()
  const replies = []
  for (const [order_no, input] of [
    [order.order_no, 'asha@example.com'],
    [order.order_no, 'stranger@example.com'],
    ['SF-999999', 'asha@example.com'],
  ]) {
    const { request } = shop.guest()
    const { status, body } = await request({ ...ask, payload: { order_no, input } })
    const guessed = await request({ ...ask, payload: { order_no, input, otp: '0000' } })
    replies.push({ status, body, guessed: guessed.body })
  }
  expect(replies[1]).toEqual(replies[0])
  expect(replies[2]).toEqual(replies[0])
  expect(replies[0]?.guessed).toMatchObject({ code: 'OTP_INVALID', data: { attempts_left: 4 } })
  expect(await newestCode('stranger@example.com')).toBeUndefined()
})

test('track-order stops comparing after five wrong codes for an order, from any address', async () => {
  const order = await shop.order({ email: 'five@example.com' })
  const requested = { order_no: order.order_no, input: 'five@example.com' }
  const guest = shop.guest()
  ok(await guest.api.track.order(requested))
  const right = (await newestCode('five@example.com')) ?? ''
  const wrong = right === '0000' ? '0001' : '0000'
  for (let at = 0; at < 4; at++)
    expect(await guest.api.track.order({ ...requested, otp: wrong })).toMatchObject({ code: 'OTP_INVALID' })
  expect(await shop.guest().api.track.order({ ...requested, otp: wrong })).toMatchObject({
    code: 'OTP_INVALID',
  })
  expect(await guest.api.track.order({ ...requested, otp: right })).toMatchObject({ code: 'RATE_LIMITED' })
})

test('track-shipment shows status without personal data', async () => {
  const order = await shop.order()
  await shipOrder(services, { order_no: order.order_no, courier: 'Test Courier', waybill: 'WB-PUBLIC-1' })
  await addScan(services, {
    waybill: 'WB-PUBLIC-1',
    status: 'in_transit',
    location: 'Pune',
    remark: 'For Asha Rao',
  })

  const { body } = await shop.guest().request({ method: 'GET', url: '/api/track-order/wb-public-1' })
  expect(body).toMatchObject({
    data: {
      courier: 'Test Courier',
      status: 'in_transit',
      items: [],
      scans: [{ location: 'Pune', label: 'In transit' }, {}],
    },
  })
  const text = JSON.stringify(body)
  for (const secret of ['Asha', 'MG Road', '9876543210', order.order_no, order.items[0]?.name ?? 'x'])
    expect(text).not.toContain(secret)
})

test('track-order and track-shipment limit misses only', async () => {
  const order = await shop.order()
  await shipOrder(services, { order_no: order.order_no, courier: 'Test Courier', waybill: 'WB-OFTEN-1' })
  const { api } = shop.guest()
  for (let at = 0; at < 25; at++) ok(await api.track.shipment({ waybill: 'WB-OFTEN-1' }))
  for (let at = 0; at < 10; at++) {
    expect(await api.track.shipment({ waybill: `WB-GUESS-${at}` })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await api.track.order({ token: `${order.order_no}.guess${at}` })).toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect(await api.track.shipment({ waybill: 'WB-GUESS-99' })).toMatchObject({ code: 'RATE_LIMITED' })
  // Another order's token does not open this one.
  const other = await shop.order()
  const access = await requireOrderAccess(services.db, other.order_id)
  const token = trackToken(services.config, { ...access, order_no: order.order_no })
  expect(await shop.guest().api.track.order({ token })).toMatchObject({ code: 'NOT_FOUND' })
})

test('track-order reports missing fields', async () => {
  const { api } = shop.guest()
  expect(await api.track.order({})).toMatchObject({ errors: { order_no: [expect.any(String)] } })
  expect(await api.track.order({ order_no: 'SF-1' })).toMatchObject({
    errors: { input: [expect.any(String)] },
  })
  expect(await api.track.order({ order_no: 'SF-1', input: '12' })).toMatchObject({
    errors: { input: ['Invalid phone number'] },
  })
})
