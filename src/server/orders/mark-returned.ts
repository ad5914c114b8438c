import { moveRefund, type RefundRef } from './move-refund.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'

/**
 * The items are back. They do not go into stock by themselves: somebody looks at them first (ADR 0010).
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not approved.
 */
export const markReturned = ({ db }: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(db, refund, 'returned', async () => {})
