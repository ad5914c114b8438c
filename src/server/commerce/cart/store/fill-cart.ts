import type { Cart } from '#contract/cart.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { dropExpiredCart, touchOrCreateCart } from './touch-cart.ts'
import { readChangedCart, type Write, withCartInRefusal } from './write-cart.ts'

/** Writes lines of a cart that exists or is created by it. */
type Fill = (tx: Tx, cartId: number) => Promise<void>

/**
 * Adds to the cart, creating it if there is none, in one transaction, and returns the whole cart. Simultaneous calls wait for each
 * other, so none is lost. A refusal leaves the cart unchanged and contains it.
 * @throws 409 STALE_CART, and what `fill` throws.
 */
export const fillCart = (db: Db, write: Write, fill: Fill): Promise<Cart> =>
  withCartInRefusal(db, write.scope, async () => {
    for (let attempt = 1; ; attempt++) {
      const cart = await fillOnce(db, write, fill)
      if (cart) return cart
      if (attempt === 3) throw new Error('The cart could not be opened in three tries')
    }
  })

async function fillOnce(db: Db, { scope, version, onNewCart }: Write, fill: Fill): Promise<Cart | undefined> {
  try {
    return await retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        const cart = await touchOrCreateCart(tx, scope, version)
        if (!cart) return undefined
        if (cart.is_new) onNewCart?.()
        await fill(tx, cart.id)
        return readChangedCart(tx, scope.channel, cart.id)
      }),
    )
  } catch (thrown) {
    if (!isSecondCart(thrown)) throw thrown
    await db.transaction().execute((tx) => dropExpiredCart(tx, scope))
    return undefined
  }
}

/** Two simultaneous first adds of one customer, or an expired cart that blocks a new one. */
const isSecondCart = (thrown: unknown) =>
  (thrown as { constraint?: string }).constraint === 'carts_one_open_per_customer'
