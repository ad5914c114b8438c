import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keysOf } from '#contract/rules/own-value.ts'
import { addDays, timeZoneOf } from '#contract/rules/time-zone.ts'
import { address } from '#harness/addresses.ts'
import { ok } from '#harness/reply.ts'
import { accepting, openRandomOrders, openTaxedShops, type TaxedShop } from '../random-orders.test-support.ts'
import { sources } from './figures.ts'
import { expectedSums, readFacts } from './oracle.test-support.ts'
import { readSums } from './read-sums.ts'
import { storeMonths } from './stored-months.ts'

const ORDERS = Number(process.env.REPORT_ORDERS ?? 8)
const STEPS = Number(process.env.REPORT_STEPS ?? 16)
const SEED = Number(process.env.REPORT_SEED ?? 20_261_128)
const shops = await openTaxedShops()
const timeZone = timeZoneOf('en-IN')
const { address_type: _, ...to } = address

/** Staff and customers who do anything that a state allows, with orders and refunds of any day of the last months. */
async function openWorld(shop: TaxedShop) {
  const world = await openRandomOrders(shop, SEED)
  const { db, pool } = shop[1]
  // The cost of some goods is known.
  await pool.query('update variations set cost = 50 + id where id % 2 = 0')
  const { upTo, oneOf, random, adminOrders, rows } = world
  const orders: number[] = []
  const refOf = async (id: number) => ({ id, version: (await world.read(id)).version })

  async function place() {
    await world.mixReturns()
    const api = await world.fillCart(3)
    const { code } = await world.coupon(
      oneOf<Parameters<typeof world.coupon>[0]>([{ value: 7 }, { type: 'fixed', value: 901 }]),
    )
    if (random() < 0.5) await api.cart.couponsApply({ code })
    const { version } = ok(
      await api.cart.updatePaymentMode({ payment_method: oneOf(['cod', 'test_gateway']) }),
    )
    const placed = ok(
      await api.checkout.placeOrder({ version, idempotency_key: randomUUID(), accept_tnc: true }),
    )
    // Some are never paid.
    if (placed.payment_required && random() < 0.85) await world.pay(placed)
    orders.push(placed.order_id)
  }

  const steps = {
    place,
    async deliver(id: number) {
      if ((await world.read(id)).left_to_ship.length > 0)
        ok(await adminOrders.ship({ ...(await refOf(id)), courier: 'Bluebird' }))
      for (const { waybill, status } of (await world.read(id)).shipments)
        if (status === 'shipped') ok(await adminOrders.deliver({ ...(await refOf(id)), waybill }))
    },
    async cameBack(id: number) {
      if ((await world.read(id)).left_to_ship.length === 0) return
      const [shipped] = ok(await adminOrders.ship({ ...(await refOf(id)), courier: 'Bluebird' })).shipments
      if (shipped?.status !== 'shipped') return
      const { waybill } = shipped
      ok(await adminOrders.scan({ ...(await refOf(id)), waybill, status: 'came_back' }))
    },
    async cancel(id: number) {
      const { actions, left_to_ship, status } = await world.read(id)
      if (!actions.includes('cancel')) return
      const [line] = left_to_ship
      const isPart = status !== 'pending_payment' && line && random() < 0.6
      const items = isPart ? { items: [{ item_id: line.order_item_id, quantity: 1 }] } : {}
      const request = { ...(await refOf(id)), ...items, reason: 'customer_asked' as const }
      ok(await accepting((accepted) => adminOrders.cancel({ ...request, ...accepted })))
    },
    async takeBack(id: number) {
      await steps.deliver(id)
      const { productchannel, actions } = await world.read(id)
      const line = productchannel.find(({ status }) => status === 'delivered')
      if (!line || !actions.includes('startReturn')) return
      const items = [
        {
          item_id: line.id,
          quantity: 1 + upTo(line.quantity - 1),
          reason: oneOf(['other', 'damaged'] as const),
        },
      ]
      const request = { ...(await refOf(id)), items }
      const started = await accepting((accepted) => adminOrders.startReturn({ ...request, ...accepted }))
      if (started.status === 'error') return expect(started.code).toBe('NOT_REFUNDABLE')
      const refund_no = started.data.refunds.at(-1)?.refund_no ?? ''
      for (const step of ['returned', 'paid'] as const)
        ok(await adminOrders.refund({ ...(await refOf(id)), refund_no, step, restocks: random() < 0.6 }))
    },
    async exchange(id: number) {
      await steps.deliver(id)
      const { productchannel, status } = await world.read(id)
      const line = productchannel.find((one) => one.status === 'delivered')
      if (!line || status !== 'delivered') return
      const request = {
        session: randomUUID(),
        returned: [{ item_id: line.id, quantity: 1, reason: 'other' as const }],
        mode: oneOf(['at_once', 'kept'] as const),
        items: [{ variation_id: world.anyGoods().id, quantity: 1 }],
        payment_method: 'cod',
      }
      const quote = await adminOrders.quoteExchange({ id, ...request })
      if (quote.status === 'error' || !quote.data.cart) return
      const agreed = { expected_total: quote.data.cart.grand_total.amount, idempotency_key: randomUUID() }
      const reply = await adminOrders.exchange({ id, version: quote.data.version, ...request, ...agreed })
      if (reply.status === 'error') return expect(['NOT_REFUNDABLE', 'CART_INVALID']).toContain(reply.code)
      orders.push(reply.data.id)
    },
    async replace(id: number) {
      const [line] = (await world.read(id)).productchannel
      if (!line?.product_id) return
      const draft = {
        ...{
          session: randomUUID(),
          phone: '9876543210',
          email: 'asha@example.com',
          address: to,
          payment_method: 'cod',
        },
        items: [{ variation_id: line.product_id, quantity: 1, order_item_id: line.id }],
        replaces: id,
        discount: { percent: 100, free_delivery: true, reason: 'Broken' },
      }
      const reply = await adminOrders.create({ ...draft, idempotency_key: randomUUID(), expected_total: 0 })
      if (reply.status === 'success') orders.push(reply.data.id)
    },
    /** Up to everything that the shop still holds, so that later cancellations find less than their items. */
    async giveBack(id: number) {
      const { actions, refundable } = await world.read(id)
      if (!actions.includes('giveBack')) return
      const amount = 1 + upTo(refundable.amount.amount - 1)
      ok(
        await adminOrders.giveBack({
          ...(await refOf(id)),
          amount,
          reason: oneOf(['late', 'goodwill'] as const),
        }),
      )
    },
    /** The order, its refunds and documents are of other days, some at midnight. Documents mark no month: theirs never change. */
    async moveDays(id: number) {
      const mark = `insert into report_marks (channel_id, at) select 1, issued_at from invoices where order_id = $1
        union all select 1, issued_at from credit_notes join refunds r on r.id = refund_id where r.order_id = $1`
      await rows(mark, [id])
      await rows(
        `update orders set placed_at = date_trunc('day', now() at time zone $2) at time zone $2 - make_interval(days => $3, secs => $4)
        where id = $1`,
        [id, timeZone, upTo(150), upTo(2) - 1],
      )
      await rows(
        `update refunds r set refunded_at = least(now(), o.placed_at + make_interval(days => (r.id % 70)::integer))
        from orders o where o.id = r.order_id and o.id = $1 and r.refunded_at is not null`,
        [id],
      )
      await rows(
        `update invoices v set issued_at = least(now(), o.placed_at + interval '1 day') from orders o where o.id = v.order_id and o.id = $1`,
        [id],
      )
      await rows(
        `update credit_notes n set issued_at = r.refunded_at from refunds r where r.id = n.refund_id and r.order_id = $1`,
        [id],
      )
      await rows(mark, [id])
    },
  }
  const often = [
    'deliver',
    'cancel',
    'cancel',
    'takeBack',
    'takeBack',
    'exchange',
    'replace',
    'giveBack',
    'giveBack',
    'moveDays',
    'moveDays',
  ] as const

  return {
    ...{ db, world, place },
    async anyStep() {
      const id = orders[upTo(orders.length - 1)] ?? 0
      const step = oneOf<keyof typeof steps>([...often, 'place'])
      await steps[step](id)
      if (step !== 'moveDays') await steps.moveDays(id)
      return `${step} ${id}`
    },
    anyPeriod() {
      const last = addDays(new Date().toISOString().slice(0, 10), 1)
      const from = addDays(last, -upTo(160))
      return { from, to: oneOf([from, addDays(from, upTo(60)), last]) }
    },
  }
}

test.for(shops)(
  `with tax %s, every report of random orders, cancellations, returns, exchanges and refunds is what their rows add up to`,
  { timeout: 300_000 },
  async (shop) => {
    const { db, place, anyStep, anyPeriod } = await openWorld(shop)
    const check = async (when: string) => {
      const facts = await readFacts(db, 1, timeZone)
      for (const period of [anyPeriod(), anyPeriod(), { from: '2020-01-01', to: '2029-12-31' }])
        for (const report of keysOf(sources)) {
          if (report === 'customers') continue
          const sums = await readSums(db, { id: 1, timeZone }, report, period)
          const expected = expectedSums(facts, report, period)
          expect(
            new Map(sums.map(({ key, figures }) => [key, figures])),
            `${report} ${period.from} to ${period.to}, ${when}`,
          ).toEqual(expected)
        }
    }
    for (let number = 0; number < ORDERS; number++) await place()
    await check('placed')
    for (let step = 0; step < STEPS; step++) {
      const done = await anyStep()
      // Sums of months that were stored before the change must not be used.
      await check(`after ${done}`)
      if (step % 4 === 0) {
        await storeMonths(db)
        await check(`stored after ${done}`)
      }
    }
    const stored = await db.selectFrom('report_months').select('month').execute()
    expect(stored.length, 'months were stored').toBeGreaterThan(2)
  },
)
