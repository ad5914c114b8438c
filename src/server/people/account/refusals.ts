import { notFound, rejected, ShopError } from '#server/platform/kernel/errors.ts'

export const wrongCurrentPassword = () =>
  new ShopError(401, 'INVALID_CREDENTIALS', 'The current password is incorrect')

export const wrongPassword = () => new ShopError(401, 'INVALID_CREDENTIALS', 'The password is incorrect')

export const passwordNeeded = () => rejected('PASSWORD_NEEDED', 'Please confirm with your password')

export const reauthenticationNeeded = () => rejected('REAUTHENTICATE', 'Please confirm your identity first')

export const phoneTaken = () => rejected('PHONE_TAKEN', 'This mobile number belongs to another account')

export const sessionEnded = () => notFound('This session has already ended')

export const emailMissing = () => rejected('EMAIL_MISSING', 'There is no email address in your account')

export const emailConfirmed = () => rejected('EMAIL_CONFIRMED', 'This email address is already confirmed')

export const invalidEmailLink = () => rejected('EMAIL_TOKEN_INVALID', 'This link is invalid or has expired')
