import { sql } from 'kysely'
import type { OrderView } from '#contract/admin/orders.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, StaffVisitor, Tx } from '#server/platform/kernel/context.ts'
import { invalid, missingPermission } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { recordNotFound } from './refusals.ts'

/** Views that a member of staff can have, and as many that are shared. */
const limit = 50

type Staff = Pick<StaffVisitor, 'id' | 'permissions' | 'apiKey'>
type NewView = Pick<OrderView, 'name' | 'filter' | 'is_shared'>

/** The saved views that a member of staff sees: their own and the shared ones, by name. */
export async function readOrderViews(db: Db, staffId: number): Promise<OrderView[]> {
  const rows = await db
    .selectFrom('order_views')
    .select(['id', 'name', 'staff_id', sql<OrderView['filter']>`filter`.as('filter')])
    .where((eb) => eb.or([eb('staff_id', 'is', null), eb('staff_id', '=', staffId)]))
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(({ staff_id, ...view }) => ({ ...view, is_shared: staff_id === null }))
}

/**
 * Saves the filter of the order list under a name; the owner's view of that name is replaced.
 * @throws 403 for a shared view without the permission to change orders; 422 at name for one too many
 */
export async function saveOrderView(db: Db, staff: Staff, actor: Actor, view: NewView): Promise<void> {
  requireShare(staff, view.is_shared)
  await inTransaction(db, async (tx) => {
    const owner = view.is_shared ? null : staff.id
    const values = { staff_id: owner, name: view.name, filter: json(view.filter) }
    await tx
      .insertInto('order_views')
      .values(values)
      .onConflict((oc) => oc.expression(sql`coalesce(staff_id, 0), lower(name)`).doUpdateSet(values))
      .execute()
    const { views } = await tx
      .selectFrom('order_views')
      .select((eb) => eb.fn.countAll<number>().as('views'))
      .where('staff_id', owner === null ? 'is' : '=', owner)
      .executeTakeFirstOrThrow()
    if (views > limit) throw invalid({ name: [`There are ${limit} views already. Please remove one first.`] })
    await writeViewAudit(tx, actor, 'order_view.save', view)
  })
}

/** @throws 404 for the view of another member of staff; 403 for a shared one without the permission to change orders */
export async function removeOrderView(db: Db, staff: Staff, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const view = (await readOrderViews(tx, staff.id)).find((one) => one.id === id)
    if (!view) throw recordNotFound('View')
    requireShare(staff, view.is_shared)
    await tx.deleteFrom('order_views').where('id', '=', id).execute()
    await writeViewAudit(tx, actor, 'order_view.remove', view)
  })
}

function requireShare(staff: Staff, isShared: boolean) {
  if (isShared && !staff.permissions.includes('orders.write')) throw missingPermission(staff)
}

const writeViewAudit = (tx: Tx, actor: Actor, action: string, { name, filter, is_shared }: NewView) =>
  writeAudit(tx, actor, {
    action,
    record: { type: 'order_view', id: name },
    after: { ...filter, is_shared },
  })
