import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { noteAccess } from '../auth/note-access.ts'
import { sessionEnded } from './refusals.ts'

/**
 * Ends one of the customer's sessions. Decisions §5 (account/sessions).
 * @throws 404 for an unknown session or another customer's
 */
export async function endSession(db: Db, visitor: Visitor, customerId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw sessionEnded()
    await noteAccess(tx, visitor, { event: 'session_revoked', customerId, sessionId: id })
  })
}

/**
 * Ends all of the customer's sessions except the current one. Security §3 (sign out other sessions).
 * @returns the number of ended sessions
 */
export async function endOtherSessions(db: Db, visitor: Visitor, customerId: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('customer_id', '=', customerId)
      .where('id', '<>', visitor.sessionId ?? 0)
      .returning('id')
      .execute()
    for (const { id } of ended)
      await noteAccess(tx, visitor, { event: 'session_revoked', customerId, sessionId: id })
    return ended.length
  })
}
