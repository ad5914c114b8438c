import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

export const emptyCart = () => rejected('CART_INVALID', 'Your cart is empty')

/** Another tab or device has changed the cart since the caller read it. */
export const staleCart = () =>
  rejected('STALE_CART', 'Your cart has changed in the meantime. Please check it and try again')

/** @param most number of different products that a cart holds */
export const cartFull = (most: number) =>
  rejected('CART_FULL', `Your cart is full: it holds ${most} different products`)

/** @param most number of gift cards and store credit that pay one order */
export const tooManyValues = (most: number) =>
  rejected('CART_FULL', `One order can be paid with ${most} gift cards. Remove one first.`)

export const productNotAvailable = () => notFound('This product is not available')

/** Changed and exchanged orders have goods only: what is sent at once cannot wait for a payment or a return. */
export const onlyInOwnOrder = () =>
  invalid({ items: ['Gift cards and digital goods are sold in an order of their own'] })

export const productNotInCart = () => notFound('This product is not in your cart')

/** @param least the smallest age of the product, which `payload` has for scripts */
export const ageUnconfirmed = (least: number) =>
  rejected('AGE_UNCONFIRMED', `Please confirm that you are ${least} or older`, {
    payload: { min_age: least },
  })

/** The message of decisions §4. */
export const outOfStock = (available: number) =>
  rejected('OUT_OF_STOCK', available > 0 ? `Only ${available} left in stock` : 'This product is out of stock')

export const aboveMaximum = (most: number) =>
  rejected('QUANTITY_LIMIT', `You can order up to ${most} of this product`)

export const belowMinimum = (least: number) =>
  rejected('QUANTITY_LIMIT', `Please order at least ${least} of this product`)

/** @param choices the nearest quantities that can be ordered: `4 or 6` */
export const notInSteps = (step: number, choices: string) =>
  rejected('QUANTITY_LIMIT', `This product is sold in steps of ${step}. Please choose ${choices}`)

export const notCustomisable = () => rejected('CUSTOMISATION_INVALID', 'This product cannot be customised')

export const noPictureOffered = () =>
  rejected('CUSTOMISATION_INVALID', 'This product cannot be customised with a picture')

export const customisationRequired = (label: string) =>
  rejected('CUSTOMISATION_INVALID', `${label} is required`)

export const customisationTooLong = (most: number) =>
  rejected('CUSTOMISATION_INVALID', `Please use at most ${most} characters`)

export const sentTooLate = () => rejected('CUSTOMISATION_INVALID', 'Please choose a day within the next year')

export const unknownPicture = () =>
  rejected('CUSTOMISATION_INVALID', 'This picture is not known. Please upload it again')

export const shippingUnavailable = () =>
  rejected('SHIPPING_UNAVAILABLE', 'This delivery method is not available')

export const paymentUnavailable = (reason = 'This payment method is not available') =>
  rejected('PAYMENT_UNAVAILABLE', reason)
