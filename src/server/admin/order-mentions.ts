import { type RawBuilder, sql } from 'kysely'
import { readStaffWhoMay } from '#server/people/staff/staff-who-may.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { readFacts } from './order-version.ts'

const isLetter = /^[\p{L}\p{N}]/u

/** The members of staff whom a text names as `@name`, whatever its case. Of “Asha” and “Asha Rao” the longer name counts. */
export function mentionedIn<Member extends { name: string }>(
  text: string,
  staff: readonly Member[],
): Member[] {
  const typed = text.toLowerCase()
  const named = new Set<Member>()
  for (let at = typed.indexOf('@'); at >= 0; at = typed.indexOf('@', at + 1)) {
    // An address such as post@asha.example is no mention.
    if (at > 0 && isLetter.test(typed.slice(at - 1, at))) continue
    const rest = typed.slice(at + 1)
    const fitting = staff.filter(({ name }) => {
      const label = name.toLowerCase()
      return rest.startsWith(label) && !isLetter.test(rest.slice(label.length))
    })
    const longest = Math.max(...fitting.map(({ name }) => name.length))
    for (const member of fitting) if (member.name.length === longest) named.add(member)
  }
  return [...named]
}

/** Keeps whom a note names among the staff who see orders. Authors do not wait for themselves. */
export async function addMentions(
  tx: Tx,
  { noteId, text, authorId }: { noteId: number; text: string; authorId: number },
): Promise<{ name: string }[]> {
  if (!text.includes('@')) return []
  const named = mentionedIn(text, await readStaffWhoMay(tx, 'orders.read')).filter(
    ({ id }) => id !== authorId,
  )
  if (named.length === 0) return []
  await tx
    .insertInto('order_mentions')
    .values(named.map(({ id }) => ({ note_id: noteId, staff_id: id })))
    .execute()
  return named
}

/** SQL: the ids of the orders with a note that waits for a member of staff. */
export const ordersWithMentions = (staffId: number | null): RawBuilder<unknown> =>
  sql`select n.order_id from order_mentions m join order_notes n on n.id = m.note_id
    where m.staff_id = ${staffId} and m.seen_at is null`

export async function countMentions(db: Db, staffId: number): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(distinct order_id)::integer as orders from (${ordersWithMentions(staffId)}) waiting`.execute(
    db,
  )
  return rows[0]?.orders ?? 0
}

/** Marks the notes of an order that wait for a member of staff as seen to. @throws 404 */
export async function seeMentions(db: Db, staffId: number, actor: Actor, orderId: number): Promise<void> {
  const { order_no } = await readFacts(db, orderId)
  await db.transaction().execute(async (tx) => {
    const seen = await tx
      .updateTable('order_mentions')
      .set({ seen_at: sql<Date>`now()` })
      .where('staff_id', '=', staffId)
      .where('seen_at', 'is', null)
      .where('note_id', 'in', (notes) =>
        notes.selectFrom('order_notes').select('id').where('order_id', '=', orderId),
      )
      .returning('note_id')
      .execute()
    if (seen.length === 0) return
    await writeAudit(tx, actor, { action: 'order.see_mentions', record: { type: 'order', id: order_no } })
  })
}
