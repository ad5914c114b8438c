import { sql } from 'kysely'
import type { PhoneOrder } from '#contract/admin/orders.ts'
import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { matchingProducts } from '#server/catalog/products/editing/product-list.ts'
import { requireWholeAddress } from '#server/commerce/addresses/valid-address.ts'
import { addItem } from '#server/commerce/cart/add-item.ts'
import { applyCoupon } from '#server/commerce/cart/apply-coupon.ts'
import { choosePayment, chooseShipping } from '#server/commerce/cart/choose-method.ts'
import type { CartScope } from '#server/commerce/cart/model/cart-scope.ts'
import { readCart } from '#server/commerce/cart/store/read-cart.ts'
import { updateAddress } from '#server/commerce/cart/update-address.ts'
import { updateContact } from '#server/commerce/cart/update-contact.ts'
import { type OrderEffects, placeOrder } from '#server/commerce/checkout/place-order.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readAddressFields } from '#server/shop/settings/read-address-fields.ts'
import { readPostcodeLocation } from '#server/shop/settings/read-postcode-location.ts'
import { findCaller } from './find-caller.ts'
import { onlinePayment } from './refusals.ts'

type Asked = { q: string; phone?: string | undefined; postcode?: string | undefined }

/** The address fields of the channel's country, and what is known of what staff have typed so far. */
export async function readPhoneForm(db: Db, channel: Channel, { q, phone, postcode }: Asked) {
  const fields = await readAddressFields(db, channel.country_id)
  return {
    country_id: channel.country_id,
    caller: phone ? await findCaller(db, channel, phone) : null,
    location: postcode ? await readPostcodeLocation(db, channel.country_id, postcode) : null,
    fields: fields.map(({ column_name, label, is_required, options }) => ({
      column_name,
      label,
      is_required,
      options,
    })),
    products: q === '' ? [] : await findProducts(db, channel, q),
  }
}

/** More matches of a word are not sorted by name: the staff member types on. */
const mostFound = 500

async function findProducts(db: Db, channel: Channel, q: string) {
  const rows = await db
    .selectFrom('variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('prices', (join) =>
      join.onRef('prices.variation_id', '=', 'v.id').on('prices.channel_id', '=', channel.id),
    )
    .select([
      'v.id as variation_id',
      'v.sku',
      'prices.selling_price',
      sql<string>`concat_ws(', ', p.name, nullif(v.title, ''))`.as('name'),
      sql<number | null>`case when v.tracks_stock then v.stock end`.as('stock'),
    ])
    .where('v.is_published', '=', true)
    .where('p.is_published', '=', true)
    .where(sql<boolean>`p.id in ${matchingProducts(q, mostFound)}`)
    .orderBy('p.name')
    .orderBy('v.position')
    .limit(20)
    .execute()
  return rows.map(({ selling_price, ...row }) => ({ ...row, price: money(selling_price, channel.currency) }))
}

/**
 * The cart that staff fill for a customer on the phone, with its totals and methods: the functions of the shop's own
 * cart, so that the same rules hold. The cart of the quote before is replaced.
 * @throws 404, 409 and 422 as the calls of the cart; fields of the address are named below `address`.
 */
export async function quotePhoneOrder(db: Db, channel: Channel, order: PhoneOrder): Promise<Cart> {
  await requireWholeAddress(db, order.address)
  const scope = await openCart(db, channel, order.session)
  const write = { scope, version: undefined }
  for (const { variation_id, quantity } of order.items)
    await addItem(db, write, { variationId: variation_id, quantity, customised: null })
  await updateAddress(db, write, { ...order.address, address_type: 'Shipping', same_as_shipping: true })
  await updateContact(db, write, { phone: order.phone, email: order.email })
  if (order.coupon) await applyCoupon(db, write, order.coupon)
  const { shipping_methods, cart_payment_methods } = await readCart(db, scope)
  const { shipping_method: shipping, payment_method: payment } = order
  if (shipping && shipping_methods.some(({ code }) => code === shipping))
    await chooseShipping(db, write, shipping)
  if (payment && cart_payment_methods.some(({ code, is_available }) => code === payment && is_available))
    await choosePayment(db, write, payment)
  return readCart(db, scope)
}

/**
 * Places the order of a quote.
 * @returns its id
 * @throws as `placeOrder`; 409 PRICES_CHANGED when the total is not the one that the customer agreed to; 409
 * PAYMENT_ONLINE for a payment that only the customer can make.
 */
export async function placePhoneOrder(
  db: Db,
  actor: Actor,
  channel: Channel,
  order: PhoneOrder & { idempotency_key: string; expected_total: number },
  effects: OrderEffects,
): Promise<number> {
  const earlier = await orderOfKey.first(db, order.idempotency_key)
  if (earlier) return earlier.order_id
  const cart = await quotePhoneOrder(db, channel, order)
  if (cart.cart_payment_method && isPaidFirst(cart.cart_payment_method.code)) throw onlinePayment()
  const { order_id } = await placeOrder(
    db,
    scopeOf(channel, order.session),
    {
      version: cart.version,
      idempotency_key: order.idempotency_key,
      accept_tnc: true,
      instruction: order.instruction,
      expected_total: order.expected_total,
    },
    effects,
    (tx, { order_no }) =>
      writeAudit(tx, actor, {
        action: 'order.create',
        record: { type: 'order', id: order_no },
        after: { items: order.items, email: order.email, phone: order.phone },
      }),
  )
  return order_id
}

/** The order of an answer that did not arrive. Only staff reach this, with keys that cannot be guessed. */
const orderOfKey = prepared<{ order_id: number }>(
  'order of idempotency key',
  `select (reply ->> 'order_id')::integer as order_id from idempotency_keys
  where scope = 'place-order' and key = $1::text`,
)

const scopeOf = (channel: Channel, session: string): CartScope => ({
  channel,
  owner: { customerId: null, sessionId: session, isFromCookie: false },
})

async function openCart(db: Db, channel: Channel, session: string): Promise<CartScope> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('carts').where('session_id', '=', session).where('status', '=', 'open').execute()
    await tx
      .insertInto('carts')
      .values({
        session_id: session,
        channel_id: channel.id,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })
      .execute()
  })
  return scopeOf(channel, session)
}
