import type { OtpSent } from '#contract/account.ts'
import * as limits from '#contract/limits.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { requireTokens, returnToken } from '#server/platform/limits/rate-limit.ts'
import { hashOfToken, isToken } from '#server/platform/sessions/session-token.ts'
import { checkPassword } from './hash-password.ts'
import { guessLimits } from './otp-limits.ts'
import { wrongCode } from './refusals.ts'

export const otpLifetimeSeconds = 300
export const otpGuesses = 5

/**
 * What a code authorizes: login, adding a phone (`account`), reauthentication (`proof`) or showing an order
 * (`track`). A code for one purpose is not valid for another.
 */
export type OtpPurpose = 'login' | `account:${number}` | `proof:${number}` | `track:${string}`

/** Identifies a challenge: one is live per purpose and phone, or per purpose and email address. */
export type ChallengeRef = { purpose: OtpPurpose; phone: string }

/** The reply about a sent code. Decisions §4 (otp/request). */
export const otpSent: OtpSent = { length: limits.otpLength, expires_in: otpLifetimeSeconds, resend_after: 30 }

type OtpContext = Pick<Services, 'db' | 'config'> & { visitor: Visitor }

/**
 * Compares a code. One conditional update counts the guess first, so that at most five simultaneous guesses
 * pass; a guess from another browser fails without using an attempt. Security §5.
 *
 * @param limitKey key under which attempts are counted: the phone, or a known device of its owner
 * (`otp-limits.ts`)
 * @returns the hash of the right code, for `consumeChallenge`
 * @throws 401 OTP_INVALID with `attempts_left`, 429.
 */
export async function requireCode(
  { db, config, visitor }: OtpContext,
  ref: ChallengeRef,
  code: string,
  limitKey: string,
): Promise<string> {
  const { otp: browser } = visitor.cookies
  const browserHash = isToken(browser) ? hashOfToken(browser) : ''
  const live = await liveChallenge.first(db, ref.purpose, ref.phone, browserHash)
  if (!live) throw wrongCode(0)
  const failures = `otp failure ${limitKey}`
  await requireTokens(db, [
    [`otp guess ${limitKey}`, guessLimits.aDay],
    [failures, guessLimits.failures],
  ])
  const counted = await countGuess.first(db, ref.purpose, ref.phone, browserHash)
  if (!counted) throw wrongCode(0)
  const { isRight } = await checkPassword(code, counted.code_hash, config)
  if (!isRight) throw wrongCode(otpGuesses - counted.attempts)
  await returnToken(db, failures)
  return counted.code_hash
}

/**
 * Consumes the code in the transaction of what it authorizes, so that only one of two simultaneous uses
 * succeeds.
 * @throws 401 OTP_INVALID when it is already used.
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

/** Replaces the challenge's code. */
export async function putChallenge(
  db: Db | Tx,
  { purpose, phone }: ChallengeRef,
  { codeHash, browserHash }: { codeHash: string; browserHash: string },
) {
  await newChallenge.all(db, purpose, phone, codeHash, browserHash, otpLifetimeSeconds)
}

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
