import type { Cart } from '#contract/cart.ts'
import type { Db } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { readCartById } from './read-cart.ts'
import { type Write, writeCart } from './write-cart.ts'

/**
 * Chooses how the order is delivered, by the method's code. Spec §5 (payment step).
 * @throws 409 SHIPPING_UNAVAILABLE when the cart is not offered it, 409 STALE_CART.
 */
export const chooseShipping = (db: Db, write: Write, code: string): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const { shipping_methods } = await readCartById(tx, write.scope.channel, cartId)
    if (!shipping_methods.some((method) => method.code === code))
      throw rejected('SHIPPING_UNAVAILABLE', 'This delivery method is not available')
    await tx.updateTable('carts').set({ shipping_method: code }).where('id', '=', cartId).execute()
  })

/**
 * Chooses how the order is paid, by the method's code. Spec §5 (payment step).
 * @throws 409 PAYMENT_UNAVAILABLE with the reason, 409 STALE_CART.
 */
export const choosePayment = (db: Db, write: Write, code: string): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const { cart_payment_methods } = await readCartById(tx, write.scope.channel, cartId)
    const method = cart_payment_methods.find((known) => known.code === code)
    if (!method?.is_available)
      throw rejected('PAYMENT_UNAVAILABLE', method?.reason ?? 'This payment method is not available')
    await tx.updateTable('carts').set({ payment_method: code }).where('id', '=', cartId).execute()
  })
