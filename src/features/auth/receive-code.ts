import { limits } from '#contract/limits.ts'

type CodeRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** The code of the message that a phone has just got, where its browser reads it for this shop (WebOTP); null elsewhere. */
export async function receiveCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  try {
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal }
    const received = (await navigator.credentials.get(request)) as { code?: unknown } | null
    const code = String(received?.code ?? '')
    return code.length === limits.otpLength && /^\d+$/.test(code) ? code : null
  } catch {
    // Not wanted, not possible, or called off: it is typed then.
    return null
  }
}
