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
import type { CartLineRow } from '../cart/cart-row.ts'
import type { CartScope } from '../cart/cart-scope.ts'
import { readCartRow } from '../cart/read-cart.ts'
import { toCart } from '../cart/to-cart.ts'
import { staleCart } from '../cart/touch-cart.ts'
import { findAddress, readGateFields } from '../cart/validate-address.ts'
import { withCartInRefusal } from '../cart/write-cart.ts'
import { variationName } from '../catalog/to-card.ts'
import { dropLostCoupon, keepCouponUse, takeCoupon } from '../coupons/take-coupon.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Db, Tx } from '../http/context.ts'
import { invalid, rejected } from '../http/errors.ts'
import type { MailLook } from '../notify/mail-look.ts'
import { orderPlacedMessages } from '../notify/order-placed.ts'
import { replaceUnpaidOrder } from '../payments/replace-unpaid-order.ts'
import { transferMessages } from '../payments/transfer-messages.ts'
import { trackUrl } from '../tracking/track-link.ts'
import { type CheckoutSettings, readCheckoutSettings } from './checkout-settings.ts'
import { holdStock } from './hold-stock.ts'
import { type LockedCart, lockCart } from './lock-cart.ts'
import { draftOrder } from './order-draft.ts'
import { type StockWish, takeStock } from './take-stock.ts'
import { closeOrder, keepOrderWaiting, keepReply, writeOrder } from './write-order.ts'

export type OrderRequest = {
  version: number
  idempotency_key: string
  accept_tnc?: boolean | undefined
  instruction?: string | undefined
  create_account?: boolean | undefined
}

/** `amount`: what is to be paid before the order is placed, in minor units. */
export type PlacedOrder = {
  order_id: number
  order_no: string
  payment_method: string
  amount?: number
  /** It was placed before, under the same key. */
  isReplayed?: boolean
}

/**
 * Turns the cart into an order, once: the same key and body again gives the same order. One transaction, in the order of
 * security §16: lock cart, known key, version, gate, prices, stock, coupon, order, outbox, key. Nothing in it leaves the database.
 * With a method that is paid first the order waits, its stock held, and the cart stays (ADR 0008). Spec §5 (checkout gate), decisions §4 (place-order).
 *
 * @throws 409 CART_INVALID or NOT_SERVICEABLE with {step}; STALE_CART, PRICES_CHANGED, OUT_OF_STOCK, ALREADY_ORDERED,
 *   IDEMPOTENCY_KEY_REUSED with the cart. 422 at accept_tnc. Whatever is thrown, nothing has changed; except that
 *   COUPON_INVALID takes the coupon off the cart that it carries.
 */
export const placeOrder = (
  db: Db,
  scope: CartScope,
  request: OrderRequest,
  mails: Mails,
): Promise<PlacedOrder> =>
  withCartInRefusal(db, scope, () =>
    dropLostCoupon(db, scope, () =>
      retrySerialization(() => db.transaction().execute((tx) => placeOnce(tx, scope, request, mails))),
    ),
  )

/** What the order's messages need beside the order. */
export type Mails = { look: MailLook; tokenSecret: string }

async function placeOnce(
  tx: Tx,
  scope: CartScope,
  request: OrderRequest,
  { look, tokenSecret }: Mails,
): Promise<PlacedOrder> {
  const locked = await lockCart(tx, scope)
  if (!locked) throw refusalOf(cartGate({ items: [] }))
  const bodyHash = hashOf(locked, request)
  const known = await findReply(tx, request.idempotency_key, bodyHash)
  if (known) return { ...known, isReplayed: true }
  if (locked.status === 'ordered') throw rejected('ALREADY_ORDERED', 'This cart has already been ordered')
  if (locked.version !== request.version) throw staleCart()
  const waiting = await replaceUnpaidOrder(tx, locked, request.instruction)
  if (waiting) {
    if (!(await keepReply(tx, { key: request.idempotency_key, bodyHash, reply: waiting }))) throw keyReused()
    return waiting
  }

  const { channel, owner } = scope
  const row = await readCartRow(tx, channel, locked.id)
  const cart = toCart({ ...row, customer_id: row.customer_id ?? owner.customerId }, channel)
  const settings = await readCheckoutSettings(tx)
  requireCheckout(cart, settings, await readGateFields(tx, cart))
  if (settings.allow_tnc_checkout && !request.accept_tnc)
    throw invalid({ accept_tnc: ['Please accept the terms and conditions'] })
  requireSeenPrices(cart)
  const taken = await takeStock(tx, row.lines.map(toWish))
  await takeCoupon(tx, channel, row)

  const draft = draftOrder(row, cart, channel, {
    instruction: request.instruction,
    hasAcceptedTnc: request.accept_tnc === true,
    customerId: cart.customer_id,
  })
  const { payment_method, grand_total } = draft.order
  // With nothing to pay there is nothing to wait for.
  const mustWait = isPaidFirst(payment_method) && grand_total > 0
  const { id, order_no } = await writeOrder(tx, draft, {
    status: mustWait ? 'pending_payment' : 'placed',
    payment_status: grand_total === 0 ? 'paid' : 'pending',
    cart_version: locked.version,
  })
  const placed = { order_id: id, order_no, payment_method, ...(mustWait ? { amount: grand_total } : {}) }
  const url = trackUrl({ storeUrl: look.storeUrl, tokenSecret }, { id, order_no })
  const facts = { id, order_no, ...draft, cart, settings, channel, look, url }
  const closing = {
    cartId: row.id,
    messages: [...orderPlacedMessages(facts), ...(await transferMessages(tx, facts))],
    idempotency: { key: request.idempotency_key, bodyHash, reply: placed },
  }
  await keepCouponUse(tx, channel, row, id)
  if (mustWait) await holdStock(tx, id, taken)
  const isKept = mustWait
    ? await keepOrderWaiting(tx, { ...closing, orderId: id })
    : await closeOrder(tx, closing)
  if (!isKept) throw keyReused()
  return placed
}

const toWish = (line: CartLineRow): StockWish => ({ ...line, name: variationName(line) })

/** The reply that this key and body already had. The body's hash holds the cart, so another shopper's key opens nothing. */
async function findReply(tx: Tx, key: string, bodyHash: string): Promise<PlacedOrder | undefined> {
  const kept = await keptReply.first(tx, key)
  if (kept && kept.body_hash !== bodyHash) throw keyReused()
  return kept?.reply
}

const keptReply = prepared<{ body_hash: string; reply: PlacedOrder }>(
  'kept order reply',
  `select body_hash, reply from idempotency_keys where scope = 'place-order' and key = $1`,
)

function hashOf({ id }: LockedCart, request: OrderRequest) {
  const { version, accept_tnc = false, instruction = '', create_account = false } = request
  return createHash('sha256')
    .update(JSON.stringify([id, version, accept_tnc, instruction, create_account]))
    .digest('base64url')
}

const keyReused = () =>
  rejected('IDEMPOTENCY_KEY_REUSED', 'This request was already used for another order. Please try again')

/** The gate, with the server's check of the address where the spec has it: between the address and the payment step. */
function requireCheckout(cart: Cart, settings: CheckoutSettings, fields: readonly GateField[]) {
  const missing = refusalOf(addressGate(cart, settings, fields))
  if (missing) throw missing
  const address = findAddress(cart, fields)
  if (!address.is_valid) throw rejected(address.code, address.message, { data: { step: 'address' } })
  const unchosen = refusalOf(paymentGate(cart, settings, fields))
  if (unchosen) throw unchosen
}

const refusalOf = (gate: Gate) =>
  gate.ok ? undefined : rejected('CART_INVALID', gate.message, { data: { step: gate.step } })

/** Nobody pays a price that was not shown to them. */
function requireSeenPrices({ items }: Cart) {
  if (items.some(({ previous_unit_price }) => previous_unit_price !== null))
    throw rejected('PRICES_CHANGED', 'Some prices have changed. Please check your cart')
}
