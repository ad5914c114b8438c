import { notFound, rejected } from '#server/platform/kernel/errors.ts'

export const paymentNotFound = () => notFound('This payment could not be found')

/** @param data what the payment page shows */
export const paymentReturned = (data: object) =>
  rejected('PAYMENT_RETURNED', 'We could not use your payment. It is on its way back to you', { data })

/** @param data what the payment page shows */
export const paymentFailed = (data: object) => rejected('PAYMENT_FAILED', 'Payment failed', { data })

export const paymentMethodChanged = () =>
  rejected('PAYMENT_METHOD_CHANGED', 'Please choose the other way to pay at the payment step')

export const orderCancelled = () =>
  rejected('ORDER_CANCELLED', 'This order was cancelled. Please order again from your cart')

/** @param redirect the page of the placed order */
export const alreadyPaid = (redirect: string) =>
  rejected('ALREADY_PAID', 'There is nothing to pay: this order is placed', { data: { redirect } })

export const gatewayUnavailable = () =>
  rejected(
    'PAYMENT_UNAVAILABLE',
    'The payment service does not answer. You have not been charged. Please try again in a moment',
  )

export const returnFirst = () =>
  rejected('PAYMENT_UNAVAILABLE', 'We ask for the payment as soon as your return has arrived')

export const noWayToPay = () =>
  rejected(
    'PAYMENT_UNAVAILABLE',
    'The order is paid, and the shop has no online payment to ask the difference by. Take a new order for it',
  )

export const totalMoved = () =>
  rejected('PRICES_CHANGED', 'The total is another one now. Please look at it again')

export const noPaymentLink = () =>
  rejected('ORDER_STATE', 'Only an unpaid order that is paid online has a payment link')

export const noKeysToCheck = () =>
  rejected('NO_PAYMENT_KEYS', 'This payment method has no keys to test, or they are not set')

export const refundNotFailed = () =>
  rejected('ORDER_STATE', 'This refund is made, or under way. Look at the order again in a minute')
