import { noteAccess } from '../auth/note-access.ts'
import type { Db, Visitor } from '../http/context.ts'
import { notFound } from '../http/errors.ts'

/**
 * Ends one of the customer's sessions. Decisions §5 (account/sessions).
 * @throws 404 for an unknown one, and for somebody else's
 */
export async function endSession(db: Db, visitor: Visitor, customerId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('This session has already ended')
    await noteAccess(tx, visitor, { event: 'session_revoked', customerId, sessionId: id })
  })
}
