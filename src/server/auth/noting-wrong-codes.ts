import type { CallContext } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import { noteAccess } from './note-access.ts'

/**
 * Runs what a code is asked for; a refusal is a security event of the account. Decisions §1.5.
 * @param customerId whose account it is; null when that is not known
 */
export async function notingWrongCodes<Result>(
  { db, visitor }: Pick<CallContext, 'db' | 'visitor'>,
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
