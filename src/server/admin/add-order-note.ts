import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, StaffVisitor } from '#server/platform/kernel/context.ts'
import { addMentions } from './order-mentions.ts'
import { readFacts } from './order-version.ts'

/** Adds a note that only staff see, and that waits for those whom it names. @returns their names @throws 404 */
export async function addOrderNote(
  db: Db,
  { id, name, email }: Pick<StaffVisitor, 'id' | 'name' | 'email'>,
  actor: Actor,
  { orderId, text }: { orderId: number; text: string },
): Promise<string[]> {
  const { order_no } = await readFacts(db, orderId)
  return db.transaction().execute(async (tx) => {
    const note = await tx
      .insertInto('order_notes')
      .values({ order_id: orderId, staff_id: id, author: name || email, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    const named = await addMentions(tx, { noteId: note.id, text, authorId: id })
    await writeAudit(tx, actor, {
      action: 'order.add_note',
      record: { type: 'order', id: order_no },
      after: { note: text },
    })
    return named.map((member) => member.name)
  })
}
