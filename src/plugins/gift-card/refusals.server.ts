import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

/** The same for a wrong, a blocked, an expired and an empty one, so that guessing finds nothing out. */
export const cardInvalid = () =>
  rejected('COUPON_INVALID', 'This gift card cannot be used. Please check the code and its balance')

/** The request was carried out before; its code is stored as a hash and cannot be shown again. */
export const alreadyIssued = () =>
  rejected(
    'ALREADY_ISSUED',
    'This gift card is issued already. Its code was shown once: block it if the code is lost',
  )

/** @param at the position of the card in the request */
export const knownCode = (at: number) =>
  invalid({ [`cards.${at}.code`]: [`Card ${at + 1} has a code that is known already`] })

/** Its code is stored as a hash, so that only a new one can be sent. */
export const notResendable = () =>
  rejected(
    'NOT_RESENDABLE',
    'Only a card that was sent by e-mail, is not blocked and has a balance can be sent again. One that waits can get another address',
  )

/** For staff. */
export const unknownCard = () => notFound('This gift card could not be found')

/** The refund of a card takes back all of it. */
export const cardSpent = () =>
  rejected('ORDER_STATE', 'The gift card has been spent, at least in part, and cannot be refunded')

/** At the first step of a return, for shopper and staff. @param left how many pieces of the line could be returned */
export const cardsSpent = (name: string, left: number) =>
  invalid({
    items: [
      left === 0
        ? `${name}: it has been spent, at least in part, and cannot be returned`
        : `${name}: only ${left} can be returned; the others have been spent, at least in part`,
    ],
  })
