import { invalid } from '#server/platform/kernel/errors.ts'

/** @param field of the form that switches it off */
export const lastPaymentMethod = (field: string) =>
  invalid({
    [field]: ['Shoppers need at least one payment method in this channel. Switch another one on first.'],
  })

export const unknownPaymentMethod = (field: string, code: string) =>
  invalid({ [field]: [`The shop has no payment method “${code}”`] })
