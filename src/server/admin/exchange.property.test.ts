import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ok } from '#harness/reply.ts'
import { accepting, openRandomOrders, openTaxedShops, type TaxedShop } from './random-orders.test-support.ts'

/** The gate runs a few; `npm run refunds` runs 2,000. */
const FAMILIES = Number(process.env.EXCHANGES ?? 2)
const STEPS = 10
const SEED = Number(process.env.EXCHANGES_SEED ?? 20_261_127)
const shops = await openTaxedShops()

/** Staff and customers who do anything that a state allows with orders that are exchanged for one another. */
const openWorld = async (shop: TaxedShop) => ({
  ...(await openRandomOrders(shop, SEED)),
  /** Orders of the present family, the first one before those that it is exchanged for. */
  family: [] as number[],
  /** Paid on delivery, by order. */
  cash: new Map<number, number>(),
  /** Pieces that did not come back, by variation. */
  lost: new Map<number, number>(),
  /** Those that a return has not brought, by its number: declined, they are the customer's again. */
  missing: new Map<string, { variation: number; quantity: number }[]>(),
})
type World = Awaited<ReturnType<typeof openWorld>>

async function place(world: World) {
  const { coupon, oneOf, random, fillCart } = world
  const api = await fillCart(3)
  const { code } = await coupon({ value: 7, max_discount: 900 })
  if (random() < 0.5) await api.cart.couponsApply({ code })
  const method = oneOf(['cod', 'test_gateway'])
  ok(await api.cart.updatePaymentMode({ payment_method: method }))
  const { id, version } = ok(await api.cart.get())
  if (random() < 0.3) await world.addValue(id)
  const placed = ok(
    await api.checkout.placeOrder({ version, idempotency_key: randomUUID(), accept_tnc: true }),
  )
  if (placed.payment_required) await world.pay(placed)
  world.family.push(placed.order_id)
  return placed.order_id
}

const refOf = async ({ read }: World, id: number) => ({ id, version: (await read(id)).version })

const steps = {
  async ship(world: World, id: number) {
    const { left_to_ship } = await world.read(id)
    if (left_to_ship.length > 0)
      ok(await world.adminOrders.ship({ ...(await refOf(world, id)), courier: 'Bluebird' }))
  },
  async deliver(world: World, id: number) {
    await steps.ship(world, id)
    const { status, payment_status, grand_total, exchange, stored_value } = await world.read(id)
    // The courier collects what is due.
    if (['shipped', 'out_for_delivery'].includes(status) && payment_status === 'pending')
      world.cash.set(id, ((exchange ?? stored_value)?.due ?? grand_total).amount)
    for (const { waybill, status } of (await world.read(id)).shipments)
      if (status !== 'delivered')
        ok(await world.adminOrders.deliver({ ...(await refOf(world, id)), waybill }))
  },
  async exchange(world: World, id: number) {
    const { adminOrders, upTo, oneOf, random } = world
    const { productchannel, status } = await world.read(id)
    const lines = productchannel.filter((line) => line.status === 'delivered')
    if (status !== 'delivered' || lines.length === 0) return
    const mode = oneOf<'on_receipt' | 'at_once' | 'kept'>(['on_receipt', 'at_once', 'kept'])
    const returned = lines
      .filter((_, at) => at === 0 || random() < 0.5)
      .map((line) => ({ item_id: line.id, quantity: 1 + upTo(line.quantity - 1), reason: 'other' as const }))
    const request = {
      ...{ session: randomUUID(), returned, mode },
      items: [{ variation_id: world.anyGoods().id, quantity: 1 + upTo(1) }],
      payment_method: oneOf(['cod', 'test_gateway']),
      ...(random() < 0.3 && { discount: { percent: oneOf([5, 33, 100]), reason: 'Sorry' } }),
    }
    const quote = await adminOrders.quoteExchange({ id, ...request })
    if (quote.status === 'error' || !quote.data.cart) return
    const { version, cart } = quote.data
    const agreed = { expected_total: cart.grand_total.amount, idempotency_key: randomUUID() }
    const reply = await adminOrders.exchange({ id, version, ...request, ...agreed })
    // Free pieces have no value to exchange.
    if (reply.status === 'error') return expect(['NOT_REFUNDABLE', 'CART_INVALID']).toContain(reply.code)
    world.family.push(reply.data.id)
    const { difference } = quote.data
    if (mode !== 'on_receipt') expect(reply.data.exchange?.due.amount).toBe(Math.max(0, difference.amount))
    if (mode === 'kept')
      for (const { item_id, quantity } of returned) {
        const line = lines.find((one) => one.id === item_id)
        if (line?.product_id) lose(world, line.product_id, quantity)
      }
  },
  async payLink(world: World, id: number) {
    const { payment_link, can_pay } = await world.read(id)
    const token = payment_link && new URL(payment_link).searchParams.get('token')
    if (token && can_pay) await world.pay({ order_id: id, token })
  },
  async letLinkExpire(world: World, id: number) {
    if ((await world.read(id)).status !== 'pending_payment') return
    await world.rows(
      `update orders set pay_by = now() - interval '1 minute', held_until = now() - interval '1 minute',
        placed_at = now() - interval '3 days' where id = $1`,
      [id],
    )
    await world.sweep()
  },
  async cancel(world: World, id: number) {
    const { actions, left_to_ship, status } = await world.read(id)
    if (!actions.includes('cancel')) return
    const [line] = left_to_ship
    const isPart = status !== 'pending_payment' && line && line.quantity > 1 && world.random() < 0.5
    const items = isPart ? { items: [{ item_id: line.order_item_id, quantity: 1 }] } : {}
    const reason = world.oneOf<'customer_asked' | 'out_of_stock'>([
      'customer_asked',
      'customer_asked',
      'out_of_stock',
    ])
    const request = { ...(await refOf(world, id)), ...items, reason }
    ok(await accepting((accepted) => world.adminOrders.cancel({ ...request, ...accepted })))
  },
  async startReturn(world: World, id: number) {
    const { productchannel, actions } = await world.read(id)
    const line = productchannel.find(({ status }) => status === 'delivered')
    if (!line || !actions.includes('startReturn')) return
    await startReturnOf(world, id, [{ item_id: line.id, quantity: 1 }])
  },
  async receive(world: World, id: number) {
    const refund = await openReturn(world, id)
    if (refund?.status !== 'refund_approved') return
    const arrived = refund.items.map(({ item_id, quantity }) => ({
      item_id,
      quantity: world.random() < 0.6 ? quantity : world.upTo(quantity),
    }))
    const items = arrived.filter(({ quantity }) => quantity > 0)
    const reply = await world.adminOrders.refund({
      ...(await refOf(world, id)),
      ...{ refund_no: refund.refund_no, step: 'returned', restocks: true, items },
    })
    if (reply.status === 'error') return expect(reply.code).toBe('NOT_REFUNDABLE')
    const [row] = await world.rows('select exchange_mode from refunds where refund_no = $1', [
      refund.refund_no,
    ])
    if (row.exchange_mode !== 'at_once') return
    for (const { item_id, quantity } of refund.items) {
      const missing = quantity - (arrived.find((one) => one.item_id === item_id)?.quantity ?? 0)
      const line = reply.data.productchannel.find((one) => one.id === item_id)
      if (!line?.product_id) continue
      lose(world, line.product_id, missing)
      const others = world.missing.get(refund.refund_no) ?? []
      world.missing.set(refund.refund_no, [...others, { variation: line.product_id, quantity: missing }])
    }
  },
  /** Everything that the customer has comes back, in portions. */
  async returnAll(world: World, id: number) {
    for (;;) {
      const { productchannel, actions } = await world.read(id)
      const lines = productchannel.filter(({ status }) => status === 'delivered')
      if (lines.length === 0 || !actions.includes('startReturn')) return
      const items = lines
        .filter((_, at) => at === 0 || world.random() < 0.5)
        .map((line) => ({ item_id: line.id, quantity: 1 + world.upTo(line.quantity - 1) }))
      const started = await startReturnOf(world, id, items)
      if (started.status === 'error') return expect(started.code).toBe('NOT_REFUNDABLE')
      const { refund_no = '' } = started.data.refunds.at(-1) ?? {}
      for (const step of ['returned', 'paid'] as const)
        ok(await world.adminOrders.refund({ ...(await refOf(world, id)), refund_no, step, restocks: true }))
      await check(world, 'returning all')
    }
  },
  settle: (world: World, id: number) => move(world, id, 'paid'),
  decline: (world: World, id: number) => move(world, id, 'reject'),
  async giveBack(world: World, id: number) {
    const { actions, refundable } = await world.read(id)
    if (!actions.includes('giveBack')) return
    const amount = Math.min(1 + world.upTo(40), refundable.amount.amount)
    ok(await world.adminOrders.giveBack({ ...(await refOf(world, id)), amount, reason: 'goodwill' }))
  },
  movePrice: async (world: World) => void (await world.movePrice()),
  moveStock: (world: World) => world.moveStock(),
}
type Step = keyof typeof steps

let losses = 0

/** For a reason of the customer or of the shop. The refund is the one that was accepted. */
async function startReturnOf(world: World, id: number, pieces: { item_id: number; quantity: number }[]) {
  const items = pieces.map((piece) => ({
    ...piece,
    reason: world.oneOf<'other' | 'damaged'>(['other', 'other', 'damaged']),
  }))
  const ref = await refOf(world, id)
  let seen: number | undefined
  const started = await accepting((accepted) => {
    seen = accepted.accepted_amount
    return world.adminOrders.startReturn({ ...ref, items, ...accepted })
  })
  if (seen === undefined) return started
  losses += 1
  if (started.status === 'success') expect(started.data.refunds.at(-1)?.amount.amount).toBe(seen)
  return started
}

const lose = ({ lost }: World, variation: number, quantity: number) =>
  lost.set(variation, (lost.get(variation) ?? 0) + quantity)

async function openReturn({ read }: World, id: number) {
  const { refunds } = await read(id)
  return refunds.find(
    ({ kind, status }) => kind === 'return' && status !== 'refunded' && status !== 'refund_rejected',
  )
}

/** The next step of a return; one that the state refuses changes nothing. */
async function move(world: World, id: number, step: 'paid' | 'reject') {
  const refund = await openReturn(world, id)
  if (!refund) return
  const reply = await world.adminOrders.refund({
    ...(await refOf(world, id)),
    ...{ refund_no: refund.refund_no, step },
  })
  if (reply.status === 'error') return expect(['ORDER_STATE', 'OUT_OF_STOCK']).toContain(reply.code)
  if (step === 'reject')
    for (const { variation, quantity } of world.missing.get(refund.refund_no) ?? [])
      lose(world, variation, -quantity)
}

const often: readonly [Step, ...Step[]] = [
  ...(['deliver', 'deliver', 'exchange', 'exchange', 'payLink', 'payLink', 'receive', 'receive'] as const),
  ...([
    'settle',
    'settle',
    'decline',
    'cancel',
    'letLinkExpire',
    'startReturn',
    'giveBack',
    'movePrice',
    'moveStock',
  ] as const),
  'ship',
]

/** What must be true in every state. */
async function check(world: World, done: string) {
  const { rows, lost, family, cash } = world
  const [money] = await rows(
    `with payment as (
      select p.*, coalesce((
          with recursive origin as (select p.id, p.source_id union all select s.id, s.source_id from origin join payments s on s.id = origin.source_id)
          select id from origin where source_id is null), p.id) as root
      from payments p where p.order_id = any($1)
    ),
    standing as (
      select o.*, coalesce((select sum(captured_amount - refunded_amount) from payment p where p.order_id = o.id and p.gateway = 'exchange' and p.status = 'paid'), 0) as credit_left,
        coalesce((select sum(captured_amount) from payment p where p.order_id = o.id and (p.gateway <> 'exchange' or p.value_account_id is not null) and p.status = 'paid'), 0) as captured,
        o.status in ('delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')
          or o.payment_status in ('paid', 'partially_refunded') as is_received,
        coalesce((select sum(amount) from refunds r where r.order_id = o.id and r.status = 'refunded'), 0) as back
      from orders o where o.id = any($1)
    )
    select (
        select sum(captured) from standing
      ) as taken, (
        select coalesce(sum(x.amount), 0) from payment_refunds x join payments p on p.id = x.payment_id where p.order_id = any($1)
      ) + (
        select coalesce(sum(w.amount), 0) from owed_refunds w where w.order_id = any($1) and w.payment_refund_id is null
      ) as given, (
        select sum(case when status = 'cancelled' then 0 when is_received then grand_total - back else credit_left end) from standing
      ) - (
        select coalesce(sum(exchanged), 0) from refunds r where r.order_id = any($1) and r.status <> 'refunded'
      ) as value, (
        select array_agg(o.id) from orders o cross join lateral (
          select coalesce(sum(unit_price * quantity), 0) as goods, coalesce(sum(discount), 0) as discount, coalesce(sum(tax), 0) as tax,
            coalesce(bool_and(total = unit_price * quantity - discount), true) as is_net
          from order_items i where i.order_id = o.id and i.status <> 'cancelled'
        ) l
        where o.id = any($1) and o.status <> 'cancelled' and not (l.is_net and o.subtotal = l.goods and o.discount_total = l.discount
          and o.tax_total = l.tax + o.shipping_tax + o.payment_fee_tax)
      ) as unequal, (
        select coalesce(bool_or(refunded > captured_amount), false) from (
          select root.captured_amount, sum(x.amount) as refunded from payment p join payments root on root.id = p.root
            join payment_refunds x on x.payment_id = p.id where root.gateway <> 'exchange' group by root.id
        ) each_payment
      ) as is_over_refunded`,
    [family],
  )
  const collected = family.reduce((sum, id) => sum + (cash.get(id) ?? 0), 0)
  expect(Number(money.taken) + collected - Number(money.given), `taken − given = value, after ${done}`).toBe(
    Number(money.value),
  )
  expect(money.unequal, `orders whose lines do not add up to them, after ${done}`).toBe(null)
  expect(money.is_over_refunded, `no payment is refunded twice, after ${done}`).toBe(false)
  await world.checkStock(lost, `, after ${done}`)
}

/** Goods that came back are refunded to the last unit: what stays of an order is its delivery and fee, less allowances. */
async function checkReturned({ rows, family, checkLedger }: World, done: string) {
  const orders = await rows(
    `select o.id, o.grand_total - r.back as stays, greatest(0, o.shipping_total + o.payment_fee
        + case when o.is_tax_included then 0 else o.shipping_tax + o.payment_fee_tax end - r.allowed) as charges
    from orders o cross join lateral (
      select coalesce(sum(amount), 0)::bigint as back, coalesce(sum(amount) filter (where kind = 'allowance'), 0)::bigint as allowed
      from refunds where order_id = o.id and status = 'refunded'
    ) r
    where o.id = any($1) and o.status <> 'cancelled'
      and not exists (select from order_items i where i.order_id = o.id and i.status not in ('returned', 'refunded', 'cancelled')
        and (i.total > 0 or exists (select from refunds r where r.order_id = o.id and r.benefit_changes is not null)))`,
    [family],
  )
  for (const { id, stays, charges } of orders)
    expect(stays, `what stays of order ${id}, after ${done}`).toBe(charges)
  await checkLedger()
  return orders.length
}

/** Settles everything that is open, so that only goods that stay with the customer have a value; then these come back too. */
async function finish(world: World, done: string) {
  for (const id of world.family.toReversed()) {
    for (const step of ['payLink', 'deliver', 'receive', 'settle'] as const) {
      await steps[step](world, id)
      await check(world, `finishing ${step}`)
    }
  }
  for (const id of world.family) {
    await steps.settle(world, id)
    await steps.payLink(world, id)
    await steps.deliver(world, id)
    await steps.letLinkExpire(world, id)
    await check(world, 'the end')
  }
  const [open] = await world.rows(
    `select count(*)::integer as n from refunds r where r.order_id = any($1) and r.status <> 'refunded' and r.exchanged > 0`,
    [world.family],
  )
  expect(open.n, 'no value of a return is left over').toBe(0)
  for (const id of world.family) await steps.returnAll(world, id)
  return checkReturned(world, done)
}

test.for(shops)(
  `in ${FAMILIES} families of orders with tax %s, refunds sum to the payments for goods that do not stay with the customer`,
  { timeout: 240_000 + FAMILIES * 20_000 },
  async (shop) => {
    const world = await openWorld(shop)
    let returned = 0
    losses = 0
    for (let number = 0; number < FAMILIES; number++) {
      world.family.length = 0
      await world.mixReturns()
      const first = await place(world)
      await steps.deliver(world, first)
      await steps.exchange(world, first)
      const done = ['exchange']
      for (let at = 0; at < STEPS; at++) {
        await check(world, done.join(', '))
        const step = world.oneOf(often)
        const id = world.family[world.upTo(world.family.length - 1)] ?? first
        done.push(`${step} ${id}`)
        await steps[step](world, id)
      }
      await check(world, done.join(', '))
      returned += await finish(world, done.join(', '))
    }
    // Of few families all may keep something.
    if (FAMILIES < 10) return
    expect(returned, 'orders whose goods are all back').toBeGreaterThan(FAMILIES / 2)
    if (FAMILIES >= 50) expect(losses, 'benefits that were lost').toBeGreaterThan(FAMILIES / 50)
  },
)
