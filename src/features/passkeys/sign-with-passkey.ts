import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Account } from '#contract/account.ts'
import { authApi } from '#features/auth/auth-api.ts'

/**
 * Logs in by a passkey of this device, or another one that it can reach. `isOffered`: among the suggestions of the e-mail field,
 * without a dialog, until the shopper picks it. Null: there is none, or the shopper does not want to.
 */
export async function signWithPasskey({ isOffered }: { isOffered: boolean }): Promise<Account | null> {
  const asked = await authApi.passkeys.loginOptions({}, { silent: isOffered })
  if (asked.status === 'error') return null
  const response = await sign(asked.data as unknown as PublicKeyCredentialRequestOptionsJSON, isOffered)
  if (!response) return null
  const reply = await authApi.passkeys.login({ response: { ...response } })
  return reply.status === 'success' ? reply.data.user : null
}

async function sign(optionsJSON: PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: boolean) {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill })
  } catch {
    // Called off, or nothing that fits: there are other ways in.
    return null
  }
}

/** The suggestion waits no longer: the field is gone. */
export const stopOffering = () => WebAuthnAbortService.cancelCeremony()
