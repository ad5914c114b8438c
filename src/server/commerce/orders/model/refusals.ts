import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

/** Also for another customer's order and a wrong token, so that a reply does not reveal which orders exist. */
export const orderNotFound = () => notFound('This order could not be found')

export const orderItemNotFound = () => notFound('This item is not part of the order')

export const invoiceNotReady = () =>
  rejected('NO_INVOICE', 'The invoice is ready once your order is on its way')

export const creditNoteNotReady = () =>
  rejected('NO_CREDIT_NOTE', 'The credit note is ready once the money is on its way')

export const returnLabelMissing = () => rejected('NO_RETURN_LABEL', 'There is no label for this return yet')

export const orderNotCancellable = () =>
  rejected('ORDER_NOT_CANCELLABLE', 'This order can no longer be cancelled')

export const orderNotReturnable = () => rejected('NOT_REFUNDABLE', 'This order cannot be returned')

export const itemNotReturnable = (name: string) =>
  rejected('NOT_REFUNDABLE', `${name} can no longer be returned`)

export const nothingToRefund = () => rejected('NOT_REFUNDABLE', 'There is nothing to refund for these items')

/** @param data what is lost, and the amount that follows, which the next request accepts */
export const benefitLost = (message: string, data: object) => rejected('BENEFIT_LOST', message, { data })

export const nothingLeftAfterBenefits = () =>
  rejected(
    'NOT_REFUNDABLE',
    'Nothing would be refunded for these items: the rest of the order would no longer have the discounts that it got with them. Choose more items, or ask us',
  )

export const nothingLeftToRefund = () =>
  rejected('NOT_REFUNDABLE', 'Nothing of this order was paid, or all of it went back')

export const orderMoveNotAllowed = () =>
  rejected('ORDER_STATE', 'This is not possible with this order any more')

export const orderNotChangeable = () =>
  rejected('ORDER_STATE', 'This order cannot be changed any more. Send a replacement, or take a new order')

/** Nothing leaves, and nothing else is changed, until the customer has answered. */
export const changeWaits = (orderNo: string) =>
  rejected(
    'ORDER_STATE',
    `A change of order ${orderNo} waits for the customer. Wait for the answer, or withdraw the change`,
  )

export const noChangeWaits = () =>
  rejected('ORDER_STATE', 'This change has been decided already, or its time is over')

export const detailsKnown = () =>
  rejected(
    'NO_DETAILS_NEEDED',
    'We know where to pay this refund, or there is none. Please contact us to change it',
  )

// Commands of the shop's staff.

export const unknownOrder = (orderNo: string) => notFound(`Order ${orderNo} not found`)

/** @param state names the state of the order */
export const pickupNotReady = (state: string) =>
  rejected('ORDER_STATE', `${state} It is not picked up, or not ready for that`)

export const wrongPickupCode = () => invalid({ code: ['This is not the code of the order'] })

export const orderNotPackable = (state: string) => rejected('ORDER_STATE', `${state} It cannot be packed`)

export const orderNotPaid = (orderNo: string) =>
  rejected('ORDER_STATE', `The bank transfer of order ${orderNo} has not arrived. Confirm the payment first`)

/** @param state names the state of the order */
export const addressFixed = (state: string) =>
  rejected('ORDER_STATE', `${state} Its address can no longer be changed`)

/** @param state names the state of the order */
export const orderNotShippable = (state: string) =>
  rejected('ORDER_STATE', `${state} Nothing of it can be shipped`)

export const nothingToShip = (orderNo: string) =>
  rejected('NOTHING_TO_SHIP', `Everything of order ${orderNo} is in parcels already`)

export const itemShipped = (orderNo: string, { itemId, most }: { itemId: number; most: number }) =>
  rejected('ITEM_SHIPPED', `Of item ${itemId} of order ${orderNo} ${most} can be shipped`)

/** @param orderNo whose parcel has it, where that is known */
export const waybillTaken = (waybill: string, orderNo?: string) =>
  rejected(
    'WAYBILL_TAKEN',
    orderNo
      ? `Order ${orderNo} has a parcel with the waybill ${waybill} already`
      : `There is a parcel with the waybill ${waybill} already`,
  )

export const unknownWaybill = (waybill: string) => notFound(`There is no parcel with the waybill ${waybill}`)

/** @param end how its way ended */
export const shipmentEnded = (waybill: string, end: 'delivered' | 'came_back' | undefined) =>
  rejected(
    'SHIPMENT_DELIVERED',
    `The parcel ${waybill} ${end === 'came_back' ? 'came back to the shop' : 'has been delivered'} already`,
  )

export const noPaymentToConfirm = (orderNo: string) =>
  rejected('ORDER_STATE', `There is no payment to confirm for order ${orderNo}`)

export const unknownRefund = (refundNo: string) => notFound(`There is no refund ${refundNo}`)

export const paysNewOrder = (refundNo: string) =>
  rejected('ORDER_STATE', `The value of return ${refundNo} pays a new order. Cancel that order first`)

/** The new items have left, so that their value cannot be reclaimed. */
export const exchangeHasLeft = (orderNo: string) =>
  rejected(
    'ORDER_STATE',
    `Order ${orderNo} of this exchange has left. Record what has arrived, and settle the return`,
  )

export const notOwed = () => rejected('ORDER_STATE', 'This amount has been paid back already')

/** @param states names the current state of the refund, and the next ones */
export const refundMoveNotAllowed = (refundNo: string, states: string) =>
  rejected('ORDER_STATE', `Refund ${refundNo} ${states}`)
