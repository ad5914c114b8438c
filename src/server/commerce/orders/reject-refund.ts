import { queueRefundMessage } from './messages/refund-message.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'

/**
 * Declines a return, at the request or after inspecting the items. Decisions §2, status machine.
 * @param refund.note the reason shown to the shopper.
 * @throws 404 for an unknown number; 409 ORDER_STATE when there is nothing to decline.
 */
export const rejectRefund = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(services.db, refund, 'refund_rejected', (tx, moved) =>
    queueRefundMessage(tx, services.config, moved, 'refund_rejected'),
  )
