import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { type CartScope, isOpen, ownerValues, ownFirst, ownsCart } from './cart-scope.ts'

export type Touched = { id: number; version: number }

/**
 * Takes the cart for this transaction: locks its row, raises its version and puts off its expiry, in one statement.
 * All other writes to the cart wait until the transaction ends, so nothing that is read after this can be outdated.
 *
 * @throws 409 CART_INVALID when there is no cart, 409 STALE_CART when `version` is not the cart's (decisions §1.8).
 */
export async function touchCart(tx: Tx, scope: CartScope, version: number | undefined): Promise<Touched> {
  const cart = await touchExisting.first(tx, ...ownerValues(scope))
  if (!cart) throw rejected('CART_INVALID', 'Your cart is empty')
  return requireVersion(cart, version)
}

/**
 * The same, making the cart when there is none. Still one statement.
 * @returns undefined when somebody ordered or made the cart at this very moment: then try again.
 */
export async function touchOrMakeCart(
  tx: Tx,
  scope: CartScope,
  version: number | undefined,
): Promise<Touched | undefined> {
  const sessionId = randomBytes(32).toString('base64url')
  const cart = await touchOrMake.first(tx, ...ownerValues(scope), sessionId)
  return cart?.is_new ? cart : cart && requireVersion(cart, version)
}

/** An expired cart still counts as the customer's open one for the index that allows only one. */
export async function dropExpiredCart(tx: Tx, { channel, owner }: CartScope) {
  await tx
    .deleteFrom('carts')
    .where('customer_id', '=', owner.customerId)
    .where('channel_id', '=', channel.id)
    .where('status', '=', 'open')
    .where('expires_at', '<=', new Date())
    .execute()
}

/** The row already carries the raised version. */
function requireVersion(cart: Touched, seen: number | undefined): Touched {
  if (seen !== undefined && seen !== cart.version - 1) throw staleCart()
  return cart
}

/** 409: another tab or device has changed the cart since the caller read it. */
export const staleCart = () =>
  rejected('STALE_CART', 'Your cart has changed in the meantime. Please check it and try again')

const expiry = `now() + make_interval(days => coalesce(
  (select value::integer from settings where key = 'cart_expire_days' and jsonb_typeof(value) = 'number'), ${limits.cartExpireDays}))`

const found = `select c.id from carts c where ${isOpen} and ${ownsCart} ${ownFirst}`

const touch = `
  update carts set version = version + 1, updated_at = now(), expires_at = ${expiry}
  where id = (${found}) and status = 'open'
  returning id, version`

const touchExisting = prepared<Touched>('touch cart', touch)

const touchOrMake = prepared<Touched & { is_new: boolean }>(
  'touch or make cart',
  `with touched as (${touch}),
  made as (
    insert into carts (session_id, channel_id, customer_id, expires_at)
    select $4, $1::integer, $2::bigint, ${expiry} where not exists (${found})
    returning id, version
  )
  select id, version, false as is_new from touched union all select id, version, true from made`,
)
