import type Razorpay from 'razorpay'
import type { OnlineGateway } from '#server/commerce/gateways/model/gateway.ts'
import { RAZORPAY_URL, type RazorpayKeys, razorpayClient } from './client.ts'
import { factsOfOrder, findCaptured, type RazorpayOrder, type RazorpayPayment } from './facts-of-order.ts'
import { readRazorpayEvent, refundFailed } from './read-event.ts'

export const RAZORPAY = 'razorpay'

/**
 * Razorpay with its hosted checkout: the shopper is sent there by a form, so that none of its scripts runs in
 * the shop (security §14). A payment is a Razorpay order with our id as its receipt; Razorpay posts the
 * shopper back (`posted-back-route.ts`). ADR 0035.
 */
export const razorpayGateway = (keys: RazorpayKeys, storeUrl: string): OnlineGateway => ({
  code: RAZORPAY,
  isOnline: true,

  async start({ id, orderNo, amount, currency, cancelPath, postedBackPath }) {
    const razorpay = await razorpayClient(keys)
    const order =
      (await findByReceipt(razorpay, id)) ?? (await make(razorpay, { id, orderNo, amount, currency }))
    return {
      gatewayPaymentId: order.id,
      action: {
        type: 'redirect',
        method: 'POST',
        url: `${keys.apiUrl ?? RAZORPAY_URL}/v1/checkout/embedded`,
        fields: {
          key_id: keys.keyId,
          order_id: order.id,
          amount: String(amount),
          currency,
          description: `Order ${orderNo}`,
          callback_url: storeUrl + postedBackPath,
          cancel_url: storeUrl + cancelPath,
        },
      },
    }
  },

  async read({ gatewayPaymentId }) {
    const razorpay = await razorpayClient(keys)
    const order = (await razorpay.orders.fetch(gatewayPaymentId)) as RazorpayOrder
    return factsOfOrder(order, await paymentsOf(razorpay, gatewayPaymentId))
  },

  parseEvent: (rawBody, headers) => readRazorpayEvent(keys, rawBody, headers),

  /** Razorpay's client sends no idempotency key, so an earlier refund with our key is looked up first. */
  async refund({ key, id, gatewayPaymentId, amount }) {
    const razorpay = await razorpayClient(keys)
    const captured = findCaptured(await paymentsOf(razorpay, gatewayPaymentId))
    if (!captured) throw new Error('Razorpay has no payment to give back')
    const own = `${key}-${id}`
    const { items: made } = await razorpay.payments.fetchMultipleRefund(captured.id, { count: 100 })
    const known = made.find(({ notes }) => notes?.key === own)
    const refund =
      known ??
      (await razorpay.payments.refund(captured.id, { amount, notes: { key: own } }).catch((thrown) => {
        throw new Error(refusalOf(thrown))
      }))
    if (refund.status === 'failed') throw new Error(refundFailed)
    return { gatewayRefundId: refund.id }
  },
})

/** Razorpay's client throws its reply, which is no `Error`; without a reply an error of its own making. */
const refusalOf = (thrown: { error?: { description?: string } }) =>
  thrown.error?.description ?? 'Razorpay could not be reached'

/** A created order whose response was lost is found again by its receipt. */
async function findByReceipt(razorpay: Razorpay, receipt: string): Promise<RazorpayOrder | undefined> {
  const { items } = await razorpay.orders.all({ receipt, count: 1 })
  return items[0] as RazorpayOrder | undefined
}

/** Late captures are decided by the shop, so the capture window is Razorpay's maximum of five days. */
const captureMinutes = { automatic_expiry_period: 7_200, manual_expiry_period: 7_200 }

type NewOrder = { id: string; orderNo: string; amount: number; currency: string }

async function make(razorpay: Razorpay, { id, orderNo, amount, currency }: NewOrder): Promise<RazorpayOrder> {
  const order = await razorpay.orders.create({
    amount,
    currency,
    receipt: id,
    notes: { order_no: orderNo },
    // Captures at once, whatever the account's own setting is: an order is placed when it is paid.
    payment: { capture: 'automatic', capture_options: { ...captureMinutes, refund_speed: 'normal' } },
  })
  return order as RazorpayOrder
}

/** Newest first. */
async function paymentsOf(razorpay: Razorpay, orderId: string): Promise<RazorpayPayment[]> {
  const { items } = await razorpay.orders.fetchPayments(orderId)
  return items as RazorpayPayment[]
}
