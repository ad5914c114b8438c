import type { Cart } from '#contract/cart.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import type { CartScope } from '../model/cart-scope.ts'
import { readCart, readCartById } from './read-cart.ts'
import { touchCart } from './touch-cart.ts'

/** `version`: the cart's version that the caller has read, if given. */
export type Write = {
  scope: CartScope
  version: number | undefined
  /** Runs when the write creates the cart; what it throws undoes that. */
  onNewCart?: () => void
}

/**
 * Changes an existing cart in one transaction: locks the cart, runs `change`, checks the coupon again,
 * returns the whole cart. A refusal leaves the cart unchanged and contains it. Spec §7 Cart, decisions §1.4.
 * @throws 409 CART_INVALID without a cart, 409 STALE_CART, and what `change` throws.
 */
export const writeCart = (
  db: Db,
  { scope, version }: Write,
  change: (tx: Tx, cartId: number) => Promise<void>,
): Promise<Cart> =>
  withCartInRefusal(db, scope, () =>
    retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        const { id } = await touchCart(tx, scope, version)
        await change(tx, id)
        return readChangedCart(tx, scope.channel, id)
      }),
    ),
  )

/** Adds the cart, as it is after the rollback, to a refusal (404 and 409). Decisions §1.4. */
export async function withCartInRefusal<Result>(
  db: Db,
  scope: CartScope,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    const isRefusal = thrown instanceof ShopError && [404, 409].includes(thrown.httpStatus)
    if (!isRefusal || 'data' in thrown.extra) throw thrown
    const { httpStatus, code, message, extra } = thrown
    throw new ShopError(httpStatus, code, message, { ...extra, data: await readCart(db, scope) })
  }
}

/**
 * The cart at the end of a change. A coupon that the change has invalidated is removed in the same
 * transaction, and the cart's `coupon_notice` states the reason. Decisions §3 (Coupon).
 */
export async function readChangedCart(tx: Tx, channel: Channel, id: number): Promise<Cart> {
  const cart = await readCartById(tx, channel, id)
  if (cart.coupon_notice !== null)
    await tx.updateTable('carts').set({ coupon_code: null }).where('id', '=', id).execute()
  return cart
}
