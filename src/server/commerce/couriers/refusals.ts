import { notFound, rejected } from '#server/platform/kernel/errors.ts'

export const bookingNotFound = () => notFound('This booking could not be found')

export const parcelBooked = (orderNo: string) =>
  rejected(
    'ORDER_STATE',
    `A parcel of order ${orderNo} is booked already. Ship it, or cancel the booking first`,
  )

export const orderNotBookable = (state: string) => rejected('ORDER_STATE', `${state} No parcel can be booked`)

export const bookingNotCancellable = () =>
  rejected('ORDER_STATE', 'This booking has left, failed or is cancelled already')

export const returnNotBookable = () =>
  rejected('ORDER_STATE', 'A return label is for an approved return whose items have not arrived')

export const noCourier = () =>
  rejected('COURIER_UNAVAILABLE', 'This courier is switched off, or its keys are not set')

export const noDefaultCourier = () =>
  rejected('COURIER_UNAVAILABLE', 'The delivery method of this order names no courier')

/** @param text of the courier */
export const courierFailed = (text: string) => rejected('COURIER_UNAVAILABLE', text)

export const notOffered = (name: string, what: string) =>
  rejected('COURIER_UNAVAILABLE', `${name} offers no ${what} here. Please arrange it with the courier`)

export const noLabels = () => notFound('There is no label that can be printed')
