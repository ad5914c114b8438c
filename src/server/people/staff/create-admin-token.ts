import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { insertLoginLink } from './login-link.ts'

/**
 * The token of the "Admin Panel" link in the shop's pages, for a visitor with a session of staff; null for all others,
 * also for a customer with the e-mail address of a member of staff. Spec §2, ADR 0027.
 */
export async function createAdminToken(
  db: Db,
  { readStaff }: Pick<Visitor, 'readStaff'>,
): Promise<string | null> {
  const staff = await readStaff?.()
  if (!staff) return null
  const { token } = await insertLoginLink(db, { staffId: staff.id, sessionId: staff.sessionId })
  return token
}
