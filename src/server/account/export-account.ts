import type { AccountExport } from '#contract/account.ts'
import { noteAccess } from '../auth/note-access.ts'
import type { CallContext } from '../http/context.ts'
import { requireToken } from '../http/rate-limit.ts'
import { personalData } from './personal-data.ts'
import { readAccount } from './read-account.ts'
import { readPerson } from './read-person.ts'
import { requireProof } from './reauthenticate.ts'

/**
 * All that the shop knows of the customer, as one document. Security §19.
 * @throws 409 REAUTHENTICATE without a recent proof; 429.
 */
export async function exportAccount(call: CallContext, customerId: number): Promise<AccountExport> {
  const { db, visitor } = call
  await requireProof(db, visitor, customerId)
  await requireToken(db, `account export ${customerId}`, { most: 10, seconds: 3_600 })
  const person = await readPerson(db, customerId)
  const { access_logs: _, ...profile } = await readAccount(db, customerId, visitor.sessionId)
  const lists = await Promise.all(personalData.map(({ read }) => read?.(db, person)))
  await noteAccess(db, visitor, { event: 'account_exported', customerId })
  return Object.assign(
    {
      exported_at: new Date().toISOString(),
      profile,
      addresses: [],
      orders: [],
      wishlist: [],
      reviews: [],
      consents: [],
      access_log: [],
    },
    ...lists,
  )
}
