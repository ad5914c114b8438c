import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { noteAccess } from './note-access.ts'

/** Ends the visitor's session, if there is one. Spec §4 (session events). */
export async function logout(db: Db, visitor: Visitor): Promise<void> {
  const { customerId, sessionId } = visitor
  if (customerId === null || sessionId === undefined) return
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('customer_id', '=', customerId)
      .execute()
    await noteAccess(tx, visitor, { event: 'logout', customerId })
  })
}
