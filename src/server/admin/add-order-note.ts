import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, StaffVisitor } from '#server/platform/kernel/context.ts'
import { readFacts } from './order-version.ts'

/** Adds a note that only staff see. @throws 404 */
export async function addOrderNote(
  db: Db,
  { id, name, email }: Pick<StaffVisitor, 'id' | 'name' | 'email'>,
  actor: Actor,
  { orderId, text }: { orderId: number; text: string },
): Promise<void> {
  const { order_no } = await readFacts(db, orderId)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('order_notes')
      .values({ order_id: orderId, staff_id: id, author: name || email, text })
      .execute()
    await writeAudit(tx, actor, {
      action: 'order.add_note',
      record: { type: 'order', id: order_no },
      after: { note: text },
    })
  })
}
