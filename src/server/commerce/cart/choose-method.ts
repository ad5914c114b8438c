import type { Cart } from '#contract/cart.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { paymentUnavailable, shippingUnavailable } from './model/refusals.ts'
import { readCartById } from './store/read-cart.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/** Codes of the methods; one that is not given stays as it is. */
export type MethodChoice = { shipping_method?: string | undefined; payment_method?: string | undefined }

/**
 * Selects the delivery method by its code. Spec §5 (payment step).
 * @throws 409 SHIPPING_UNAVAILABLE when the method is not offered for the cart, 409 STALE_CART.
 */
export const chooseShipping = (db: Db, write: Write, code: string): Promise<Cart> =>
  writeCart(db, write, (tx, cartId) => setShippingMethod(tx, write.scope.channel, cartId, code))

/**
 * Selects the payment method by its code. Spec §5 (payment step).
 * @throws 409 PAYMENT_UNAVAILABLE with the reason, 409 STALE_CART.
 */
export const choosePayment = (db: Db, write: Write, code: string): Promise<Cart> =>
  writeCart(db, write, (tx, cartId) => setPaymentMethod(tx, write.scope.channel, cartId, code))

/**
 * Applies the choices of an order form to a locked cart and raises its version when they change it.
 * @returns the cart's version afterwards
 * @throws 409 SHIPPING_UNAVAILABLE, PAYMENT_UNAVAILABLE.
 */
export async function chooseMethods(
  tx: Tx,
  channel: Channel,
  { id, version }: { id: number; version: number },
  { shipping_method, payment_method }: MethodChoice,
): Promise<number> {
  if (!shipping_method && !payment_method) return version
  const { shipping_method: shipping, cart_payment_method: payment } = await readCartById(tx, channel, id)
  const isSame =
    (!shipping_method || shipping_method === shipping?.code) &&
    (!payment_method || payment_method === payment?.code)
  if (isSame) return version
  if (shipping_method) await setShippingMethod(tx, channel, id, shipping_method)
  if (payment_method) await setPaymentMethod(tx, channel, id, payment_method)
  const changed = await tx
    .updateTable('carts')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return changed.version
}

async function setShippingMethod(tx: Tx, channel: Channel, cartId: number, code: string) {
  const { shipping_methods } = await readCartById(tx, channel, cartId)
  if (!shipping_methods.some((method) => method.code === code)) throw shippingUnavailable()
  await tx.updateTable('carts').set({ shipping_method: code }).where('id', '=', cartId).execute()
}

async function setPaymentMethod(tx: Tx, channel: Channel, cartId: number, code: string) {
  const { cart_payment_methods } = await readCartById(tx, channel, cartId)
  const method = cart_payment_methods.find((known) => known.code === code)
  if (!method?.is_available) throw paymentUnavailable(method?.reason ?? undefined)
  await tx.updateTable('carts').set({ payment_method: code }).where('id', '=', cartId).execute()
}
