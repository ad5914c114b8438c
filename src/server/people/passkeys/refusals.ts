import { notFound, rejected, ShopError } from '#server/platform/kernel/errors.ts'

export const wrongPasskey = () =>
  new ShopError(401, 'INVALID_CREDENTIALS', 'This passkey could not be used. Please try again')

export const passkeyRemoved = () => notFound('This passkey has already been removed')

/** @param most number of passkeys that an account can have */
export const tooManyPasskeys = (most: number) =>
  rejected('PASSKEY_LIMIT', `An account can have up to ${most} passkeys`)

export const invalidPasskey = () =>
  rejected('PASSKEY_INVALID', 'This passkey could not be added. Please try again')
