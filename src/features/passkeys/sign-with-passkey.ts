import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'

/**
 * Logs in with a passkey of this device, or another one in reach. `isOffered`: as a suggestion of the e-mail
 * field, without a dialog, until the shopper picks it. Null: there is none, or the shopper has declined.
 */
export async function signWithPasskey({ isOffered }: { isOffered: boolean }): Promise<Account | null> {
  const options = await api.passkeys.loginOptions({}, { silent: isOffered })
  if (options.status === 'error') return null
  const response = await sign(options.data as unknown as PublicKeyCredentialRequestOptionsJSON, isOffered)
  if (!response) return null
  const reply = await api.passkeys.login({ response: { ...response } })
  return reply.status === 'success' ? reply.data.user : null
}

async function sign(optionsJSON: PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: boolean) {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill })
  } catch {
    // Aborted, or no matching passkey: other login methods remain.
    return null
  }
}

/** The field is gone: ends the suggestion. */
export const stopOffering = () => WebAuthnAbortService.cancelCeremony()
