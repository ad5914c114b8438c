import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

/** The customer never had credit in the currency of the shop. */
export const noCredit = () => rejected('CART_INVALID', 'You have no store credit')

// For staff.

/** Unknown, or a guest, who cannot log in to spend it. */
export const noAccount = () => notFound('This customer has no account')

export const lessCredit = () => invalid({ amount: ['The customer has less than that'] })

export const creditChanged = (by: string) =>
  rejected('STALE_RECORD', `${by} gave or took credit in the meantime. Check the entries and try again`)

export const notUndoable = () => notFound('This entry cannot be undone')

export const spentSince = () =>
  rejected('NO_CREDIT_LEFT', 'The customer has spent it: less than that is left')
