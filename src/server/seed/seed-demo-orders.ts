import { sql } from 'kysely'
import { taxContained } from '#contract/money.ts'
import { statusAfterScan } from '#contract/rules/shipment-status.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import { type Hashing, hashPassword } from '../auth/hash-password.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import { TEST_COURIER } from '../orders/shipping/test-courier.ts'
import { TEST_GATEWAY } from '../payments/test-gateway/gateway.ts'
import { type DemoOrder, type DemoParcel, demoCustomer, demoOrders } from './demo-orders.ts'
import { writeDemoRefund } from './write-demo-refund.ts'

/** Not among the keys of the contract, so no call ever shows it. */
const MARKER = 'demo_orders_seeded'

/**
 * Gives the demo shop a customer with an order in every state, all or nothing, once; nothing of it in any other shop. Times are
 * counted back from now, so that the newest are fresh. Stock stays as it is.
 */
export async function seedDemoOrders(db: Db, hashing: Hashing): Promise<'seeded' | 'present' | 'other-shop'> {
  if (await has(db, MARKER)) return 'present'
  if (!(await has(db, 'demo_seeded'))) return 'other-shop'
  const password_hash = await hashPassword(demoCustomer.password, hashing)
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('vitrine demo shop'))`.execute(tx)
    if (await has(tx, MARKER)) return 'present'
    const customer_id = await openAccount(tx, password_hash)
    if (customer_id !== undefined) {
      const stage = await readStage(tx)
      for (const order of demoOrders) await writeOrder(tx, order, customer_id, stage)
    }
    await tx
      .insertInto('settings')
      .values({ key: MARKER, value: json(true) })
      .execute()
    return 'seeded'
  })
}

const has = async (db: Db | Tx, key: string) =>
  Boolean(await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst())

/** Undefined when somebody has taken the address or the phone meanwhile. */
async function openAccount(tx: Tx, password_hash: string) {
  const { password: _, ...person } = demoCustomer
  const now = new Date()
  const account = await tx
    .insertInto('customers')
    .values({ ...person, mobile_code: '+91', password_hash, email_verified_at: now, phone_verified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return account?.id
}

type Stage = Awaited<ReturnType<typeof readStage>>

/** What orders are made of: the channel, the ways to pay, the things that are sold. */
async function readStage(tx: Tx) {
  const channel = await tx
    .selectFrom('channels')
    .selectAll()
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const methods = await tx
    .selectFrom('payment_methods')
    .select(['code', 'name'])
    .where('channel_id', '=', channel.id)
    .execute()
  const shipping = await tx
    .selectFrom('shipping_methods')
    .select(['code', 'name', 'price', 'free_from'])
    .where('channel_id', '=', channel.id)
    .orderBy('sort_order')
    .executeTakeFirstOrThrow()
  const state = await tx
    .selectFrom('states')
    .select(['id', 'name'])
    .where('name', '=', 'Karnataka')
    .executeTakeFirst()
  const slugs = [...new Set(demoOrders.flatMap(({ lines }) => lines.map(([slug]) => slug)))]
  const { rows } = await sql<Good>`
    select p.slug, p.name, v.title, v.id as variation_id, v.sku, r.selling_price, coalesce(b.name, '') as brand,
      coalesce(c.name, '') as category, p.return_days, coalesce(t.rate_bp, 0) as rate_bp,
      (
        select i.path from product_images pi join images i on i.id = pi.image_id
        where pi.product_id = p.id and (pi.variation_id is null or pi.variation_id = v.id) order by pi.position limit 1
      ) as image_path
    from products p
    join variations v on v.product_id = p.id and v.is_default
    join prices r on r.variation_id = v.id and r.channel_id = ${channel.id}
    left join brands b on b.id = p.brand_id
    left join categories c on c.id = p.category_id
    left join tax_rates t on t.tax_class = p.tax_class and t.country_id = ${channel.country_id}
    where p.slug in (${sql.join(slugs)})`.execute(tx)
  return {
    channel,
    methods,
    shipping,
    state,
    goods: new Map(rows.map((row) => [row.slug, row])),
    now: Date.now(),
  }
}

type Good = {
  slug: string
  name: string
  title: string
  variation_id: number
  sku: string
  selling_price: number
  brand: string
  category: string
  return_days: number
  rate_bp: number
  image_path: string | null
}

const paidStates = [
  'placed',
  'packed',
  'shipped',
  'out_for_delivery',
  'delivered',
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'returned',
]

async function writeOrder(tx: Tx, demo: DemoOrder, customer_id: number, stage: Stage) {
  const { channel, shipping, methods, now } = stage
  const at = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000)
  const [status = 'placed'] = demo.story.at(-1) ?? []
  const placed_at = at(demo.story[0]?.[1] ?? 0)
  const items = demo.lines.flatMap(([slug, quantity]) => {
    const good = stage.goods.get(slug)
    return good ? [toItem(good, quantity, status)] : []
  })
  const subtotal = items.reduce((sum, { total }) => sum + total, 0)
  const shipping_total = shipping.free_from !== null && subtotal >= shipping.free_from ? 0 : shipping.price
  const isPaid =
    demo.payment === 'cod' ? demo.story.some(([name]) => name === 'delivered') : paidStates.includes(status)
  const place = json(addressOf(stage))
  const { id } = await tx
    .insertInto('orders')
    .values({
      order_no: sql<string>`'SF-' || nextval('order_numbers')`,
      channel_id: channel.id,
      customer_id,
      status,
      payment_status:
        status === 'refunded'
          ? 'refunded'
          : status === 'payment_failed'
            ? 'failed'
            : isPaid
              ? 'paid'
              : 'pending',
      payment_method: demo.payment,
      payment_method_name: methods.find(({ code }) => code === demo.payment)?.name ?? demo.payment,
      shipping_method: shipping.code,
      shipping_method_name: shipping.name,
      eta_min_days: 3,
      eta_max_days: 5,
      currency: channel.currency,
      subtotal,
      shipping_total,
      tax_total: items.reduce((sum, { tax }) => sum + tax, 0),
      is_tax_included: channel.is_tax_included,
      grand_total: subtotal + shipping_total,
      email: demoCustomer.email,
      phone: demoCustomer.phone,
      shipping_address: place,
      billing_address: place,
      placed_at,
      // Long enough to be looked at: others are given up after a quarter of an hour.
      held_until: status === 'pending_payment' ? at(-30 * 24) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = await tx
    .insertInto('order_items')
    .values(items.map((item) => ({ ...item, order_id: id })))
    .returning(['id', 'quantity'])
    .execute()
  await tx
    .insertInto('order_events')
    .values(demo.story.map(([name, hoursAgo]) => ({ order_id: id, status: name, at: at(hoursAgo) })))
    .execute()
  if (demo.payment === TEST_GATEWAY && (isPaid || status === 'refunded'))
    await tx
      .insertInto('payments')
      .values({
        id: `pay_demo_${id}`,
        order_id: id,
        gateway: TEST_GATEWAY,
        gateway_payment_id: `demo-${id}`,
        status: 'paid',
        amount: subtotal + shipping_total,
        captured_amount: subtotal + shipping_total,
        refunded_amount: status === 'refunded' ? subtotal + shipping_total : 0,
        currency: channel.currency,
        created_at: placed_at,
      })
      .execute()
  if (demo.refund)
    await writeDemoRefund(tx, {
      ...demo.refund,
      order_id: id,
      amount: subtotal,
      lines,
      story: demo.story.map(([name, hoursAgo]) => [name, at(hoursAgo)]),
    })
  for (const parcel of demo.parcels ?? []) await writeParcel(tx, id, parcel, lines, at)
}

const toItem = (good: Good, quantity: number, status: string) => {
  const total = good.selling_price * quantity
  return {
    variation_id: good.variation_id,
    name: good.title ? `${good.name} - ${good.title}` : good.name,
    slug: good.slug,
    sku: good.sku,
    brand: good.brand,
    category: good.category,
    image_path: good.image_path,
    quantity,
    unit_price: good.selling_price,
    tax: taxContained(total, good.rate_bp),
    tax_rate: good.rate_bp,
    total,
    status,
    return_days: good.return_days,
  }
}

async function writeParcel(
  tx: Tx,
  order_id: number,
  { waybill, lines: numbers, scans, expected, promised = expected }: DemoParcel,
  lines: { id: number; quantity: number }[],
  at: (hoursAgo: number) => Date,
) {
  const today = at(0).toISOString().slice(0, 10)
  const [latest = 'shipped'] = scans.at(-1) ?? []
  const { id: shipment_id } = await tx
    .insertInto('shipments')
    .values({
      order_id,
      waybill,
      courier: TEST_COURIER,
      status: statusAfterScan(latest),
      promised_at: new Date(addDays(today, promised)),
      expected_at: new Date(addDays(today, expected)),
      shipped_at: at(scans[0]?.[1] ?? 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('shipment_items')
    .values(
      lines
        .filter((_, number) => !numbers || numbers.includes(number))
        .map(({ id, quantity }) => ({ shipment_id, order_item_id: id, quantity })),
    )
    .execute()
  await tx
    .insertInto('shipment_scans')
    .values(
      scans.map(([status, hoursAgo, location, remark = '']) => ({
        shipment_id,
        status,
        location,
        remark,
        at: at(hoursAgo),
      })),
    )
    .execute()
}

const addressOf = ({ channel, state }: Stage) => ({
  id: 1,
  address_id: null,
  default: true,
  country: channel.country_id,
  state: state?.id ?? null,
  country_id: channel.country_id,
  state_id: state?.id ?? null,
  country_name: 'India',
  state_name: state?.name ?? '',
  address_type: 'Shipping',
  first_name: demoCustomer.first_name,
  last_name: demoCustomer.last_name,
  phone: demoCustomer.phone,
  address_line_1: '12 Lake Road',
  address_line_2: '',
  city: 'Bengaluru',
  postcode: '560001',
})
