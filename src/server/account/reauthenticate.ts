import type { OtpSent } from '#contract/account.ts'
import { checkPassword } from '../auth/hash-password.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notingWrongCodes } from '../auth/noting-wrong-codes.ts'
import { type ChallengeRef, consumeChallenge, otpSent, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance, requireVerifyAllowance } from '../auth/otp-limits.ts'
import { sendOtp } from '../auth/send-otp.ts'
import type { CallContext, CookieToSet, Db, Visitor } from '../http/context.ts'
import { rejected, ShopError, signInFirst } from '../http/errors.ts'
import { requireToken } from '../http/rate-limit.ts'
import { rememberedSettings } from '../settings/read-settings.ts'

/** How long a proof is good for, in its own session. */
export const proofSeconds = 600

/**
 * Sends a code to the account's phone, for a customer who has no password to give.
 * @throws 409 PASSWORD_NEEDED for those who have one; 429.
 */
export async function requestProofCode(
  call: CallContext,
  customerId: number,
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  const { db, visitor } = call
  const customer = await readProver(db, customerId)
  const ref = codeRefOf(customer)
  if (!ref) throw rejected('PASSWORD_NEEDED', 'Please confirm with your password')
  const { store_name: storeName } = await rememberedSettings(call)
  await requireSendAllowance(db, { kind: 'account', asker: ref.phone, ip: visitor.ip })
  const cookie = await sendOtp(call, { ref, storeName, customerId, isWanted: true })
  return { sent: otpSent, cookie }
}

/**
 * Proves that it is still the customer who sits there, by the password, or by a code where there is no password. Security §19.
 * @throws 401 INVALID_CREDENTIALS or OTP_INVALID; 429, 503.
 */
export async function reauthenticate(
  call: CallContext,
  customerId: number,
  given: { password?: string | undefined; otp?: string | undefined },
): Promise<void> {
  const { db, config, visitor } = call
  const customer = await readProver(db, customerId)
  const ref = codeRefOf(customer)
  if (ref) {
    await requireVerifyAllowance(db, visitor.ip)
    const codeHash = await notingWrongCodes(call, customerId, () =>
      requireCode(call, ref, given.otp ?? '', ref.phone),
    )
    return db.transaction().execute(async (tx) => {
      await consumeChallenge(tx, ref, codeHash)
      await noteAccess(tx, visitor, { event: 'otp_verified', customerId })
      await markProved(tx, visitor, customerId)
    })
  }
  await requireToken(db, `password proof ${customerId}`, { most: 10, seconds: 900 })
  const { isRight } = await checkPassword(given.password ?? '', customer.password_hash, config)
  if (!isRight) throw new ShopError(401, 'INVALID_CREDENTIALS', 'The password is incorrect')
  await markProved(db, visitor, customerId)
}

/** @throws 409 REAUTHENTICATE unless this session has proved itself within the last ten minutes. */
export async function requireProof(db: Db, visitor: Visitor, customerId: number): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', visitor.sessionId ?? 0)
    .where('customer_id', '=', customerId)
    .where('proved_at', '>', new Date(Date.now() - proofSeconds * 1_000))
    .executeTakeFirst()
  if (!session) throw rejected('REAUTHENTICATE', 'Please confirm first that it is you')
}

type Prover = {
  id: number
  password_hash: string | null
  phone: string | null
  phone_verified_at: Date | null
  mobile_code: string
}

async function readProver(db: Db, customerId: number): Promise<Prover> {
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'password_hash', 'phone', 'phone_verified_at', 'mobile_code'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  return customer
}

/** Undefined where the password is asked for: a code to the phone must not stand in for it. */
function codeRefOf({ id, password_hash, phone, mobile_code, phone_verified_at }: Prover) {
  if (password_hash !== null || phone === null || phone_verified_at === null) return undefined
  return { purpose: `proof:${id}`, phone: `${mobile_code}${phone}` } satisfies ChallengeRef
}

const markProved = (db: Pick<Db, 'updateTable'>, { sessionId }: Visitor, customerId: number) =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date() })
    .where('id', '=', sessionId ?? 0)
    .where('customer_id', '=', customerId)
    .execute()
    .then(() => {})
