import type { Cart } from '#contract/cart.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Db, Tx } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import type { CartScope } from './cart-scope.ts'
import { readCart } from './read-cart.ts'
import { readChangedCart } from './read-changed-cart.ts'
import { touchCart } from './touch-cart.ts'

/** `version`: the cart's as the caller knows it, when it says so. */
export type Write = { scope: CartScope; version: number | undefined }

/**
 * One change of an existing cart in one transaction: takes the cart, runs `change`, judges the coupon again, returns the whole
 * cart. When anything is refused the cart stays as it was, and the refusal carries it. Spec §7 Cart, decisions §1.4.
 *
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

/** Adds the cart, as it stands after the rollback, to a refusal (404 and 409). Decisions §1.4. */
export async function withCartInRefusal<Result>(
  db: Db,
  scope: CartScope,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    const isRefusal = thrown instanceof ShopError && [404, 409].includes(thrown.httpStatus)
    if (!isRefusal || 'data' in thrown.beside) throw thrown
    const { httpStatus, code, message, beside } = thrown
    throw new ShopError(httpStatus, code, message, { ...beside, data: await readCart(db, scope) })
  }
}
