import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { adminOrdersEndpoints, PhoneOrder } from '#contract/admin/orders.ts'
import { STAFF_SOURCE } from '#contract/admin/report-names.ts'
import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { MAX_AGE } from '#contract/rules/confirmed-age.ts'
import { matchingProducts } from '#server/catalog/products/editing/product-list.ts'
import { readTaxClasses } from '#server/catalog/products/editing/references.ts'
import { promiseText, type RuleRow, soldAhead } from '#server/catalog/stock/sold-ahead.ts'
import { requireWholeAddress } from '#server/commerce/addresses/valid-address.ts'
import { addItem } from '#server/commerce/cart/add-item.ts'
import { applyCoupon } from '#server/commerce/cart/apply-coupon.ts'
import { choosePayment, chooseShipping } from '#server/commerce/cart/choose-method.ts'
import type { CartScope } from '#server/commerce/cart/model/cart-scope.ts'
import { customisationKey } from '#server/commerce/cart/model/customisation.ts'
import type { StoredCustomLine } from '#server/commerce/cart/store/custom-lines.ts'
import { readCart } from '#server/commerce/cart/store/read-cart.ts'
import { updateAddress } from '#server/commerce/cart/update-address.ts'
import { updateContact } from '#server/commerce/cart/update-contact.ts'
import { placeOrder } from '#server/commerce/checkout/place-order.ts'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import { markQuote, sendPaymentLink } from '#server/commerce/payments/payment-link.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { invalid, ShopError } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { readAddressFields } from '#server/shop/settings/read-address-fields.ts'
import { readPostcodeLocation } from '#server/shop/settings/read-postcode-location.ts'
import { findCaller } from './find-caller.ts'
import {
  discountCart,
  discountLine,
  offOf,
  readDiscount,
  readReplacedLines,
  storeDiscount,
} from './staff-discount.ts'

type PhoneFormQuery = { q: string; phone?: string | undefined; postcode?: string | undefined }

/** The address fields of the channel's country, and what is known of what staff have typed so far. */
export async function readPhoneForm(db: Db, channel: Channel, { q, phone, postcode }: PhoneFormQuery) {
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
    tax_classes: await readTaxClasses(db),
  }
}

/** More matches of a word are not sorted by name: the staff member types on. */
const mostFound = 500

const findProducts = async (db: Db, channel: Channel, q: string) =>
  (await findVariations(db, channel, matchingProducts(q, mostFound), 20)).map(
    ({ product_id: _, ...found }) => found,
  )

/** The variations of these products that are sold in the channel, by name. */
export async function findVariations(
  db: Db,
  channel: Channel,
  products: RawBuilder<unknown> | readonly number[],
  most: number,
) {
  const rows = await db
    .selectFrom('variations as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin(
      sql<{ variation_id: number; channel_id: number; selling_price: number }>`shown_prices`.as('price'),
      (join) => join.onRef('price.variation_id', '=', 'v.id').on('price.channel_id', '=', channel.id),
    )
    .select([
      'v.id as variation_id',
      'v.product_id',
      'v.sku',
      'price.selling_price',
      sql<string>`concat_ws(', ', p.name, nullif(v.title, ''))`.as('name'),
      sql<number | null>`case when v.tracks_stock then v.stock end`.as('stock'),
      sql<RuleRow | null>`${sql.raw(soldAhead())}`.as('rule'),
    ])
    .where('v.is_published', '=', true)
    .where('p.is_published', '=', true)
    .where(
      Array.isArray(products) ? sql<boolean>`p.id = any(${products})` : sql<boolean>`p.id in ${products}`,
    )
    .orderBy('p.name')
    .orderBy('v.position')
    .limit(most)
    .execute()
  return rows.map(({ selling_price, rule, ...row }) => ({
    ...row,
    ...(rule && { stock: rule.kind === 'preorder' ? 0 : Math.max(0, rule.ready) }),
    // Of a rule with a limit the stock is what may still be ordered.
    ahead: rule && row.stock !== 0 ? promiseText(rule, channel.locale) : null,
    price: money(selling_price, channel.currency),
  }))
}

/**
 * The cart that staff fill for a customer on the phone, with its totals and methods: the functions of the shop's own
 * cart, so that the same rules hold, but for the age: staff ask the caller, and the courier checks it.
 * @param credit what pays the order before its customer does, in minor units
 * @throws 404, 409 and 422 as the calls of the cart, `discountCart` and `readReplacedLines`; fields of the address are named below
 * `address`.
 */
export async function quotePhoneOrder(
  db: Db,
  channel: Channel,
  order: PhoneOrder,
  credit = 0,
): Promise<Cart> {
  await requireWholeAddress(db, order.address)
  const replaced = await readReplacedLines(db, channel, order)
  const scope = await openCart(db, channel, order.session, await customLinesOf(db, order))
  const write = { scope, version: undefined }
  for (const { variation_id, quantity, order_item_id, discount } of order.items) {
    const customised = (order_item_id && replaced.get(order_item_id)) || null
    const item = { variationId: variation_id, quantity, customised, confirmedAge: MAX_AGE }
    const { id } = await addItem(db, write, item)
    if (discount) await discountLine.all(db, id, variation_id, customisationKey(customised), offOf(discount))
  }
  await updateAddress(db, write, { ...order.address, address_type: 'Shipping', same_as_shipping: true })
  const contacted = await updateContact(db, write, { phone: order.phone, email: order.email })
  await discountCart(db, contacted, order)
  if (order.coupon) await applyCoupon(db, write, order.coupon)
  let cart = await readCart(db, scope)
  const shipping = cart.shipping_methods.find(({ code }) => code === order.shipping_method)
  if (shipping) cart = await chooseShipping(db, write, shipping.code)
  const { cart_payment_methods: methods, grand_total } = cart
  const available = methods.filter(({ is_available }) => is_available)
  // Where nothing is due, any method will do.
  const payment = available.find(({ code }) => code === order.payment_method || grand_total.amount <= credit)
  return payment ? choosePayment(db, write, payment.code) : cart
}

/**
 * The lines without a product as their cart stores them.
 * @throws 422 at items for an order without any line; below custom for an unknown tax class
 */
async function customLinesOf(db: Db, { items, custom }: PhoneOrder): Promise<StoredCustomLine[]> {
  if (items.length + custom.length === 0) throw invalid({ items: ['Please add a product'] })
  const known = custom.length > 0 ? await readTaxClasses(db) : []
  return custom.map(({ discount, ...line }, at) => {
    if (!known.includes(line.tax_class))
      throw invalid({ [`custom.${at}.tax_class`]: ['Choose a tax class of the shop'] })
    return { ...line, staff_discount: discount ? offOf(discount) : null }
  })
}

type PhoneOrderServices = PaymentServices & Pick<Services, 'changes'>

/**
 * Places the order of a quote. If it is to be paid online, the customer gets a link, and the order is held for `link_days`; with `quote_days` as long
 * as those, and the customer gets a quote.
 * @returns its id
 * @throws as `placeOrder` and `sendPaymentLink`; 422 at payment_method for a quote that is not paid online; 409 PRICES_CHANGED when the total is not the one that the customer agreed to.
 */
export async function placePhoneOrder(
  services: PhoneOrderServices,
  actor: Actor,
  channel: Channel,
  order: Agreed,
): Promise<number> {
  return placeOnce(services.db, order, (own) => placeNow(services, actor, channel, own))
}

type Agreed = z.output<(typeof adminOrdersEndpoints)['create']['input']>

async function placeNow(services: PhoneOrderServices, actor: Actor, channel: Channel, order: Agreed) {
  const { db, config, plugins } = services
  const cart = await quotePhoneOrder(db, channel, order)
  const look = await rememberedMailLook(services)
  const { order_id } = await placeOrder(
    db,
    scopeOf(channel, order.session),
    {
      version: cart.version,
      idempotency_key: order.idempotency_key,
      accept_tnc: true,
      source: STAFF_SOURCE,
      confirmed_age: MAX_AGE,
      instruction: order.instruction,
      expected_total: order.expected_total,
    },
    { look, secrets: config, plugins },
    async (tx, { order_no, order_id, amount }) => {
      if (amount !== undefined) {
        await closeCart.first(tx, cart.id)
        if (order.quote_days !== undefined) await markQuote.all(tx, order_id)
        await sendPaymentLink({ ...services, db: tx }, order_id, order.quote_days ?? order.link_days)
      } else if (order.quote_days !== undefined) throw invalid({ payment_method: [quoteNeedsLink] })
      await storeDiscount(tx, order_id, order)
      const { items, custom, email, phone } = order
      const { discount_reason: discount, replaces } = await readDiscount(tx, order_id)
      await writeAudit(tx, actor, {
        action: 'order.create',
        record: { type: 'order', id: order_no },
        after: {
          ...{ items, email, phone },
          ...(custom.length > 0 && { custom }),
          ...(discount && { discount }),
          ...(replaces && { replaces: replaces.order_no }),
        },
      })
    },
  )
  return order_id
}

const quoteNeedsLink = 'A quote is accepted by paying it: choose a payment link'

/** No shopper has the cart of an order by phone: it does not wait for the payment. */
export const closeCart = prepared(
  'close cart of phone order',
  `update carts set status = 'ordered', unpaid_order_id = null, updated_at = now() where id = $1::bigint`,
)

/**
 * Places an order of staff once for its key, whatever becomes of the answer.
 * @param place with the session of its cart
 * @returns its id, also where it was placed before
 * @throws what `place` throws
 */
export async function placeOnce<Order extends { session: string; idempotency_key: string }>(
  db: Db,
  order: Order,
  place: (own: Order) => Promise<number>,
): Promise<number> {
  const earlier = await orderOfKey.first(db, order.idempotency_key)
  if (earlier) return earlier.order_id
  try {
    return await withOwnCart(db, order, place)
  } catch (thrown) {
    // The same request at the same moment was faster.
    const placed = thrown instanceof ShopError && (await orderOfKey.first(db, order.idempotency_key))
    if (!placed) throw thrown
    return placed.order_id
  }
}

/** The order of an answer that did not arrive. Only staff reach this, with keys that cannot be guessed. */
const orderOfKey = prepared<{ order_id: number }>(
  'order of idempotency key',
  `select (reply ->> 'order_id')::integer as order_id from idempotency_keys
  where scope = 'place-order' and key = $1::text`,
)

export const scopeOf = (channel: Channel, session: string): CartScope => ({
  channel,
  owner: { customerId: null, sessionId: session, isFromCookie: false },
})

/**
 * Fills a cart that is of this request alone, and deleted unless it is ordered: two requests at the same moment would put their goods into
 * one cart.
 */
export async function withOwnCart<Order extends { session: string }, Result>(
  db: Db,
  order: Order,
  work: (own: Order) => Promise<Result>,
): Promise<Result> {
  const session = randomUUID()
  try {
    return await work({ ...order, session })
  } finally {
    await db.deleteFrom('carts').where('session_id', '=', session).where('status', '=', 'open').execute()
  }
}

async function openCart(
  db: Db,
  channel: Channel,
  session: string,
  custom: readonly StoredCustomLine[],
): Promise<CartScope> {
  await db
    .insertInto('carts')
    .values({
      session_id: session,
      channel_id: channel.id,
      expires_at: sql<Date>`now() + interval '1 day'`,
      ...(custom.length > 0 && { custom_lines: json(custom) }),
    })
    .execute()
  return scopeOf(channel, session)
}
