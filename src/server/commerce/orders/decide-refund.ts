import type { DeclineReason } from '#contract/rules/withdrawal.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { takeBackRestocked } from './mark-returned.ts'
import { queueRefundMessage } from './messages/refund-message.ts'
import { paysNewOrder } from './model/refusals.ts'
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

/** Only a reason of the law ends a withdrawal. */
export type Declined = { legal_reason?: DeclineReason | undefined }

/**
 * Declines a return, at the request or after inspecting the items, which leave the stock again. Decisions §2, status machine.
 * @param refund.note the reason shown to the shopper.
 * @throws 404 for an unknown number; 409 ORDER_STATE when there is nothing to decline, and while it pays a new order; 422 at `legal_reason` for a withdrawal without one; 409
 * OUT_OF_STOCK when items that it has put into stock have been sold since.
 */
export const rejectRefund = (services: ShippingServices, refund: RefundRef & Declined): Promise<void> =>
  moveRefund(services.db, refund, 'refund_rejected', async (tx, moved) => {
    if (moved.withdrawn_at && !refund.legal_reason)
      throw invalid({
        legal_reason: ['The customer has withdrawn from the contract: choose why the law does not allow it'],
      })
    if (moved.exchanged > 0) throw paysNewOrder(moved.refund_no)
    await takeBackRestocked(tx, moved.id)
    await queueRefundMessage(tx, services.config, moved, 'refund_rejected')
  })
