import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError, api } from '../api.ts'

/** Signs in by a passkey of this device. @throws ApiError */
export async function signIn(): Promise<void> {
  const { data } = await api.adminSession.passkeyOptions({})
  const response = await askDevice(() => startAuthentication({ optionsJSON: data as never }))
  await api.adminSession.byPasskey({ response: { ...response } })
}

/** Makes a passkey on this device and adds it. @throws ApiError */
export async function addPasskey() {
  const { data } = await api.adminSession.startPasskey({})
  const response = await askDevice(() => startRegistration({ optionsJSON: data as never }))
  return api.adminSession.addPasskey({ response: { ...response } })
}

/** The browser rejects when the dialog is closed, or when the device has no fitting passkey. */
async function askDevice<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch {
    throw new ApiError(0, {
      status: 'error',
      code: 'PASSKEY_CANCELLED',
      message: 'The passkey was not used. Try again, or sign in another way.',
    })
  }
}
