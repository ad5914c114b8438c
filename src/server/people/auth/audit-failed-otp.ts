import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { noteAccess } from './note-access.ts'

/**
 * Runs an OTP check and records a refusal as a security event of the account. Decisions §1.5.
 * @param customerId the account's owner; null when it is unknown
 */
export async function auditFailedOtp<Result>(
  db: Db,
  visitor: Visitor,
  customerId: number | null,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (thrown) {
    if (thrown instanceof ShopError) await noteAccess(db, visitor, { event: 'otp_failed', customerId })
    throw thrown
  }
}
