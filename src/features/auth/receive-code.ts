import * as limits from '#contract/limits.ts'

type CodeRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** The code from an SMS, if the phone's browser reads it for this shop (WebOTP); null otherwise. */
export async function receiveCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  try {
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal }
    const received = (await navigator.credentials.get(request)) as { code?: unknown } | null
    const code = String(received?.code ?? '')
    return code.length === limits.otpLength && /^\d+$/.test(code) ? code : null
  } catch {
    // Declined, unsupported or aborted: the shopper types it.
    return null
  }
}
