import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import { type Api, createClient } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { type GroupName, routes } from '#contract/routes.ts'
import { checkoutHandlers } from '../checkout/handlers.ts'
import { type Database, json } from '../db/schema.ts'
import type { Db, Services, Visitor } from '../http/context.ts'
import { type AllHandlers, createPipeline } from '../http/serve.ts'
import { readDefaultChannel } from '../storefront/read-channel.ts'
import { cartHandlers, deliveryHandlers } from './handlers.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * For tests: a small shop in India with one shelf to fill, whose cart and checkout calls run through the pipeline, so that
 * every reply is held against the contract. Each guest has a cookie jar of their own.
 */
export async function openTestShop(db: Db) {
  await furnish(db)
  const config = {
    mode: 'test',
    storeUrl: 'http://localhost:3000',
    tokenSecret: 'a secret of at least 32 bytes ...',
  }
  // Nothing that is remembered changes here.
  const changes = { subscribe() {} }
  const services = { db, config, changes, log: pino({ level: 'silent' }) } as unknown as Services
  const pipeline = createPipeline({
    services,
    handlers: {
      ...withoutHandlers(),
      cart: cartHandlers,
      delivery: deliveryHandlers,
      checkout: checkoutHandlers,
    } as AllHandlers,
    readChannel: () => readDefaultChannel(db),
  })
  let made = 0

  /** Somebody with an empty cookie jar, or with the cookies given. */
  function guest(cookies: Record<string, string> = {}, customerId: number | null = null) {
    const visitor: Visitor = { cookies, ip: '203.0.113.9', userAgent: 'test', customerId }
    const api: Api = createClient(async ({ group, name, input }) => {
      const { body, cookies: set } = await pipeline.run({ group, name, input, visitor })
      for (const { name, value } of set) cookies[name] = value
      return JSON.parse(JSON.stringify(body))
    }, routes)
    return { api, cookies }
  }

  /** A product with one variation; prices in paise. */
  async function product(given: Partial<NewProduct> = {}) {
    made += 1
    const { price = 10_000, stock = 10, tracks_stock = true, title = '', ...own } = given
    const { customisation, name = `Vase ${made}`, ...columns } = own
    const { id: productId } = await db
      .insertInto('products')
      .values({
        ...columns,
        name,
        slug: `vase-${made}`,
        customisation: customisation ? json(customisation) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('variations')
      .values({ product_id: productId, sku: `VASE-${made}`, is_default: true, stock, tracks_stock, title })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPrice(id, price)
    return { id, productId, name }
  }

  /** A coupon that is valid today; without wishes 10% off. */
  async function coupon(given: Partial<Insertable<Database['coupons']>> = {}) {
    made += 1
    return db
      .insertInto('coupons')
      .values({
        channel_id: 1,
        code: `COUPON${made}`,
        title: '10% off',
        type: 'percentage',
        value: 10,
        starts_at: new Date(Date.now() - day),
        ends_at: new Date(Date.now() + day),
        ...given,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow()
  }

  async function setPrice(variationId: number, price: number) {
    await db
      .insertInto('prices')
      .values({ variation_id: variationId, channel_id: 1, selling_price: price, mrp: price })
      .onConflict((conflict) =>
        conflict.columns(['variation_id', 'channel_id']).doUpdateSet({ selling_price: price, mrp: price }),
      )
      .execute()
  }

  const setStock = (variationId: number, stock: number) =>
    db.updateTable('variations').set({ stock }).where('id', '=', variationId).execute()

  async function stockOf(variationId: number) {
    const row = await db
      .selectFrom('variations')
      .select('stock')
      .where('id', '=', variationId)
      .executeTakeFirstOrThrow()
    return row.stock
  }

  const setting = (key: string, value: unknown) =>
    db
      .insertInto('settings')
      .values({ key, value: json(value) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json(value) }))
      .execute()

  /** A guest who has filled in everything and only has to press the button. */
  async function guestAtPayment(...wishes: { id: number; quantity?: number }[]) {
    const shopper = guest()
    for (const { id, quantity = 1 } of wishes)
      ok(await shopper.api.cart.addItem({ product_id: id, quantity }))
    ok(await shopper.api.cart.updateAddress({ ...address, same_as_shipping: true }))
    ok(await shopper.api.cart.updateContact({ phone: '98765 43210', email: 'asha@example.com' }))
    const cart = ok(await shopper.api.cart.updatePaymentMode({ payment_method: 'cod' }))
    const order = (more: Partial<OrderInput> = {}) =>
      shopper.api.checkout.placeOrder({
        version: cart.version,
        idempotency_key: crypto.randomUUID(),
        accept_tnc: true,
        ...more,
      })
    return { ...shopper, cart, order }
  }

  return { db, services, guest, product, coupon, setPrice, setStock, stockOf, setting, guestAtPayment }
}

const day = 24 * 60 * 60 * 1_000

type OrderInput = Parameters<Api['checkout']['placeOrder']>[0]

type NewProduct = {
  name: string
  /** Of the variation: 'Blue / M'. */
  title: string
  price: number
  stock: number
  tracks_stock: boolean
  min_quantity: number
  max_quantity: number
  quantity_step: number
  tax_class: string
  is_published: boolean
  customisation: object
}

/** A whole address in the delivery area. */
export const address = {
  address_type: 'Shipping' as const,
  country_id: 101,
  state_id: 17,
  first_name: 'Asha',
  last_name: 'Rao',
  phone: '+91 98765 43210',
  address_line_1: '12 MG Road',
  city: 'Bengaluru',
  postcode: '560 001',
}

/** The data of a reply that must be a success. */
export function ok<Data>(reply: Reply<Data, unknown>): Data {
  if (reply.status === 'error')
    expect.fail(`${reply.code}: ${reply.message} ${JSON.stringify(reply.errors ?? '')}`)
  return reply.data
}

async function furnish(db: Db) {
  const india = { mobile_code: '+91', mobile_number_length: 10, currency: 'INR', postcode_label: 'Pincode' }
  await db
    .insertInto('countries')
    .values([
      { id: 101, name: 'India', code: 'IN', postcode_pattern: '^[1-9][0-9]{5}$', ...india },
      { id: 153, name: 'Nepal', code: 'NP', postcode_pattern: '^[0-9]{5}$', ...india, mobile_code: '+977' },
    ])
    .execute()
  await db.insertInto('states').values({ id: 17, country_id: 101, name: 'Karnataka', code: 'KA' }).execute()
  const field = (column_name: string, label: string, is_required: boolean, at: number) => ({
    column_name,
    label,
    is_required,
    max_length: 60,
    autocomplete: column_name,
    sort_order: at,
  })
  await db
    .insertInto('address_fields')
    .values([
      field('first_name', 'First name', true, 1),
      field('last_name', 'Last name', false, 2),
      field('phone', 'Phone', true, 3),
      field('address_line_1', 'Address', true, 4),
      field('postcode', 'Pincode', true, 5),
      field('city', 'City', true, 6),
      field('state_id', 'State', true, 7),
    ])
    .execute()
  await db
    .insertInto('channels')
    .values({
      code: 'in',
      name: 'India',
      is_default: true,
      country_id: 101,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
    })
    .execute()
  await db
    .insertInto('tax_rates')
    .values({ country_id: 101, tax_class: 'standard', name: 'GST', rate_bp: 1_800 })
    .execute()
  await db
    .insertInto('shipping_methods')
    .values([
      { channel_id: 1, code: 'express', name: 'Express', price: 19_900, days_added: -4, sort_order: 1 },
      { channel_id: 1, code: 'standard', name: 'Standard', price: 7_900, free_from: 149_900, sort_order: 2 },
    ])
    .execute()
  await db
    .insertInto('payment_methods')
    .values([
      { channel_id: 1, code: 'cod', name: 'Cash on delivery', max_order: 1_000_000, needs_cod_pincode: true },
      { channel_id: 1, code: 'upi', name: 'UPI' },
    ])
    .execute()
  const area = { country_id: 101, min_days: 3, max_days: 5, is_cod_available: true, is_serviceable: true }
  await db
    .insertInto('pincodes')
    .values([
      { ...area, prefix: '56', region: 'Karnataka' },
      { ...area, prefix: '560', region: 'Bengaluru', min_days: 2, max_days: 4 },
      { ...area, prefix: '571', region: 'Hills', is_cod_available: false },
      { ...area, prefix: '744', region: 'Islands', is_serviceable: false },
    ])
    .execute()
  await db
    .insertInto('settings')
    .values([
      { key: 'store_name', value: json('Kiln & Loom') },
      { key: 'store_email', value: json('hello@kilnandloom.example') },
    ])
    .execute()
}

/** The other groups are not this room's matter. */
const withoutHandlers = (): AllHandlers =>
  Object.fromEntries(
    (Object.keys(routes) as GroupName[]).map((group) => [
      group,
      Object.fromEntries(
        Object.keys(routes[group]).map((name) => [
          name,
          () => {
            throw new Error(`${group}.${name} is not part of this test`)
          },
        ]),
      ),
    ]),
  )
