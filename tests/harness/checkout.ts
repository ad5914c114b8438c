import type { Insertable } from 'kysely'
import type { Api } from '#contract/client.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { Settings } from '#contract/storefront.ts'
import { type Database, json } from '#server/platform/kernel/schema.ts'
import { address } from './addresses.ts'
import type { Shop } from './open-shop.ts'
import { ok } from './reply.ts'
import { setSettings } from './settings.ts'

/** Adds builders for products, coupons and guests at the checkout. For `openShop({ seed: 'small' })`. */
export function withCheckout(shop: Shop) {
  const { db, services } = shop
  let made = 0

  /** A product with one variation; prices in paise. */
  async function product(given: Partial<NewProduct> = {}) {
    made += 1
    const { price = 10_000, stock = 10, tracks_stock = true, title = '', ...own } = given
    const { customisation, min_age, name = `Vase ${made}`, ...columns } = own
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
    if (min_age) await askAge(productId, min_age)
    return { id, productId, name }
  }

  /** Makes buyers of a product confirm an age. */
  const askAge = (product_id: number, min_age: number) =>
    db.insertInto('product_declarations').values({ product_id, min_age, checks_age: true }).execute()

  /** A coupon that is valid today; 10% off by default. */
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

  const setting = <Key extends keyof Settings>(key: Key, value: Settings[Key]) =>
    setSettings(services, { [key]: value })

  /** A guest with these items in the cart and a completed checkout, ready to place the order. */
  async function guestAtPayment(...lines: { id: number; quantity?: number }[]) {
    const shopper = shop.guest()
    for (const { id, quantity = 1 } of lines) ok(await shopper.api.cart.addItem({ product_id: id, quantity }))
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

  return { ...shop, product, askAge, coupon, setPrice, setStock, stockOf, setting, guestAtPayment }
}

const day = 24 * 60 * 60 * 1_000

type OrderInput = Parameters<Api['checkout']['placeOrder']>[0]

type NewProduct = {
  name: string
  /** The variation's title: 'Blue / M'. */
  title: string
  price: number
  stock: number
  tracks_stock: boolean
  min_quantity: number
  max_quantity: number
  quantity_step: number
  tax_class: string
  kind: ProductKind
  is_published: boolean
  customisation: object
  /** The age that buyers confirm. */
  min_age: number
}
