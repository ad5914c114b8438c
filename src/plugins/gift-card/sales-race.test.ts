import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { capture } from '#server/commerce/gateways/test-gateway/ledger.ts'
import { markReturned } from '#server/commerce/orders/mark-returned.ts'
import { payRefund } from '#server/commerce/orders/pay-refund.ts'
import { expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { issueSoldCards } from './sales.server.ts'
import { giftCardPlugin } from './server.ts'

/** The gate runs two rounds, `npm run races` more. Beside the test's own process there are two workers. */
const ROUNDS = Number(process.env.RACES_ROUNDS ?? 2)
const plugins = [giftCardPlugin]
const opened = await openShop({ seed: true, plugins })
const shop = withPayments(opened)
const { product } = withCheckout(opened)
const { db, pool, services, connection } = shop
await writePlugin(db, plugins, { module_name: 'GiftCard', is_active: true })
await services.changes.catchUp()
const { admin } = await signedInStaff(opened, 'owner')
const card = await product({ name: 'Gift card', kind: 'voucher', price: 50_000 })
const context = { ...services, signal: new AbortController().signal, lastSucceededAt: undefined }
afterEach(() => expectSoundLedger(pool))

/** A paid order of three cards. @returns a return of one of them that is ready to be paid, and the address that the cards go to */
async function paidOrder(name: string) {
  const guest = shop.guest()
  const email = `${name}@example.com`
  ok(
    await guest.api.cart.addItem({
      product_id: card.id,
      quantity: 3,
      additonal_data: { recipient_email: email },
    }),
  )
  ok(await guest.api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
  ok(await guest.api.cart.updateAddress({ ...address, same_as_shipping: true }))
  const { version } = ok(await guest.api.cart.updatePaymentMode({ payment_method: 'test_gateway' }))
  const placing = { version, idempotency_key: crypto.randomUUID(), accept_tnc: true }
  const { order_id, token } = ok(await guest.api.checkout.placeOrder(placing))
  const { payment_id } = ok(await guest.api.checkout.processPayment({ order_id, token }))
  await capture(db, payment_id)
  await shop.send(await shop.facts(payment_id))
  const order = ok(await admin.adminOrders.get({ id: order_id }))
  const items = [{ item_id: order.productchannel[0]?.id ?? 0, quantity: 1, reason: 'other' as const }]
  const request = { id: order_id, version: order.version, items, note: '' }
  const refund_no = ok(await admin.adminOrders.startReturn(request)).refunds.at(-1)?.refund_no ?? ''
  await markReturned(services, { refund_no })
  return { order_id, refund_no, email }
}

function worker() {
  const env = {
    ...process.env,
    ISSUE_SETUP: JSON.stringify({ connection, config: services.config }),
    NODE_OPTIONS: '',
  }
  const child = fork(new URL('./issue-process.test-support.ts', import.meta.url), { env, execArgv: [] })
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
}

/** How many connections wait to note a card that they have issued. */
const issuing = async () =>
  (
    await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into gift_card_sales%'",
    )
  ).rowCount

test(
  `sold cards are issued once when a refund meets two workers and one of them is killed in between (${ROUNDS} rounds, processes: 3)`,
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const orders = await Promise.all([1, 2].map((n) => paidOrder(`round${round}-${n}`)))
      const gate = await pool.connect()
      await gate.query('begin; lock table gift_card_sales in share mode')
      const [killed, living] = [worker(), worker()]
      await vi.waitFor(async () => expect(await issuing()).toBeGreaterThan(0), { timeout: 240_000 })
      const refunds = orders.map(({ refund_no }) => payRefund(services, { refund_no }))
      // In every second round it is killed while it waits to write, in the others while it may commit.
      if (round % 2) killed.kill()
      await gate.query('commit')
      gate.release()
      killed.kill()
      await Promise.all([killed.ended, ...refunds])
      expect(await living.ended).toEqual([0, null])
      // The claim of a killed worker ends after two minutes.
      await pool.query("update job_records set retry_at = now() where job like 'gift-card.%'")
      await Promise.all([issueSoldCards(context), issueSoldCards(context)])

      for (const { order_id, email } of orders) {
        const { rows } = await pool.query(
          `select count(*) filter (where s.voided_at is null)::integer as cards,
            coalesce(sum(a.balance), 0)::integer as value,
            count(*) filter (where d.sent_at is not null and s.voided_at is null)::integer as sent
          from gift_card_sales s join order_items i on i.id = s.order_item_id join value_accounts a on a.id = s.account_id
            join gift_card_deliveries d on d.id = a.id
          where i.order_id = $1`,
          [order_id],
        )
        expect(rows).toEqual([{ cards: 2, value: 100_000, sent: 2 }])
        const { rows: mails } = await pool.query<{ code: string }>(
          "select substring(text from 'Code: (\\S+)') as code from outbox where recipient = $1 and kind = 'gift_card'",
          [email],
        )
        expect(new Set(mails.map(({ code }) => code)).size).toBe(mails.length)
        expect(await shop.paymentsOf(order_id)).toMatchObject([{ refunded_amount: 50_000 }])
      }
    }
  },
  60_000 + ROUNDS * 300_000,
)
