import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { ok } from '#harness/reply.ts'
import {
  accepting,
  openRandomOrders,
  openTaxedShops,
  type RandomOrders as World,
} from './random-orders.test-support.ts'

const ORDERS = Number(process.env.CHANGES_ORDERS ?? 6)
const STEPS = 8
const SEED = Number(process.env.CHANGES_SEED ?? 20_261_127)
const shops = await openTaxedShops()

async function place(world: World, method: 'cod' | 'test_gateway') {
  const { coupon, oneOf, random, fillCart } = world
  const api = await fillCart(4)
  const { code } = await coupon(
    oneOf<Parameters<typeof coupon>[0]>([
      {},
      { value: 7, max_discount: 900 },
      { type: 'fixed', value: 1_001 },
      { type: 'free_shipping', value: 0 },
      { value: 33, min_order: 20_000 },
    ]),
  )
  const hasCoupon = random() < 0.6 && (await api.cart.couponsApply({ code })).status === 'success'
  const { version } = ok(await api.cart.updatePaymentMode({ payment_method: method }))
  const placed = ok(
    await api.checkout.placeOrder({ version, idempotency_key: randomUUID(), accept_tnc: true }),
  )
  const { order_id, order_no, token } = placed
  if (placed.payment_required) await world.pay(placed)
  return { id: order_id, order_no, token, hasCoupon, api }
}
type Made = Awaited<ReturnType<typeof place>>

/** Changes the order, and as its customer accepts what costs more. What is refused changes nothing. */
async function change(
  world: World,
  made: Made,
  what: Omit<Parameters<World['adminOrders']['quoteChange']>[0], 'id'>,
) {
  const { adminOrders, read } = world
  const { id, order_no, token } = made
  const quote = await adminOrders.quoteChange({ id, ...what })
  if (quote.status === 'error' || !quote.data.is_different) return read(id)
  const { version, totals } = quote.data
  const agreed = { expected_total: totals.grand_total.amount, idempotency_key: randomUUID() }
  const after = ok(await adminOrders.change({ id, version, ...what, ...agreed }))
  await check(world, id)
  const link = after.payment_link && new URL(after.payment_link).searchParams.get('token')
  if (link) await world.pay({ order_id: id, token: link })
  else if (after.change)
    ok(await made.api.orders.answerChange({ order_no, token, change_id: after.change.id, accepts: true }))
  const changed = await read(id)
  expect(changed.totals.grand_total).toEqual(totals.grand_total)
  return changed
}

const wanted = async ({ adminOrders }: World, id: number) => {
  const quote = await adminOrders.quoteChange({ id })
  return quote.status === 'error' ? [] : quote.data.lines
}

const steps = {
  async randomChange(world: World, made: Made) {
    const items = (await wanted(world, made.id)).map(({ item_id }) => ({ item_id, quantity: world.upTo(4) }))
    const added =
      world.random() < 0.5 ? [{ variation_id: world.anyGoods().id, quantity: 1 + world.upTo(2) }] : []
    await change(world, made, { items: items.filter(() => world.random() < 0.6), added })
  },
  async discount(world: World, made: Made) {
    const percent = world.oneOf([0, 5, 33])
    const amount = percent > 0 ? 0 : world.upTo(3_000)
    await change(world, made, { discount: { amount, percent, reason: 'Late' } })
  },
  async delivery(world: World, made: Made) {
    await change(world, made, { shipping_method: world.oneOf(['standard', 'express']) })
  },
  /** A → B → A has the totals of A. */
  async thereAndBack(world: World, made: Made) {
    const before = await world.read(made.id)
    const lines = await wanted(world, made.id)
    const fewer = lines.map(({ item_id, quantity }) => ({ item_id, quantity: world.upTo(quantity) }))
    const added = [{ variation_id: world.anyGoods().id, quantity: 1 }]
    await change(world, made, { items: fewer, added })
    const known = new Set(lines.map(({ item_id }) => item_id))
    const now = await wanted(world, made.id)
    if (now.length === 0) return
    const back = now.map(({ item_id }) => ({
      item_id,
      quantity: lines.find((line) => line.item_id === item_id)?.quantity ?? 0,
    }))
    expect(now.length).toBeGreaterThanOrEqual(known.size)
    const after = await change(world, made, { items: back })
    expect(sumsOf(after)).toEqual(sumsOf(before))
  },
  async cancel(world: World, made: Made) {
    const { version, left_to_ship } = await world.read(made.id)
    const [line] = left_to_ship
    if (!line || (left_to_ship.length === 1 && line.quantity === 1)) return
    const items = [{ item_id: line.order_item_id, quantity: 1 }]
    ok(await world.adminOrders.cancel({ id: made.id, version, items, reason: 'out_of_stock' }))
  },
  async giveBack(world: World, made: Made) {
    const { version, actions } = await world.read(made.id)
    if (!actions.includes('giveBack')) return
    ok(
      await world.adminOrders.giveBack({
        id: made.id,
        version,
        amount: 1 + world.upTo(40),
        reason: 'goodwill',
      }),
    )
  },
  async ship(world: World, made: Made) {
    const { version, left_to_ship } = await world.read(made.id)
    const line = left_to_ship[world.upTo(left_to_ship.length - 1)]
    if (!line) return
    const items = [{ order_item_id: line.order_item_id, quantity: 1 + world.upTo(line.quantity - 1) }]
    ok(await world.adminOrders.ship({ id: made.id, version, courier: 'Bluebird', items }))
  },
  async cameBack(world: World, made: Made) {
    const { version, shipments } = await world.read(made.id)
    const [parcel] = shipments.filter(({ status }) => status === 'shipped')
    if (!parcel) return
    ok(await world.adminOrders.scan({ id: made.id, version, waybill: parcel.waybill, status: 'came_back' }))
  },
  movePrice: async (world: World) => void (await world.movePrice()),
  moveStock: (world: World) => world.moveStock(),
}
const anyStep = ({ oneOf }: World) =>
  oneOf([
    ...([steps.randomChange, steps.randomChange, steps.thereAndBack, steps.thereAndBack] as const),
    ...([
      steps.discount,
      steps.delivery,
      steps.cancel,
      steps.giveBack,
      steps.ship,
      steps.cameBack,
      steps.movePrice,
      steps.moveStock,
    ] as const),
  ])

/** Ships, delivers and takes some pieces back. */
async function finish(world: World, made: Made) {
  const { adminOrders, read, upTo } = world
  let order = await read(made.id)
  if (order.left_to_ship.length > 0)
    order = ok(await adminOrders.ship({ id: made.id, version: order.version, courier: 'Bluebird' }))
  const credited = await world.rows(
    `select coalesce(sum((n.document ->> 'total')::bigint), 0)::integer as total
    from credit_notes n join shipments s on s.id = n.shipment_id where s.order_id = $1`,
    [made.id],
  )
  const billed = order.invoices.reduce((sum, { total }) => sum + total.amount, -credited[0].total)
  expect(billed, 'the invoices bill the order').toBe(order.totals.grand_total.amount)
  for (const { waybill } of order.shipments.filter(({ status }) => status !== 'came_back'))
    order = ok(await adminOrders.deliver({ id: made.id, version: order.version, waybill }))
  const [line] = order.productchannel.filter(({ status }) => status === 'delivered')
  if (!line || !order.actions.includes('startReturn')) return
  const items = [{ item_id: line.id, quantity: 1 + upTo(line.quantity - 1), reason: 'other' as const }]
  const request = { id: made.id, version: order.version, items }
  const started = await accepting((accepted) => adminOrders.startReturn({ ...request, ...accepted }))
  // Nothing is left to refund of pieces that were free.
  if (started.status === 'error') return
  const { refund_no = '' } = started.data.refunds.at(-1) ?? {}
  for (const step of ['returned', 'paid'] as const) {
    const { version } = await read(made.id)
    ok(await adminOrders.refund({ id: made.id, version, refund_no, step, restocks: true }))
    await check(world, made.id)
  }
}

/** What must be true in every state. */
async function check({ rows, checkStock }: World, id: number) {
  const [sums] = await rows(
    `select (o.subtotal - sum(i.unit_price * i.quantity))::integer as subtotal, (o.discount_total - sum(i.discount))::integer as discount,
      (o.tax_total - o.shipping_tax - o.payment_fee_tax - sum(i.tax))::integer as tax,
      bool_and(i.total = i.unit_price * i.quantity - i.discount) as lines
    from orders o join order_items i on i.order_id = o.id and i.status <> 'cancelled' where o.id = $1 group by o.id`,
    [id],
  )
  expect(sums, 'the lines make the totals').toEqual({ subtotal: 0, discount: 0, tax: 0, lines: true })
  const [money] = await rows(
    `select o.grand_total, o.payment_status, o.payment_method,
      (select coalesce(sum(captured_amount - refunded_amount), 0)::bigint from payments p where p.order_id = o.id) as held,
      (select coalesce(sum(amount), 0)::bigint from owed_refunds w where w.order_id = o.id and w.cancellation_id is not null) as owed,
      (select coalesce(sum(amount), 0)::bigint from refunds r where r.order_id = o.id and r.status = 'refunded') as back
    from orders o where o.id = $1`,
    [id],
  )
  const isOnline = money.payment_method === 'test_gateway'
  if (isOnline) expect(money.held, 'paid − refunded = total').toBe(money.grand_total - money.back)
  else expect(money).toMatchObject({ held: 0, owed: 0 })
  await checkStock()
}

const sumsOf = ({ totals: { refunded: _, ...totals } }: OrderDetail) => totals

test.for(shops)(
  `in ${ORDERS} orders with tax %s, random changes, cancellations, shipments and refunds keep lines, money and stock`,
  { timeout: 240_000 },
  async (shop) => {
    const world = await openRandomOrders(shop, SEED)
    for (let number = 0; number < ORDERS; number++) {
      const made = await place(world, world.random() < 0.5 ? 'cod' : 'test_gateway')
      const placed = await world.read(made.id)
      const same = ok(await world.adminOrders.quoteChange({ id: made.id }))
      expect(same, 'a change of nothing changes no figure').toMatchObject({
        ...{ totals: sumsOf(placed), difference: { amount: 0 }, is_different: false },
      })
      await check(world, made.id)
      for (let step = 0; step < STEPS; step++) {
        await anyStep(world)(world, made)
        await check(world, made.id)
      }
      await finish(world, made)
    }
  },
)
