import { forbidden, rejected, ShopError } from '#server/platform/kernel/errors.ts'

export const wrongCredentials = () =>
  new ShopError(401, 'INVALID_CREDENTIALS', 'Email or password is incorrect')

/** The messages of decisions §4; without attempts left it asks for a new code. */
export const wrongCode = (attempts_left: number) =>
  new ShopError(
    401,
    'OTP_INVALID',
    attempts_left > 0
      ? 'The OTP is incorrect'
      : 'The OTP is incorrect or has expired. Please request a new one',
    { data: { attempts_left } },
  )

/** Only after the right credentials, so that the answer tells nothing about other accounts. */
export const customerBlocked = () => forbidden('This account is blocked. Please contact us.')

export const passwordLoginOff = () =>
  rejected('AUTH_MODE_OFF', 'Please log in with the code that we send to your phone')

export const otpLoginOff = () => rejected('AUTH_MODE_OFF', 'Please log in with your email')

export const passkeysOff = () => rejected('AUTH_MODE_OFF', 'This shop does not use passkeys')

export const registrationOff = () => rejected('REGISTRATION_OFF', 'This shop does not open new accounts')

export const invalidResetLink = () =>
  rejected('RESET_TOKEN_INVALID', 'This reset link is invalid or has expired')
