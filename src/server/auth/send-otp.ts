import { randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { CookieToSet, Services, Visitor } from '../http/context.ts'
import { hashOfToken, newToken } from '../http/session-token.ts'
import { hashPassword } from './hash-password.ts'
import { noteAccess } from './note-access.ts'
import { type ChallengeRef, otpLifeSeconds, putChallenge } from './otp-challenge.ts'

type Around = Pick<Services, 'db' | 'config'> & { visitor: Visitor }

type Sending = {
  ref: ChallengeRef
  storeName: string
  /** Whose phone it is, if that is known: it stands in their access log. */
  customerId: number | null
  /** False: nobody could use the code, so it is made and kept all the same, and no SMS goes out. */
  isWanted: boolean
  /** Sends the code by mail, where it is an e-mail that it goes to. */
  mail?: (code: string) => { recipient: string; subject: string; text: string; html: string }
}

/**
 * Makes a code and sends it through the outbox: it stands there and, hashed, in the challenge, and nowhere else (security §5).
 * @returns the cookie that binds the code to this browser
 */
export async function sendOtp({ db, config, visitor }: Around, sending: Sending): Promise<CookieToSet> {
  const { ref, storeName, customerId, isWanted, mail } = sending
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
      : { channel: 'sms' as const, recipient: ref.phone, text }
    await tx
      .insertInto('outbox')
      .values({ kind: 'otp', ...message })
      .execute()
  })
  const cookie = { name: 'otp', value: browser, isHttpOnly: true, isHostOnly: true }
  return { ...cookie, maxAgeSeconds: otpLifeSeconds }
}

/** The browser forgets what bound it to a code that is used up. */
export const noOtpCookie: CookieToSet = {
  name: 'otp',
  value: '',
  maxAgeSeconds: 0,
  isHttpOnly: true,
  isHostOnly: true,
}

/** The last line is what phones read to offer the code in this shop's pages and in no others. */
const smsText = (code: string, { storeName, host }: { storeName: string; host: string }) =>
  `${code} is your ${storeName ? `${storeName} ` : ''}code. It is good for 5 minutes. Please share it with nobody.\n\n@${host} #${code}`
