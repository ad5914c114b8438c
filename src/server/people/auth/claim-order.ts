import { findOrderAccess, isOrderToken, type OrderAccess } from '#server/commerce/orders/model/order-token.ts'
import { completeForMs, isOrderingBrowser } from '#server/commerce/orders/model/ordering-browser.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Tx, Visitor } from '#server/platform/kernel/context.ts'

export type OrderRef = { order_id?: number | undefined; order_token?: string | undefined }

/** The browser that registers or logs in. */
export type Claimant = { config: SigningSecrets; visitor: Pick<Visitor, 'cookies'> }

/**
 * Assigns a guest order to the customer who registers in the browser that placed it, within 24 hours of the order (decisions
 * §3). Its address alone assigns nothing, because it may be copied (ADR 0037). Does nothing without an order or when the
 * order already has a customer, so that registration still succeeds.
 *
 * @returns the id of the order that was assigned.
 */
export async function claimOrder(
  tx: Tx,
  claimant: Claimant,
  customerId: number,
  { order_id, order_token }: OrderRef,
): Promise<number | null> {
  if (order_id === undefined || order_token === undefined) return null
  const order = await findOrderAccess(tx, order_id)
  if (!order || !isOfBrowser(claimant, order, order_token)) return null
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ customer_id: customerId })
    .where('id', '=', order_id)
    .where('customer_id', 'is', null)
    .where('placed_at', '>', new Date(Date.now() - completeForMs))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? order_id : null
}

/** The page has the token of its address, or in another tab without one that of the cookie. */
const isOfBrowser = ({ config, visitor }: Claimant, order: OrderAccess, token: string) =>
  isOrderingBrowser(config, order, visitor.cookies) &&
  (isOrderToken(config, order, 'complete', token) || isOrderToken(config, order, 'browser', token))
