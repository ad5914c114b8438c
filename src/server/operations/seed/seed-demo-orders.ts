import { sql } from 'kysely'
import { taxContained } from '#contract/money.ts'
import { statusAfterScan } from '#contract/rules/shipment-status.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import { DEMO_COURIER } from '#server/commerce/couriers/demo-courier.ts'
import { TEST_GATEWAY } from '#server/commerce/gateways/test-gateway/gateway.ts'
import { newAccessKey } from '#server/commerce/orders/model/order-token.ts'
import { type Hashing, hashPassword } from '#server/people/auth/hash-password.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { type DemoOrder, type DemoParcel, demoCustomer, demoOrders } from './demo-orders.ts'
import { noteDemoPeople } from './note-demo.ts'
import { writeDemoRefund } from './write-demo-refund.ts'

/** Not a key of the contract, so no endpoint exposes it. */
const MARKER = 'demo_orders_seeded'

/**
 * Creates the demo customer with an order in every state, once, in one transaction; other shops stay
 * unchanged. Times are relative to now, and stock is not reduced.
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
      const shop = await readShopData(tx)
      for (const order of demoOrders) await writeOrder(tx, order, customer_id, shop)
      await saveAddresses(tx, customer_id, shop)
      await noteDemoPeople(tx)
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

/** Longer than the oldest order. */
const CUSTOMER_FOR_MS = 60 * 86_400_000

/** Undefined when another account has the email or phone. */
async function openAccount(tx: Tx, password_hash: string) {
  const { password: _, ...person } = demoCustomer
  const created_at = new Date(Date.now() - CUSTOMER_FOR_MS)
  const account = await tx
    .insertInto('customers')
    .values({
      ...{ ...person, mobile_code: '+91', password_hash, created_at },
      ...{ email_verified_at: created_at, phone_verified_at: created_at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return account?.id
}

type ShopData = Awaited<ReturnType<typeof readShopData>>

/** The rows orders refer to: channel, payment methods, products. */
async function readShopData(tx: Tx) {
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
  const { rows } = await sql<SellableVariation>`
    select p.slug, p.name, v.title, v.id as variation_id, v.sku, r.selling_price, coalesce(b.name, '') as brand,
      coalesce(c.name, '') as category, p.return_days, coalesce(t.rate_bp, 0) as rate_bp, coalesce(p.hsn_code, '') as hsn_code,
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

type SellableVariation = {
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
  hsn_code: string
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

/** Of the visits: campaigns, sites, and direct ones. */
const demoSources = ['', 'newsletter', 'www.google.com', '', 'instagram', 'www.google.com', 'abandoned-cart']

async function writeOrder(tx: Tx, demo: DemoOrder, customer_id: number, shop: ShopData) {
  const at = (hoursAgo: number) => new Date(shop.now - hoursAgo * 3_600_000)
  const [status = 'placed'] = demo.history.at(-1) ?? []
  const items = demo.lines.flatMap(([slug, quantity]) => {
    const good = shop.goods.get(slug)
    return good ? [toItem(good, quantity, status)] : []
  })
  const placed_at = at(demo.history[0]?.[1] ?? 0)
  const row = orderRow(demo, { items, status }, shop)
  const { id } = await tx
    .insertInto('orders')
    .values({
      ...row,
      order_no: sql<string>`'SF-' || nextval('order_numbers')`,
      access_key: newAccessKey(),
      customer_id,
      status,
      placed_at,
      source: demoSources[(demo.history[0]?.[1] ?? 0) % demoSources.length] ?? '',
      // Long enough to inspect it: other unpaid orders are cancelled after 15 minutes.
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
    .values(demo.history.map(([name, hoursAgo]) => ({ order_id: id, status: name, at: at(hoursAgo) })))
    .execute()
  if (demo.payment === TEST_GATEWAY && row.payment_status !== 'pending' && row.payment_status !== 'failed')
    await tx
      .insertInto('payments')
      .values({
        id: `pay_demo_${id}`,
        order_id: id,
        gateway: TEST_GATEWAY,
        gateway_payment_id: `demo-${id}`,
        status: 'paid',
        amount: row.grand_total,
        captured_amount: row.grand_total,
        refunded_amount: status === 'refunded' ? row.grand_total : 0,
        currency: row.currency,
        created_at: placed_at,
      })
      .execute()
  if (demo.refund)
    await writeDemoRefund(tx, {
      ...demo.refund,
      order_id: id,
      amount: row.subtotal,
      lines,
      history: demo.history.map(([name, hoursAgo]) => [name, at(hoursAgo)]),
    })
  for (const parcel of demo.parcels ?? []) await writeParcel(tx, id, parcel, lines, at)
}

/** What an order states of its lines, its delivery and its payment. */
function orderRow(
  demo: DemoOrder,
  { items, status }: { items: ReturnType<typeof toItem>[]; status: string },
  shop: ShopData,
) {
  const { channel, shipping, methods } = shop
  const subtotal = items.reduce((sum, { total }) => sum + total, 0)
  const shipping_total = shipping.free_from !== null && subtotal >= shipping.free_from ? 0 : shipping.price
  const charges_tax_rate = Math.max(0, ...items.map(({ tax_rate }) => tax_rate))
  const shipping_tax = taxContained(shipping_total, charges_tax_rate, 2)
  const isPaid =
    demo.payment === 'cod' ? demo.history.some(([name]) => name === 'delivered') : paidStates.includes(status)
  const place = json(addressOf(shop))
  return {
    channel_id: channel.id,
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
    charges_tax_rate,
    shipping_tax,
    tax_total: items.reduce((sum, { tax }) => sum + tax, 0) + shipping_tax,
    is_tax_included: channel.is_tax_included,
    grand_total: subtotal + shipping_total,
    email: demoCustomer.email,
    phone: demoCustomer.phone,
    shipping_address: place,
    billing_address: place,
  } as const
}

const toItem = (good: SellableVariation, quantity: number, status: string) => {
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
    tax: taxContained(total, good.rate_bp, 2),
    tax_rate: good.rate_bp,
    hsn_code: good.hsn_code,
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
      courier: DEMO_COURIER.name,
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

/** A GSTIN of Karnataka (29), invented, with a valid check digit. */
const demoCustomerGstin = '29AAGCD7305Q1Z2'

/** The address book: home and work, so that the checkout has a choice. */
async function saveAddresses(tx: Tx, customer_id: number, shop: ShopData) {
  const { country_id, state_id, state_name, first_name, last_name, phone, ...home } = addressOf(shop)
  const { address_line_1, city, postcode } = home
  const person = { customer_id, country_id, state_id, state_name, first_name, last_name, phone, city }
  await tx
    .insertInto('addresses')
    .values([
      { ...person, address_type: 'Shipping', is_default: true, address_line_1, postcode },
      {
        ...person,
        address_type: 'Shipping',
        is_default: false,
        address_line_1: 'Kiln House, 3rd floor',
        address_line_2: '40 Residency Road',
        postcode: '560025',
        tax_no: demoCustomerGstin,
      },
    ])
    .execute()
}

const addressOf = ({ channel, state }: ShopData) => ({
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
