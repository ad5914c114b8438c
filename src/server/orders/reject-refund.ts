import { queueRefundNews } from '../notify/refund-news.ts'
import { moveRefund, type RefundRef } from './move-refund.ts'
import type { ShippingServices } from './shipping/shipping-services.ts'

/**
 * The shop declines, when it is asked or when it has seen the items. Decisions §2, status machine.
 * @param refund.note why; the shopper reads it.
 * @throws 404 for an unknown number; 409 ORDER_STATE when there is nothing to decline.
 */
export const rejectRefund = (services: ShippingServices, refund: RefundRef): Promise<void> =>
  moveRefund(services.db, refund, 'refund_rejected', (tx, moved) =>
    queueRefundNews(tx, services.config, moved, 'refund_rejected'),
  )
