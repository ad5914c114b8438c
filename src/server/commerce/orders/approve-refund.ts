import { queueRefundMessage } from './messages/refund-message.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'

/**
 * Approves a return: the shopper is asked to send the items. Decisions §2, status machine.
 * @param refund.note shown to the shopper, such as when the courier comes.
 * @throws 404 for an unknown number; 409 ORDER_STATE when the request is not pending.
 */
export const approveRefund = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(services.db, refund, 'refund_approved', (tx, moved) =>
    queueRefundMessage(tx, services.config, moved, 'refund_approved'),
  )
