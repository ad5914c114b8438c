import { afterEach, expect, test } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { giftCardPlugin } from './server.ts'
import { giftCardWeb } from './web.ts'

const plugins = [giftCardPlugin]
const webPlugins = [giftCardWeb]
const opened = await openShop({ seed: true, pages: true, plugins, webPlugins })
const shop = withOrders(opened)
const { db, pool, services } = shop
await writePlugin(db, plugins, { module_name: 'GiftCard', is_active: true })
await services.changes.catchUp()
const staff = await signedInStaff(opened, 'owner')
afterEach(() => expectSoundLedger(pool))

const post = async (who: { request: Requests }, path: string, payload: object) =>
  (await who.request({ method: 'POST', url: path, payload })).body as Answer
type Requests = Awaited<ReturnType<typeof shop.guestAtPayment>>['request']
type Answer = { status: string; code?: string; message?: string; data: Cart & { code: string; id: number } }

const issue = (amount: number, request_key: string = crypto.randomUUID()) =>
  post(staff, '/api/admin/gift-cards', { amount, note: 'For Asha', request_key })
const apply = (who: { request: Requests }, code: string) => post(who, '/api/plugins/GiftCard/apply', { code })

test('a card is issued once for a request, its code is shown once and stored as a hash', async () => {
  const key = crypto.randomUUID()
  const { data } = await issue(50_000, key)
  expect(data.code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  expect(await issue(50_000, key)).toMatchObject({ code: 'ALREADY_ISSUED' })

  const listed = await staff.request({ method: 'GET', url: `/api/admin/gift-cards?q=${data.code.slice(-4)}` })
  const end = data.code.slice(-4)
  expect(listed.body).toMatchObject({
    data: {
      total: 1,
      data: [{ label: `Gift card •••• ${end}`, balance: { amount: 50_000 }, state: 'active' }],
    },
  })
  expect(JSON.stringify(listed.body)).not.toContain(data.code.slice(0, 9))
  for (const table of ['gift_cards', 'value_accounts', 'value_entries', 'audit_log'])
    expect(JSON.stringify((await pool.query(`select * from ${table}`)).rows)).not.toContain(
      data.code.slice(0, 9),
    )
})

test('a card pays a part by its code however it is typed, comes off the cart, and is on the order and its invoice', async () => {
  const { data: card } = await issue(10_000)
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const typed = ` ${card.code.toLowerCase().replaceAll('-', ' ')} `
  const { data: cart } = await apply(shopper, typed)
  const total = cart.grand_total.amount
  expect(cart.stored_value?.due.amount).toBe(total - 10_000)

  const { data: without } = await post(shopper, '/api/plugins/GiftCard/remove', {
    id: cart.stored_value?.parts[0]?.id,
  })
  expect(without.stored_value).toBeUndefined()
  await apply(shopper, card.code)
  const page = String((await shopper.request({ method: 'GET', url: '/checkout/payment' })).body)
  expect(page).toContain('Have another gift card?')
  expect(page).toContain('To pay')

  const { order_id, order_no, token } = ok(await shopper.order())
  expect(ok(await shopper.api.orders.item({ order_no, token })).order).toMatchObject({
    stored_value: { parts: [{ amount: { amount: 10_000 } }], due: { amount: total - 10_000 } },
    totals: { discount: { amount: 0 } },
  })
  await shop.bring(order_id, 'packed', 'shipped')
  const { rows } = await pool.query<{ document: { total: number; paid_before: string } }>(
    'select document from invoices where order_id = $1',
    [order_id],
  )
  expect(rows[0]?.document.total).toBe(total)
  expect(rows[0]?.document.paid_before).toMatch(/^₹100(\.00)? of the order by Gift card •••• /)
})

test('staff read that a blocked card has paid an order, until it is unblocked', async () => {
  const { data: card } = await issue(10_000)
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  await apply(shopper, card.code)
  const { order_id } = ok(await shopper.order())
  const blocked = async () => ok(await staff.admin.adminOrders.get({ id: order_id })).blocked_cards
  expect(await blocked()).toEqual([])
  const turn = (is_blocked: boolean) =>
    post(staff, '/api/admin/gift-cards/block', { id: card.id, is_blocked })
  await turn(true)
  expect(await blocked()).toEqual([`Gift card •••• ${card.code.slice(-4)}`])
  await turn(false)
  expect(await blocked()).toEqual([])
})

test('a wrong, a blocked and an empty card look the same, and tries are limited', async () => {
  const { data: card } = await issue(10_000)
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const wrong = await apply(shopper, 'AAAA-BBBB-CCCC-DDDD')
  expect(wrong).toMatchObject({ code: 'COUPON_INVALID' })
  await post(staff, '/api/admin/gift-cards/block', { id: card.id, is_blocked: true })
  expect((await apply(shopper, card.code)).message).toBe(wrong.message)
  await post(staff, '/api/admin/gift-cards/block', { id: card.id, is_blocked: false })
  expect(await apply(shopper, card.code)).toMatchObject({ status: 'success' })

  for (let n = 0; n < 8; n++) await apply(shopper, `AAAA-BBBB-CCCC-${n}DDD`)
  expect(await apply(shopper, 'AAAA-BBBB-CCCC-9DDD')).toMatchObject({ code: 'RATE_LIMITED' })
})

test('the form works without JavaScript, and long and hostile codes are refused', async () => {
  const { data: card } = await issue(10_000)
  const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const form = (fields: Record<string, string>) =>
    shopper.request({
      method: 'POST',
      url: '/forms/apply-gift-card',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        referer: `${services.config.storeUrl ?? 'http://localhost'}/checkout/payment`,
      },
      payload: new URLSearchParams(fields).toString(),
    })
  const refused = await form({ code: 'AAAA-BBBB-CCCC-DDDD' })
  expect(refused).toMatchObject({ status: 303, headers: { location: '/checkout/payment?posted=1' } })
  const added = await form({ code: card.code })
  expect(added).toMatchObject({ status: 303, headers: { location: '/checkout/payment' } })
  expect(ok(await shopper.api.cart.get()).stored_value).toMatchObject({
    parts: [{ amount: { amount: 10_000 } }],
  })
  expect(await apply(shopper, 'x'.repeat(10_000))).toMatchObject({ status: 'error' })
  expect(await apply(shopper, "' or 1=1 --")).toMatchObject({ code: 'COUPON_INVALID' })
})
