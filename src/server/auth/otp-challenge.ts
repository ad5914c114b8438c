import type { OtpSent } from '#contract/account.ts'
import { limits } from '#contract/limits.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Services, Tx, Visitor } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import { requireToken, returnToken } from '../http/rate-limit.ts'
import { hashOfToken, isToken } from '../http/session-token.ts'
import { checkPassword } from './hash-password.ts'
import { guessLimits } from './otp-limits.ts'

export const otpLifeSeconds = 300
export const otpGuesses = 5

/** 'login', the customer who wants to have the phone or proves to be there still, or the order to be shown: a code for one is of no use for another. */
export type OtpPurpose = 'login' | `account:${number}` | `proof:${number}` | `track:${string}`

/** Which code is meant: one is live for a purpose and phone, or the e-mail in its place. */
export type ChallengeRef = { purpose: OtpPurpose; phone: string }

/** What the browser is told of a code that was sent. Decisions §4 (otp/request). */
export const otpSent: OtpSent = { length: limits.otpLength, expires_in: otpLifeSeconds, resend_after: 30 }

type Around = Pick<Services, 'db' | 'config'> & { visitor: Visitor }

/**
 * Compares a code. The guess is counted before it is compared, by one conditional update, so that no more than five
 * simultaneous ones pass. It must come from the browser that asked for the code; another one's guess is simply wrong, and
 * costs nobody a try. Security §5.
 *
 * @param guesser whose tries are counted together: the phone, or a device its owner is known by (`otp-limits.ts`)
 * @returns the hash of the right code, to be used up by `consumeChallenge`
 * @throws 401 OTP_INVALID with `attempts_left`, 429.
 */
export async function requireCode(
  { db, config, visitor }: Around,
  ref: ChallengeRef,
  code: string,
  guesser: string,
): Promise<string> {
  const { otp: browser } = visitor.cookies
  const browserHash = isToken(browser) ? hashOfToken(browser) : ''
  const live = await liveChallenge.first(db, ref.purpose, ref.phone, browserHash)
  if (!live) throw wrongCode(0)
  await requireToken(db, `otp guess ${guesser}`, guessLimits.aDay)
  const failures = `otp failure ${guesser}`
  await requireToken(db, failures, guessLimits.failures)
  const counted = await countGuess.first(db, ref.purpose, ref.phone, browserHash)
  if (!counted) throw wrongCode(0)
  const { isRight } = await checkPassword(code, counted.code_hash, config)
  if (!isRight) throw wrongCode(otpGuesses - counted.attempts)
  await returnToken(db, failures)
  return counted.code_hash
}

/**
 * Uses the code up, in the transaction of what it allows: of two simultaneous right ones, one passes.
 * @throws 401 OTP_INVALID when it is used already.
 */
export async function consumeChallenge(tx: Tx, { purpose, phone }: ChallengeRef, codeHash: string) {
  const used = await tx
    .updateTable('otp_challenges')
    .set({ consumed_at: new Date() })
    .where('purpose', '=', purpose)
    .where('phone', '=', phone)
    .where('code_hash', '=', codeHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) throw wrongCode(0)
}

/** Puts a new code in the place of the old one. */
export async function putChallenge(
  db: Db | Tx,
  { purpose, phone }: ChallengeRef,
  { codeHash, browserHash }: { codeHash: string; browserHash: string },
) {
  await newChallenge.all(db, purpose, phone, codeHash, browserHash, otpLifeSeconds)
}

/** 401 in the words of decisions §4; without tries left it says what to do. */
const wrongCode = (attempts_left: number) =>
  new ShopError(
    401,
    'OTP_INVALID',
    attempts_left > 0
      ? 'The OTP is incorrect'
      : 'The OTP is incorrect or has expired. Please request a new one',
    { data: { attempts_left } },
  )

const isLive = `purpose = $1 and phone = $2 and browser_hash = $3
  and attempts < ${otpGuesses} and consumed_at is null and expires_at > now()`

const liveChallenge = prepared(
  'live otp challenge',
  `select true as is_live from otp_challenges where ${isLive}`,
)

const countGuess = prepared<{ code_hash: string; attempts: number }>(
  'count otp guess',
  `update otp_challenges set attempts = attempts + 1 where ${isLive} returning code_hash, attempts`,
)

const newChallenge = prepared(
  'new otp challenge',
  `insert into otp_challenges (purpose, phone, code_hash, browser_hash, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))
  on conflict (purpose, phone) do update set code_hash = excluded.code_hash, browser_hash = excluded.browser_hash,
    expires_at = excluded.expires_at, attempts = 0, created_at = now(), consumed_at = null`,
)
