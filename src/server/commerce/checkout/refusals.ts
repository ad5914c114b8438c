import type { Cart } from '#contract/cart.ts'
import type { Gate } from '#contract/rules/checkout-gate.ts'
import { rejected, rejectedCart } from '#server/platform/kernel/errors.ts'

export const alreadyOrdered = () => rejected('ALREADY_ORDERED', 'This cart has already been ordered')

/** Another channel was chosen since the shopper saw the cart, which now has other prices. */
export const channelChanged = (cart: Cart) =>
  rejectedCart(
    'STALE_CART',
    'Your cart now has the prices of another country. Please check it and try again',
    cart,
  )

export const keyReused = () =>
  rejected('IDEMPOTENCY_KEY_REUSED', 'This request was already used for another order. Please try again')

/** @param message names what is missing in the step */
export const stepIncomplete = (step: Extract<Gate, { ok: false }>['step'], message: string) =>
  rejected('CART_INVALID', message, { data: { step } })

export const addressRefused = (code: 'CART_INVALID' | 'NOT_SERVICEABLE', message: string) =>
  rejected(code, message, { data: { step: 'address' } })

/** @param reason why the customisation of the product is not valid any more */
export const customisationOutdated = (product: string, reason: string) =>
  rejected('CART_INVALID', `${product}: ${reason}. Please remove it and add it again`, {
    data: { step: 'cart' },
  })

export const pricesChanged = () =>
  rejected('PRICES_CHANGED', 'Some prices have changed. Please check your cart')

export const totalChanged = () =>
  rejected('PRICES_CHANGED', 'The total has changed. Please check it before you order.')

/** @param name of a promotion that another order used up */
export const promotionLost = (name: string) =>
  rejected('PRICES_CHANGED', `“${name}” has been used up. Please check the total before you order.`)

/** @param hasOther the cart has another gift now */
export const giftGone = (hasOther: boolean) =>
  rejected(
    'PRICES_CHANGED',
    hasOther
      ? 'Your free gift is no longer available. The cart has another one now: please check it before you order.'
      : 'Your free gift is no longer available. Please check the cart before you order.',
  )

/** @param label of a gift card or store credit that pays another order by now */
export const valueLost = (label: string) =>
  rejected('PRICES_CHANGED', `${label} has less left than before. Please check what is left to pay.`)

export const orderNotPlaced = () => rejected('ORDER_STATE', 'This order is not placed yet')
