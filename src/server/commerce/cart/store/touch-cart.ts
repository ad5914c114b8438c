import { randomBytes } from 'node:crypto'
import * as limits from '#contract/limits.ts'
import { emptyCart, staleCart } from '#server/commerce/cart/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type CartScope, isOpen, ownerValues, ownFirst, ownsCart } from '../model/cart-scope.ts'

export type Touched = { id: number; version: number }

/**
 * Locks the cart's row, increments its version and extends its expiry, in one statement. All other writes to
 * the cart wait until the transaction ends, so later reads in it are current.
 * @throws 409 CART_INVALID when there is no cart, 409 STALE_CART when `version` is not the cart's (decisions
 * §1.8).
 */
export async function touchCart(tx: Tx, scope: CartScope, version: number | undefined): Promise<Touched> {
  const cart = await touchExisting.first(tx, ...ownerValues(scope))
  if (!cart) throw emptyCart()
  return requireVersion(cart, version)
}

/**
 * The same, creating the cart when there is none. Still one statement.
 * @returns undefined when a concurrent transaction ordered or created the cart: the caller retries.
 */
export async function touchOrCreateCart(
  tx: Tx,
  scope: CartScope,
  version: number | undefined,
): Promise<(Touched & { is_new: boolean }) | undefined> {
  const sessionId = randomBytes(32).toString('base64url')
  const cart = await touchOrCreate.first(tx, ...ownerValues(scope), sessionId)
  if (cart && !cart.is_new) requireVersion(cart, version)
  return cart
}

/** An expired cart still counts as the customer's open one in the unique index. */
export async function dropExpiredCart(tx: Tx, { channel, owner }: CartScope) {
  await tx
    .deleteFrom('carts')
    .where('customer_id', '=', owner.customerId)
    .where('channel_id', '=', channel.id)
    .where('status', '=', 'open')
    .where('expires_at', '<=', new Date())
    .execute()
}

/** The row already has the incremented version. */
function requireVersion(cart: Touched, seen: number | undefined): Touched {
  if (seen !== undefined && seen !== cart.version - 1) throw staleCart()
  return cart
}

const expiry = `now() + make_interval(days => coalesce(
  (select value::integer from settings where key = 'cart_expire_days' and jsonb_typeof(value) = 'number'), ${limits.cartExpireDays}))`

const found = `select c.id from carts c where ${isOpen} and ${ownsCart} ${ownFirst}`

const touch = `
  update carts set version = version + 1, updated_at = now(), expires_at = ${expiry}
  where id = (${found}) and status = 'open'
  returning id, version`

const touchExisting = prepared<Touched>('touch cart', touch)

const touchOrCreate = prepared<Touched & { is_new: boolean }>(
  'touch or make cart',
  `with touched as (${touch}),
  made as (
    insert into carts (session_id, channel_id, customer_id, expires_at)
    select $4, $1::integer, $2::bigint, ${expiry} where not exists (${found})
    returning id, version
  )
  select id, version, false as is_new from touched union all select id, version, true from made`,
)
