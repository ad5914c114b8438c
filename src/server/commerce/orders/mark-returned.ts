import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'

/**
 * Records that the items have arrived. They are not restocked, because they are inspected first (ADR 0036).
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not approved.
 */
export const markReturned = ({ db }: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(db, refund, 'returned', async () => {})
