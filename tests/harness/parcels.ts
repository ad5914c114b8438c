import { address } from './addresses.ts'
import type { Shop } from './open-shop.ts'
import { ok } from './reply.ts'

/** Adds builders for guest orders that can be packed and shipped, and reads their outbox messages. For `openShop({ seed: true })`. */
export async function withParcels(shop: Shop) {
  const { db, services } = shop
  const variations = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select('variations.id')
    .where('variations.is_published', '=', true)
    .where('variations.stock', '>', 5)
    .where('products.min_quantity', '=', 1)
    .where('products.customisation', 'is', null)
    .orderBy('variations.id')
    .limit(2)
    .execute()

  /** An order of two units of one product and one of another. */
  async function order({ method = 'cod', email = 'asha@example.com', phone = '9876543210' } = {}) {
    await db
      .updateTable('variations')
      .set({ stock: 50 })
      .where(
        'id',
        'in',
        variations.map(({ id }) => id),
      )
      .execute()
    const guest = shop.guest()
    const { api } = guest
    for (const [at, { id }] of variations.entries())
      ok(await api.cart.addItem({ product_id: id, quantity: 2 - at }))
    ok(
      await api.cart.updateAddress({
        ...address,
        phone,
        same_as_shipping: true,
      }),
    )
    ok(await api.cart.updateContact({ phone, email }))
    const { version } = ok(await api.cart.updatePaymentMode({ payment_method: method }))
    const placed = ok(
      await api.checkout.placeOrder({ version, idempotency_key: crypto.randomUUID(), accept_tnc: true }),
    )
    const read = async () => ok(await api.checkout.complete(placed))
    return { ...placed, guest, read, items: (await read()).productchannel }
  }

  /** The outbox messages of an order, by kind and channel. */
  const messages = async (order_id: number) =>
    db
      .selectFrom('outbox')
      .select(['kind', 'channel', 'recipient', 'subject', 'text', 'html'])
      .where('order_id', '=', order_id)
      .orderBy('id')
      .execute()

  const kinds = async (order_id: number) =>
    (await messages(order_id)).map(({ kind, channel }) => `${kind} ${channel}`)

  return { ...shop, services, order, messages, kinds }
}
