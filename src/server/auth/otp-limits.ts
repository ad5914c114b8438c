import type { Db } from '../http/context.ts'
import { addressKey, type Limit, requireToken, takeToken, tooMany } from '../http/rate-limit.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Guesses by the phone, or by a device its owner is known by. Four digits are few: 30 failures in 90 days leave a guesser a
 * chance of 0.3 %, whatever the owner does meanwhile. Security §5.
 */
export const guessLimits = {
  aDay: { most: 10, seconds: day },
  failures: { most: 30, seconds: 90 * day },
} satisfies Record<string, Limit>

const verifyLimit: Limit = { most: 20, seconds: hour }

/** The first and the resends that the spec's section 9 grants: 3 in a login or for an order, 1 where an account adds a phone. */
const sendLimits = {
  login: { most: 4, seconds: 30 * minute },
  account: { most: 2, seconds: 30 * minute },
  track: { most: 4, seconds: 30 * minute },
} satisfies Record<string, Limit>

/** @throws 429 when one address has tried too many codes (security §10). */
export const requireVerifyAllowance = (db: Db, ip: string) =>
  requireToken(db, `otp verify ip ${addressKey(ip)}`, verifyLimit)

/**
 * May one more SMS go out? Codes are 30 s apart, bounded by phone, by address, and for the shop as a whole: SMS cost money, and
 * nobody wants somebody else's. Spec §8 (resend beyond the limit), security §5.
 *
 * @param asker the phone, or a device its owner is known by: others who ask for codes do not use up the owner's
 * @throws 429 RATE_LIMITED
 */
export async function requireSendAllowance(
  db: Db,
  { kind, asker, ip }: { kind: keyof typeof sendLimits; asker: string; ip: string },
) {
  const wait = await takeToken(db, `otp gap ${kind} ${asker}`, { most: 1, seconds: 30 })
  if (wait !== undefined) throw tooMany(wait, 'Please wait a moment before you ask for another OTP')
  await requireToken(db, `otp send ${kind} ${asker}`, sendLimits[kind])
  await requireToken(db, `otp send day ${asker}`, { most: 8, seconds: day })
  await requireToken(db, `otp send ip ${addressKey(ip)}`, { most: 10, seconds: hour })
  await requireToken(db, 'otp send shop', { most: 200, seconds: 10 * minute })
}
