import { ok } from '#server/cart/test-shop.ts'
import { openShop } from '../../../../tests/shop.ts'

/** For tests: the demo shop, and orders in it of a guest who pays at the door or by transfer. */
export async function openOrderShop() {
  const shop = await openShop({ seed: true })
  const { db, services } = shop
  const karnataka = ok(await shop.api.settings.countries())[0]?.states.find(
    ({ name }) => name === 'Karnataka',
  )
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

  /** An order of two pieces of one thing and one of another. */
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
        address_type: 'Shipping',
        country_id: 101,
        state_id: karnataka?.id,
        first_name: 'Asha',
        last_name: 'Rao',
        phone,
        address_line_1: '12 MG Road',
        city: 'Bengaluru',
        postcode: '560001',
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

  /** What the outbox has for an order, by kind and channel. */
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
