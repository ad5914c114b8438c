import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, type Limit, requireToken, requireTokens } from '#server/platform/limits/rate-limit.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Guesses per phone, or per known device of its owner. With four digits, 30 failures in 90 days leave a
 * guesser a chance of 0.3 %. Security §5.
 */
export const guessLimits = {
  aDay: { most: 10, seconds: day },
  failures: { most: 30, seconds: 90 * day },
} satisfies Record<string, Limit>

const verifyLimit: Limit = { most: 20, seconds: hour }

/** The first SMS and the resends that spec §9 allows: 3 for login and order tracking, 1 for adding a phone. */
const sendLimits = {
  login: { most: 4, seconds: 30 * minute },
  account: { most: 2, seconds: 30 * minute },
  track: { most: 4, seconds: 30 * minute },
} satisfies Record<string, Limit>

/** @throws 429 when one address has tried too many codes (security §10). */
export const requireVerifyAllowance = (db: Db, ip: string) =>
  requireToken(db, `otp verify ip ${addressKey(ip)}`, verifyLimit)

/**
 * Limits sent codes: 30 s apart, and per phone, per address and per shop, because SMS cost money and
 * unrequested SMS are a nuisance. Spec §8 (resend beyond the limit), security §5.
 *
 * @param limitKey the phone, or a known device of its owner, so that other requests do not use up the owner's
 * allowance
 * @throws 429 RATE_LIMITED
 */
export async function requireSendAllowance(
  db: Db,
  { kind, limitKey, ip }: { kind: keyof typeof sendLimits; limitKey: string; ip: string },
) {
  await requireTokens(db, [
    [`otp send ip ${addressKey(ip)}`, { most: 10, seconds: hour }],
    [
      `otp gap ${kind} ${limitKey}`,
      { most: 1, seconds: 30 },
      'Please wait a moment before you ask for another OTP',
    ],
    [`otp send ${kind} ${limitKey}`, sendLimits[kind]],
    [`otp send day ${limitKey}`, { most: 8, seconds: day }],
    ['otp send shop', { most: 200, seconds: 10 * minute }],
  ])
}
