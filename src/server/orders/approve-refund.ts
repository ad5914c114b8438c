import { queueRefundNews } from '../notify/refund-news.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'

/**
 * The shop takes the items back: the shopper is told to send them. Decisions §2, status machine.
 * @param refund.note what the shopper has to know: when the courier comes.
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not waiting for an answer.
 */
export const approveRefund = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(services.db, refund, 'refund_approved', (tx, moved) =>
    queueRefundNews(tx, services.config, moved, 'refund_approved'),
  )
