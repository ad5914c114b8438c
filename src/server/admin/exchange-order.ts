import type { z } from 'zod'
import type {
  adminOrdersEndpoints,
  ExchangeQuote,
  ExchangeRequest,
  PhoneOrder,
} from '#contract/admin/orders.ts'
import { STAFF_SOURCE } from '#contract/admin/report-names.ts'
import type { Address, Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { MAX_AGE } from '#contract/rules/confirmed-age.ts'
import { piecesOf, totalOfLines } from '#contract/rules/split-amounts.ts'
import { type OrderCredit, placeOrder } from '#server/commerce/checkout/place-order.ts'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import { moveCredit } from '#server/commerce/orders/exchange-credit.ts'
import { queueExchange } from '#server/commerce/orders/messages/exchange-message.ts'
import { findExchange, linkExchange } from '#server/commerce/orders/model/exchange.ts'
import { requireOrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { orderNotReturnable } from '#server/commerce/orders/model/refusals.ts'
import { type MovedRefund, moveRefund } from '#server/commerce/orders/move-refund.ts'
import { matchOrderLines, type OrderLine, readLiveLines } from '#server/commerce/orders/order-lines.ts'
import { payRefund } from '#server/commerce/orders/pay-refund.ts'
import { readRefundable } from '#server/commerce/orders/refundable.ts'
import { requestOrderRefund } from '#server/commerce/orders/request-refund.ts'
import { keepForPayment } from '#server/commerce/payments/payment-link.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { readChannelByCode } from '#server/shop/channels/read-channel.ts'
import { lockFacts, type OrderFacts, readFacts, versionOf } from './order-version.ts'
import { closeCart, findVariations, placeOnce, quotePhoneOrder, scopeOf, withOwnCart } from './phone-order.ts'
import { readOrderDetail } from './read-order-detail.ts'
import { lastActor } from './record-version.ts'
import { orderNotFound, staleOrder } from './refusals.ts'
import { storeDiscount } from './staff-discount.ts'

/** How long the stock of a new order is held for a return that has to arrive first. */
const RETURN_DAYS = 30

type Former = {
  id: number
  order_no: string
  status: string
  customer_id: number | null
  channel_code: string
  is_tax_included: boolean
  phone: string | null
  email: string | null
  shipping_address: z.output<typeof Address>
}

/**
 * What an exchange would come to, with the lines that can come back and the other variations of their products.
 * @throws 404; 409 NOT_REFUNDABLE for an order whose items cannot be returned; as `quotePhoneOrder`
 */
export async function quoteExchange(db: Db, id: number, request: ExchangeRequest): Promise<ExchangeQuote> {
  const version = versionOf(await readFacts(db, id))
  const { former, channel } = await requireFormer(db, id)
  const lines = await readLiveLines(db, id, 'delivered')
  const credit = await worthOf(db, former, lines, request)
  const cart =
    request.items.length === 0
      ? null
      : await withOwnCart(db, request, (own) => quoteOrder(db, channel, former, { request: own, credit }))
  const of = (amount: number) => money(amount, channel.currency)
  const variations = lines.flatMap(({ variation_id }) => variation_id ?? [])
  const products = new Map((await productsOf.all(db, variations)).map((one) => [one.variation_id, one]))
  const ids = [...products.values()].map((one) => one.product_id)
  const others = await findVariations(db, channel, ids, mostOthers)
  return {
    version,
    lines: lines.map((line) => {
      const product = products.get(line.variation_id ?? 0)
      return {
        ...{ item_id: line.id, name: line.name, quantity: line.quantity, sku: product?.sku ?? '' },
        paid: of(totalOfLines([line], former.is_tax_included)),
        others: others
          .filter(
            ({ product_id, variation_id }) =>
              product_id === product?.product_id && variation_id !== line.variation_id,
          )
          .map(({ product_id: _, ...found }) => found),
      }
    }),
    credit: of(credit),
    cart,
    difference: of((cart?.grand_total.amount ?? 0) - credit),
  }
}

/** A product with more variations is found by the search. */
const mostOthers = 200

const productsOf = prepared<{ variation_id: number; product_id: number; sku: string }>(
  'products of returned lines',
  'select id as variation_id, product_id, sku from variations where id = any($1::integer[])',
)

async function requireFormer(db: Db, id: number): Promise<{ former: Former; channel: Channel }> {
  const former = await formerById.first(db, id)
  if (!former) throw orderNotFound()
  if (former.status !== 'delivered') throw orderNotReturnable()
  const channel = await readChannelByCode(db, former.channel_code)
  if (!channel) throw new Error(`Order ${former.order_no} has no channel`)
  return { former, channel }
}

const formerById = prepared<Former>(
  'order to exchange',
  `select o.id, o.order_no, o.status, o.customer_id, c.code as channel_code, o.is_tax_included, o.phone, o.email, o.shipping_address
  from orders o join channels c on c.id = o.channel_id where o.id = $1::bigint`,
)

/** The paid amount of the pieces, as a return of them refunds it. */
async function worthOf(
  db: Db,
  { id, is_tax_included }: Former,
  lines: readonly OrderLine[],
  { returned }: Pick<ExchangeRequest, 'returned'>,
): Promise<number> {
  const pieces = matchOrderLines(lines, returned).map(({ line, request }) => piecesOf(line, request.quantity))
  return Math.min(totalOfLines(pieces, is_tax_included), (await readRefundable(db, id)).amount)
}

type Quoted = { request: ExchangeRequest; credit: number }

/** The new order goes to the address of the former one. */
function quoteOrder(db: Db, channel: Channel, former: Former, { request, credit }: Quoted): Promise<Cart> {
  const { session, items, shipping_method, payment_method, discount } = request
  const { first_name, last_name, phone, address_line_1, address_line_2, city, postcode, tax_no, ...place } =
    former.shipping_address
  const order: PhoneOrder = {
    ...{ session, items, custom: [], shipping_method, payment_method, discount, instruction: '' },
    ...{ phone: former.phone ?? '', email: former.email ?? '' },
    address: {
      ...{ first_name, last_name, phone, address_line_1, address_line_2, city, postcode, tax_no },
      ...{ country_id: place.country_id, state_id: place.state_id, state_name: place.state_name },
    },
    ...(items.some(({ order_item_id }) => order_item_id) && { replaces: former.id }),
  }
  return quotePhoneOrder(db, channel, order, credit)
}

type Agreed = Omit<z.output<(typeof adminOrdersEndpoints)['exchange']['input']>, 'id'>

type ExchangeServices = PaymentServices & Pick<Services, 'changes'>

/**
 * Exchanges items of a delivered order for new ones: a return of these, approved at once, and a new order that its value pays, in one
 * transaction. What is due beyond it is requested by a payment link or paid on delivery; what is left of it is refunded with the return. Call
 * `carryOutRefunds` afterwards. ADR 0036.
 * @returns the id of the new order, also where the request was carried out before
 * @throws as `quoteExchange` and `placeOrder`; 409 STALE_RECORD, PRICES_CHANGED for another total than the expected one
 */
export async function placeExchange(
  services: ExchangeServices,
  actor: Actor,
  id: number,
  request: Agreed,
): Promise<number> {
  return placeOnce(services.db, request, (own) => placeNow(services, actor, id, own))
}

async function placeNow(services: ExchangeServices, actor: Actor, id: number, request: Agreed) {
  const { db, config, plugins } = services
  const { former, channel } = await requireFormer(db, id)
  const credit = await worthOf(db, former, await readLiveLines(db, id, 'delivered'), request)
  const cart = await quoteOrder(db, channel, former, { request, credit })
  const look = await rememberedMailLook(services)
  const started: { present?: Started } = {}
  const { order_id } = await placeOrder(
    db,
    scopeOf(channel, request.session),
    {
      version: cart.version,
      idempotency_key: request.idempotency_key,
      accept_tnc: true,
      source: STAFF_SOURCE,
      confirmed_age: MAX_AGE,
      expected_total: request.expected_total,
    },
    {
      ...{ look, secrets: config, plugins },
      async takeCredit(tx, { grand_total }) {
        started.present = await startReturn(tx, services, former, { request, total: grand_total.amount })
        return started.present.credit
      },
    },
    async (tx, placed) => {
      if (!started.present) throw new Error('An exchange has a return')
      if (placed.amount !== undefined) await closeCart.first(tx, cart.id)
      const order = {
        ...{ id: placed.order_id, payment_method: placed.payment_method },
        isPlaced: placed.amount === undefined,
      }
      await recordExchange({ ...services, db: tx }, { former, order, request, started: started.present })
      await storeDiscount(tx, placed.order_id, { ...request, custom: [], replaces: undefined })
      await auditExchange(tx, actor, {
        former,
        request,
        order_no: placed.order_no,
        before: started.present.before,
      })
    },
  )
  return order_id
}

/** `due`: what the new order costs beyond the credit. */
type Started = { before: OrderFacts; refund: MovedRefund; credit: OrderCredit; due: number }

/** Starts the return, for the order as staff saw it. One that brings nothing back is settled with the new order. */
async function startReturn(
  tx: Tx,
  services: ExchangeServices,
  former: Former,
  { request, total }: { request: Agreed; total: number },
): Promise<Started> {
  const { mode, note, returned, version } = request
  const before = await lockFacts(tx, former.id)
  if (version !== versionOf(before)) {
    const changedBy = await lastActor(tx, 'order', former.order_no)
    throw staleOrder(changedBy, await readOrderDetail({ ...services, db: tx }, former.id, ['orders.write']))
  }
  const items = returned.map((item) => ({ ...item, comment: '', images: [] }))
  const within = { ...services, db: tx }
  const { refund_no } = await requestOrderRefund(within, former.id, items, { by: 'exchange' })
  const moved: { refund?: MovedRefund } = {}
  const keep = async (_: Tx, refund: MovedRefund) => {
    moved.refund = refund
  }
  await moveRefund(tx, { refund_no, note }, 'refund_approved', keep)
  if (mode === 'kept') await moveRefund(tx, { refund_no, note }, 'returned', keep)
  if (!moved.refund) throw new Error(`Return ${refund_no} was not started`)
  const isAwaited = mode === 'on_receipt'
  const amount = isAwaited ? 0 : Math.min(moved.refund.amount, total)
  const credit = { amount, order_no: former.order_no, isAwaited }
  return { before, refund: moved.refund, credit, due: total - amount }
}

type Recorded = {
  former: Former
  order: { id: number; payment_method: string; isPlaced: boolean }
  request: Agreed
  started: Started
}

/** Links return and order, moves the value of the return, settles what can be settled, and sends the message. */
async function recordExchange(
  services: ExchangeServices & { db: Tx },
  { former, order, request, started: { refund, credit, due } }: Recorded,
) {
  const tx = services.db
  const { mode, link_days, note } = request
  const made = { refund_id: refund.id, former_id: former.id, order_id: order.id, mode, link_days }
  await linkExchange(tx, made)
  if (credit.amount > 0) await moveCredit(tx, made, credit.amount)
  if (mode === 'kept') await payRefund(services, { refund_no: refund.refund_no, note })
  await keepCustomer.all(tx, order.id, former.customer_id)
  if (credit.isAwaited) await keepForReturn.all(tx, order.id, RETURN_DAYS)
  const payable = { ...(await requireOrderAccess(tx, order.id)), payment_method: order.payment_method }
  const isPaymentDue = !order.isPlaced && !credit.isAwaited
  const link = isPaymentDue ? await keepForPayment(tx, services.config, payable, link_days) : null
  const exchange = await findExchange(tx, order.id)
  if (!exchange) throw new Error('The exchange was not written')
  await queueExchange(tx, services.config, { exchange, due, link, note })
}

const keepCustomer = prepared(
  'customer of exchange order',
  'update orders set customer_id = $2::integer where id = $1::bigint',
)

const keepForReturn = prepared(
  'keep order for return',
  'update orders set held_until = now() + make_interval(days => $2::integer) where id = $1::bigint',
)

type Audited = { former: Former; request: Agreed; order_no: string; before: OrderFacts }

async function auditExchange(tx: Tx, actor: Actor, { former, request, order_no, before }: Audited) {
  const { mode, note, items, discount } = request
  const entered = { exchanged_for: order_no, mode, ...(note && { note }) }
  const after = { ...(await readFacts(tx, former.id)), ...entered }
  await writeAudit(tx, actor, {
    ...{ action: 'order.exchange', record: { type: 'order', id: former.order_no }, before, after },
  })
  await writeAudit(tx, actor, {
    ...{ action: 'order.create_exchange', record: { type: 'order', id: order_no } },
    after: { items, exchange_for: former.order_no, ...(discount && { discount: discount.reason }) },
  })
}
