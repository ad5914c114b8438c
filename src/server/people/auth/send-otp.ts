import { randomInt } from 'node:crypto'
import * as limits from '#contract/limits.ts'
import type { CookieToSet, Services, Visitor } from '#server/platform/kernel/context.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'
import { hashPassword } from './hash-password.ts'
import { noteAccess } from './note-access.ts'
import { type ChallengeRef, otpLifetimeSeconds, putChallenge } from './otp-challenge.ts'

type OtpContext = Pick<Services, 'db' | 'config'> & { visitor: Visitor }

type OtpDelivery = {
  ref: ChallengeRef
  storeName: string
  /** The phone's owner for the access log, if known. */
  customerId: number | null
  /** False: the code would be unusable, so it is stored as usual and no SMS is sent. */
  isWanted: boolean
  /** The number for the SMS, where `ref` has another spelling of it. */
  smsTo?: string | undefined
  /** Sends the code by mail instead of SMS. */
  mail?: (code: string) => { recipient: string; subject: string; text: string; html: string }
}

/**
 * Creates a code and sends it through the outbox. It is stored only there and, hashed, in the challenge
 * (security §5).
 * @returns the cookie that binds the code to this browser
 */
export async function sendOtp(
  { db, config, visitor }: OtpContext,
  delivery: OtpDelivery,
): Promise<CookieToSet> {
  const { ref, storeName, customerId, isWanted, smsTo = ref.phone, mail } = delivery
  const code = String(randomInt(10 ** limits.otpLength)).padStart(limits.otpLength, '0')
  const codeHash = await hashPassword(code, config)
  const browser = newToken()
  await db.transaction().execute(async (tx) => {
    await putChallenge(tx, ref, { codeHash, browserHash: hashOfToken(browser) })
    await noteAccess(tx, visitor, { event: 'otp_sent', customerId })
    if (!isWanted) return
    const text = smsText(code, { storeName, host: new URL(config.storeUrl).host })
    const message = mail
      ? { channel: 'mail' as const, ...mail(code) }
      : { channel: 'sms' as const, recipient: smsTo, text }
    await tx
      .insertInto('outbox')
      .values({ kind: 'otp', ...message })
      .execute()
  })
  const cookie = { name: 'otp', value: browser, isHttpOnly: true, isHostOnly: true }
  return { ...cookie, maxAgeSeconds: otpLifetimeSeconds }
}

/** Clears the browser's binding to a consumed code. */
export const noOtpCookie: CookieToSet = {
  name: 'otp',
  value: '',
  maxAgeSeconds: 0,
  isHttpOnly: true,
  isHostOnly: true,
}

/** Phones read the last line to autofill the code on this shop's pages only (origin-bound one-time codes). */
const smsText = (code: string, { storeName, host }: { storeName: string; host: string }) =>
  `${code} is your ${storeName ? `${storeName} ` : ''}code. It expires in 5 minutes. Don't share it with anyone.\n\n@${host} #${code}`
