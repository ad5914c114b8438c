import type { OtpSent } from '#contract/account.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { CookieToSet, Db, Visitor } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import { auditFailedOtp } from '../auth/audit-failed-otp.ts'
import { checkPassword } from '../auth/hash-password.ts'
import { noteAccess } from '../auth/note-access.ts'
import { type ChallengeRef, consumeChallenge, otpSent, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance, requireVerifyAllowance } from '../auth/otp-limits.ts'
import { sendOtp } from '../auth/send-otp.ts'
import { passwordNeeded, reauthenticationNeeded, wrongPassword } from './refusals.ts'

/** Lifetime of a proof, within its own session. */
export const reauthenticationSeconds = 600

/**
 * Sends a code to the account's phone, for a customer without a password.
 * @throws 409 PASSWORD_NEEDED when the account has one; 429.
 */
export async function requestProofCode(
  db: Db,
  customerId: number,
  { config, visitor, storeName }: { config: Config; visitor: Visitor; storeName: string },
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  const customer = await readCredentials(db, customerId)
  const ref = codeRefOf(customer)
  if (!ref) throw passwordNeeded()
  await requireSendAllowance(db, { kind: 'account', limitKey: ref.phone, ip: visitor.ip })
  const cookie = await sendOtp({ db, config, visitor }, { ref, storeName, customerId, isWanted: true })
  return { sent: otpSent, cookie }
}

/**
 * Reauthenticates the customer by password, or by OTP when the account has no password. Security §19.
 * @throws 401 INVALID_CREDENTIALS or OTP_INVALID; 429, 503.
 */
export async function reauthenticate(
  db: Db,
  customerId: number,
  given: { password?: string | undefined; otp?: string | undefined },
  { config, visitor }: { config: Config; visitor: Visitor },
): Promise<void> {
  const customer = await readCredentials(db, customerId)
  const ref = codeRefOf(customer)
  if (ref) {
    await requireVerifyAllowance(db, visitor.ip)
    const codeHash = await auditFailedOtp(db, visitor, customerId, () =>
      requireCode({ db, config, visitor }, ref, given.otp ?? '', ref.phone),
    )
    return db.transaction().execute(async (tx) => {
      await consumeChallenge(tx, ref, codeHash)
      await noteAccess(tx, visitor, { event: 'otp_verified', customerId })
      await markReauthenticated(tx, visitor, customerId)
    })
  }
  await requireToken(db, `password proof ${customerId}`, { most: 10, seconds: 900 })
  const { isRight } = await checkPassword(given.password ?? '', customer.password_hash, config)
  if (!isRight) throw wrongPassword()
  await markReauthenticated(db, visitor, customerId)
}

/** @throws 409 REAUTHENTICATE unless this session was reauthenticated within the last ten minutes. */
export async function requireReauthentication(db: Db, visitor: Visitor, customerId: number): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', visitor.sessionId ?? 0)
    .where('customer_id', '=', customerId)
    .where('proved_at', '>', new Date(Date.now() - reauthenticationSeconds * 1_000))
    .executeTakeFirst()
  if (!session) throw reauthenticationNeeded()
}

type AccountCredentials = {
  id: number
  password_hash: string | null
  phone: string | null
  phone_verified_at: Date | null
  mobile_code: string
}

async function readCredentials(db: Db, customerId: number): Promise<AccountCredentials> {
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'password_hash', 'phone', 'phone_verified_at', 'mobile_code'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  return customer
}

/** Undefined when the account has a password: a code must not replace it. */
function codeRefOf({ id, password_hash, phone, mobile_code, phone_verified_at }: AccountCredentials) {
  if (password_hash !== null || phone === null || phone_verified_at === null) return undefined
  return { purpose: `proof:${id}`, phone: `${mobile_code}${phone}` } satisfies ChallengeRef
}

const markReauthenticated = (db: Pick<Db, 'updateTable'>, { sessionId }: Visitor, customerId: number) =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date() })
    .where('id', '=', sessionId ?? 0)
    .where('customer_id', '=', customerId)
    .execute()
    .then(() => {})
