import { createHash } from 'node:crypto'
import type { Cart } from '#contract/cart.ts'
import {
  addressGate,
  cartGate,
  type Gate,
  type GateField,
  paymentGate,
} from '#contract/rules/checkout-gate.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { isDelivered, voucherTotal } from '#contract/rules/product-kind.ts'
import { giftsOfCart, withStaffPart } from '#contract/rules/promotions/named-discounts.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { variationName } from '#server/catalog/products/to-card.ts'
import { holdStock } from '#server/catalog/stock/hold-stock.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import { reserveStock, type StockRequest } from '#server/catalog/stock/reserve-stock.ts'
import { storeAhead } from '#server/catalog/stock/sold-ahead.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid, ShopError } from '#server/platform/kernel/errors.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import type { Message } from '#server/platform/notify/queue-messages.ts'
import { readMailFields } from '#server/shop/custom-fields/show-values.ts'
import { type CheckoutSettings, readCheckoutSettings } from '#server/shop/settings/checkout-settings.ts'
import { chooseMethods, type MethodChoice } from '../cart/choose-method.ts'
import type { CartLineRow, CartRow } from '../cart/model/cart-row.ts'
import type { CartScope } from '../cart/model/cart-scope.ts'
import { requireCustomisation } from '../cart/model/customisation.ts'
import { ageUnconfirmed, onlyInOwnOrder, staleCart } from '../cart/model/refusals.ts'
import { type LockedCart, lockCart } from '../cart/store/lock-cart.ts'
import { readCartRow } from '../cart/store/read-cart.ts'
import { cartDiscounts, toCart } from '../cart/store/to-cart.ts'
import { withCartInRefusal } from '../cart/store/write-cart.ts'
import { findAddress, readGateFields } from '../cart/validate-address.ts'
import { type OrderFacts, orderPlacedMessages } from '../orders/messages/order-placed.ts'
import { draftOrder } from '../orders/model/order-draft.ts'
import { promotionTerms } from '../orders/model/promotion-terms.ts'
import { trackUrl } from '../orders/model/track-link.ts'
import { readLiveLines, storeLocations } from '../orders/order-lines.ts'
import { runPaid } from '../orders/shipping/run-paid.ts'
import { replaceUnpaidOrder } from '../payments/replace-unpaid-order.ts'
import { transferMessages } from '../payments/transfer-messages.ts'
import { keysOfLine } from '../promotions/cart-offers.ts'
import { takePromotions } from '../promotions/take-promotions.ts'
import { spendValue, type ValuePart } from '../stored-value/cart-value.ts'
import { payWithValue } from '../stored-value/order-value.ts'
import {
  addressRefused,
  alreadyOrdered,
  customisationOutdated,
  giftGone,
  keyReused,
  pricesChanged,
  promotionLost,
  stepIncomplete,
  totalChanged,
  valueLost,
} from './refusals.ts'
import { dropLostCoupon, storeCouponUse, takeCoupon } from './take-coupon.ts'
import { closeOrder, storeReply, storeUnpaidOrder, writeOrder } from './write-order.ts'

export type OrderRequest = {
  version: number
  idempotency_key: string
  accept_tnc?: boolean | undefined
  instruction?: string | undefined
  create_account?: boolean | undefined
  /** The total that the shopper saw, in minor units. */
  expected_total?: number | undefined
  /** What the shopper saw as left to pay beside stored value, in minor units. */
  expected_due?: number | undefined
  /** The gifts that the shopper saw, by `giftsOfCart`. */
  expected_gifts?: string | undefined
  /** Counts with `expected_total` only: the shopper saw that total with the new prices. */
  accept_prices?: boolean | undefined
  /** The age that the shopper has confirmed; 0 without. */
  confirmed_age: number
  /** Where the visit came from, as the browser knows it. */
  source?: string | undefined
} & MethodChoice

/** `amount`: due before the order is placed, in minor units. */
export type PlacedOrder = {
  order_id: number
  order_no: string
  payment_method: string
  amount?: number
  /** It was placed before, with the same key. */
  isReplayed?: boolean
}

/**
 * Turns the cart into an order, once: the same key and body again returns the same order. One transaction, in
 * the order of security §16: lock cart, known key, version, chosen methods, gate, prices, stock, coupon, order,
 * outbox, key;
 * it calls no external service. With an online payment method the order waits with its stock held, and the
 * cart stays open (ADR 0034). Spec §5 (checkout gate), decisions §4 (place-order).
 * @throws 409 CART_INVALID or NOT_SERVICEABLE with {step}; STALE_CART, AGE_UNCONFIRMED, PRICES_CHANGED, OUT_OF_STOCK,
 * ALREADY_ORDERED, SHIPPING_UNAVAILABLE, PAYMENT_UNAVAILABLE, IDEMPOTENCY_KEY_REUSED with the cart. 422 at
 * accept_tnc. A refusal changes nothing, except
 * that COUPON_INVALID removes the coupon from the cart that it contains.
 */
export const placeOrder = (
  db: Db,
  scope: CartScope,
  request: OrderRequest,
  effects: OrderEffects,
  record?: RecordOrder,
): Promise<PlacedOrder> =>
  withCartInRefusal(db, scope, () =>
    dropLostCoupon(db, scope, () =>
      retrySerialization(() =>
        db.transaction().execute((tx) => placeOnce(tx, scope, request, effects, record)),
      ),
    ),
  )

type OrderPlugins = Pick<PluginRegistry, 'runHooks' | 'readOrderMail' | 'creditPlugin'>

/** What the order's messages need besides the order, and the plugins whose hooks run. */
export type OrderEffects = {
  look: MailLook
  secrets: SigningSecrets
  plugins: OrderPlugins
  /** Takes what pays the order beside its customer, in its transaction and before its stock. */
  takeCredit?: (tx: Tx, cart: Cart) => Promise<OrderCredit>
}

/** The value of a return that pays an order, in minor units. */
export type OrderCredit = {
  amount: number
  order_no: string
  /** Its amount is known later: the order waits for it. */
  isAwaited: boolean
}

/** Stores more with a new order, in its transaction; not run for a replayed one. */
export type RecordOrder = (tx: Tx, order: PlacedOrder) => Promise<void>

async function placeOnce(
  tx: Tx,
  scope: CartScope,
  request: OrderRequest,
  effects: OrderEffects,
  record?: RecordOrder,
): Promise<PlacedOrder> {
  const { plugins, takeCredit } = effects
  const locked = await lockCart(tx, scope)
  if (!locked) throw refusalOf(cartGate({ items: [] }))
  const bodyHash = hashOf(locked, request)
  const known = await findReply(tx, request.idempotency_key, bodyHash)
  if (known) return { ...known, isReplayed: true }
  if (locked.status === 'ordered') throw alreadyOrdered()
  if (locked.version !== request.version) throw staleCart()
  const version = await chooseMethods(tx, scope.channel, locked, request)
  const waiting = await replaceUnpaidOrder(tx, plugins, { ...locked, version }, request.instruction)
  if (waiting) {
    if (!(await storeReply(tx, { key: request.idempotency_key, bodyHash, reply: waiting }))) throw keyReused()
    return waiting
  }

  const { channel, owner } = scope
  const row = await readCartRow(tx, channel, locked.id)
  const discounted = cartDiscounts(row, channel)
  const cart = toCart({ ...row, customer_id: row.customer_id ?? owner.customerId }, channel, discounted)
  const settings = await readCheckoutSettings(tx)
  requireCheckout(cart, settings, await readGateFields(tx, cart))
  if (cart.min_age !== undefined && cart.min_age > request.confirmed_age) throw ageUnconfirmed(cart.min_age)
  if (settings.allow_tnc_checkout && !request.accept_tnc)
    throw invalid({ accept_tnc: ['Please accept the terms and conditions'] })
  for (const line of row.lines) requireCustomised(line)
  if (!request.accept_prices || request.expected_total === undefined) requireSeenPrices(cart)
  requireSeen(cart, request)
  const discounts = orderDiscounts(row, cart, discounted)
  const credit = await takeCredit?.(tx, cart)
  if (credit && !row.lines.every(isDelivered)) throw onlyInOwnOrder()
  const whole = { ...row, lines: discounted.lines }
  const { taken, at } = await reserveCart(tx, whole, cart)
  if (discounts.coupon !== null || cart.coupon_notice !== null) await takeCoupon(tx, channel, row)
  const parts = spendValue(row.values, cart.grand_total.amount - voucherTotal(row.lines))
  const draft = draftOrder(row, cart, channel, {
    lines: whole.lines,
    discounts,
    terms: termsOf(row, discounted),
    ...entriesOf(request),
    customerId: cart.customer_id,
  })
  const { payment_method, grand_total } = draft.order
  const due = (cart.stored_value?.due.amount ?? grand_total) - (credit?.amount ?? 0)
  // What is paid already needs no payment.
  const mustWait = credit?.isAwaited || (isPaidFirst(payment_method) && due > 0)
  const { id, order_no, access_key, placed_at } = await writeOrder(tx, draft, {
    status: mustWait ? 'pending_payment' : 'placed',
    payment_status: due === 0 && !mustWait ? 'paid' : 'pending',
    cart_version: version,
  })
  if (at !== undefined) await storePickup.all(tx, id, at)
  if (taken.some(({ location_id }) => location_id !== null))
    await storeLocations(tx, await readLiveLines(tx, id, mustWait ? 'pending_payment' : 'placed'), taken)
  const placed = { order_id: id, order_no, payment_method, ...(mustWait ? { amount: due } : {}) }
  const paid = { due, credits: creditsOf(credit, parts) }
  const facts = { id, order_no, access_key, placed_at, ...draft, ...paid, cart, settings, channel }
  const closing = {
    cartId: row.id,
    messages: await messagesOf(tx, effects, { ...facts, row: whole, isAwaited: credit?.isAwaited === true }),
    idempotency: { key: request.idempotency_key, bodyHash, reply: placed },
  }
  await storeUses(tx, channel, row, { id, discounts })
  if (mustWait) await holdStock(tx, id, taken)
  const lost = await payWithValue(tx, id, parts)
  if (lost !== undefined) throw valueLost(lost)
  const isStored = mustWait
    ? await storeUnpaidOrder(tx, { ...closing, orderId: id })
    : await closeOrder(tx, closing)
  if (!isStored) throw keyReused()
  await record?.(tx, placed)
  if (!mustWait) await runPlacedHooks(tx, plugins, { id, isPaid: due === 0 })
  return placed
}

type Written = Omit<OrderFacts, 'look' | 'url' | 'blocks'> & {
  access_key: string | null
  row: CartRow
  /** What is due is known once a return has arrived: until then nothing is sent. */
  isAwaited: boolean
}

/** The messages of a new order, with the paragraphs of custom fields and plugins. */
async function messagesOf(
  tx: Tx,
  { look, secrets, plugins }: OrderEffects,
  { row, access_key, isAwaited, ...order }: Written & { channel: Channel },
): Promise<Message[]> {
  const blocks = [
    ...(row.lines.some(({ sold_ahead }) => sold_ahead) ? await storeAhead(tx, order.id) : []),
    ...(await readMailFields(tx, { items: order.items, lines: row.lines }, order.channel.locale)),
    ...(await plugins.readOrderMail(tx, { cart_id: row.id })),
  ]
  if (isAwaited) return []
  const url = trackUrl({ ...secrets, storeUrl: look.storeUrl }, { ...order, access_key })
  const facts = { ...order, look, url, blocks }
  return [...orderPlacedMessages(facts), ...(await transferMessages(tx, facts))]
}

async function runPlacedHooks(
  tx: Tx,
  plugins: OrderPlugins,
  { id, isPaid }: { id: number; isPaid: boolean },
) {
  await plugins.runHooks(tx, 'order.placed', { order_id: id })
  if (isPaid) await runPaid(tx, plugins, id)
}

/** What pays a part of an order beside its customer, as messages name it. */
const creditsOf = (credit: OrderCredit | undefined, parts: readonly ValuePart[]): OrderFacts['credits'] => [
  ...(credit ? [{ label: `Your return of order ${credit.order_no}`, amount: credit.amount }] : []),
  ...parts.filter(({ amount }) => amount > 0),
]

/** The discounts of a cart by name, as its order stores them. A coupon that takes nothing off while others do is not used. */
function orderDiscounts(row: CartRow, cart: Cart, { ofLines, ofDelivery }: ReturnType<typeof cartDiscounts>) {
  const all = [...ofLines.flat(), ...ofDelivery]
  const isUsed = row.coupon !== null && cart.coupon !== null
  const isNamed = ofLines.some((named) => named.length > 0)
  const isLeftOut = all.length > 0 && !all.some(({ code }) => code !== null && code === cart.coupon?.code)
  return {
    all,
    coupon: isUsed && !isLeftOut ? (cart.coupon?.code ?? null) : null,
    lines: ofLines.map((named, at) => {
      const whole = isNamed ? withStaffPart(named, cart.items[at]?.line_discount.amount ?? 0) : []
      return whole.length > 0 ? whole : null
    }),
    delivery: ofDelivery.length > 0 ? ofDelivery : null,
  }
}

/** Gifts and gift cards count for no promotion. */
const termsOf = (row: CartRow, { evaluation, lines, reducible }: ReturnType<typeof cartDiscounts>) =>
  promotionTerms(
    evaluation,
    lines.map((line) => (reducible.includes(line) ? keysOfLine(row, line) : null)),
  )

type Discounts = ReturnType<typeof orderDiscounts>

/** @throws what `storeCouponUse` throws, and 409 PRICES_CHANGED for a promotion that another order used up */
async function storeUses(
  tx: Tx,
  channel: Channel,
  row: CartRow,
  { id, discounts }: { id: number; discounts: Discounts },
) {
  if (discounts.coupon !== null) await storeCouponUse(tx, channel, row, id)
  const lost = await takePromotions(tx, id, discounts.all, timeZoneOf(channel.locale))
  if (lost !== undefined) throw promotionLost(lost)
}

/** Reserves all of a cart, in the location `at` where it is picked up. */
async function reserveCart(tx: Tx, { shipping_methods, lines }: CartRow, cart: Cart) {
  const method = shipping_methods.find(({ code }) => code === cart.shipping_method?.code)
  const at = method?.location_id ?? undefined
  const pickup = at === undefined ? 'delivered' : await requireLocation(tx, at)
  return { at, taken: await reserveStock(tx, lines.map(toStockRequest), pickup) }
}

const storePickup = prepared(
  'store pick-up of order',
  'insert into order_pickups (order_id, location_id) values ($1::bigint, $2::integer)',
)

const toStockRequest = (line: CartLineRow): StockRequest => ({ ...line, name: variationName(line) })

/**
 * The earlier reply to this key and body. The body's hash includes the cart, so another shopper's key matches
 * nothing.
 */
async function findReply(tx: Tx, key: string, bodyHash: string): Promise<PlacedOrder | undefined> {
  const stored = await storedReply.first(tx, key)
  if (stored && stored.body_hash !== bodyHash) throw keyReused()
  return stored?.reply
}

const storedReply = prepared<{ body_hash: string; reply: PlacedOrder }>(
  'stored order reply',
  `select body_hash, reply from idempotency_keys where scope = 'place-order' and key = $1`,
)

/** What the order takes over from the request. */
const entriesOf = ({ instruction, accept_tnc, source = '' }: OrderRequest) => ({
  instruction,
  hasAcceptedTnc: accept_tnc === true,
  source,
})

function hashOf({ id }: LockedCart, request: OrderRequest) {
  const { version, accept_tnc = false, instruction = '', create_account = false } = request
  const { shipping_method, payment_method, expected_total, expected_due, expected_gifts, accept_prices } =
    request
  const expected = { expected_total, expected_due, expected_gifts }
  const choice = { shipping_method, payment_method, ...expected, accept_prices }
  const isChosen = Object.values(choice).some((value) => value !== undefined)
  const body = [id, version, accept_tnc, instruction, create_account, ...(isChosen ? [choice] : [])]
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url')
}

/** The gate, with the server's address check where the spec has it: between the address and the payment step. */
function requireCheckout(cart: Cart, settings: CheckoutSettings, fields: readonly GateField[]) {
  const missing = refusalOf(addressGate(cart, settings, fields))
  if (missing) throw missing
  const address = findAddress(cart, fields)
  if (!address.is_valid) throw addressRefused(address.code, address.message)
  const unchosen = refusalOf(paymentGate(cart, settings, fields))
  if (unchosen) throw unchosen
}

const refusalOf = (gate: Gate) => (gate.ok ? undefined : stepIncomplete(gate.step, gate.message))

/** The product may have required less when the line was added. */
function requireCustomised(line: CartLineRow) {
  try {
    requireCustomisation(line.offered_customisation, line.customisation, line.kind)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    throw customisationOutdated(variationName(line), error.message)
  }
}

/** A customer never pays a price that was not shown. */
function requireSeenPrices({ items }: Cart) {
  if (items.some(({ previous_unit_price }) => previous_unit_price !== null)) throw pricesChanged()
}

type Seen = Pick<OrderRequest, 'expected_total' | 'expected_due' | 'expected_gifts'>

function requireSeen(
  { grand_total, stored_value, items }: Cart,
  { expected_total, expected_due, expected_gifts = '' }: Seen,
) {
  const due = stored_value?.due ?? grand_total
  if (expected_total !== undefined && expected_total !== grand_total.amount) throw totalChanged()
  if (expected_due !== undefined && expected_due !== due.amount) throw totalChanged()
  const given = giftsOfCart(items)?.split(' ') ?? []
  const missing = expected_gifts.split(' ').filter((gift) => gift !== '' && !given.includes(gift))
  if (missing.length > 0) throw giftGone(given.length > 0)
}
