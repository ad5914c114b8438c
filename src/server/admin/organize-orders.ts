import { mostTags } from '#contract/admin/order-tabs.ts'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { readStaffWhoMay } from '#server/people/staff/staff-who-may.ts'
import { type Actor, auditChanges } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { orderTags } from './record-tags.ts'
import { orderNotFound, tooManyTags, unknownOrderAssignee } from './refusals.ts'

export type Organization = {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
  /** Null: no member of staff; undefined: as it is. */
  staff_id?: number | null | undefined
}

/**
 * Adds and removes tags of orders and assigns them. What is already so stays; each changed order has its entries in the audit log.
 * Tags are added and removed by name, so that those of two members of staff at once are both saved.
 * @returns how many orders changed
 * @throws 404 for an unknown order; 422 at add for an order with too many tags, at staff_id for staff who may not change orders
 */
export async function organizeOrders(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  { add = [], remove = [], staff_id }: Organization,
): Promise<number> {
  // Apart from the reading, so that it sees what a write before has committed.
  await lock.all(tx, ids)
  const before = await organized.all(tx, ids)
  if (before.length < new Set(ids).size) throw orderNotFound()
  if (staff_id && !(await readStaffWhoMay(tx, 'orders.write')).some(({ id }) => id === staff_id))
    throw unknownOrderAssignee()
  if (remove.length > 0) await orderTags.remove.all(tx, ids, remove)
  if (add.length > 0) await orderTags.add.all(tx, ids, add)
  if (staff_id === null)
    await tx
      .deleteFrom('order_assignees')
      .where('order_id', 'in', [...ids])
      .execute()
  if (staff_id) await assign.all(tx, ids, staff_id)
  const after = new Map((await organized.all(tx, ids)).map((order) => [order.id, order]))
  let changed = 0
  for (const { id, order_no, ...former } of before) {
    const { tags, assigned_to } = after.get(id) ?? former
    if (tags.length > mostTags) throw tooManyTags('An order', mostTags)
    const record = { type: 'order', id: order_no }
    const entries = [
      { action: 'order.tag', before: { tags: former.tags.join(', ') }, after: { tags: tags.join(', ') } },
      {
        action: 'order.assign',
        before: { assigned_to: former.assigned_to?.name ?? '' },
        after: { assigned_to: assigned_to?.name ?? '' },
      },
    ]
    if (await auditChanges(tx, actor, record, entries)) changed += 1
  }
  return changed
}

export type Organized = { id: number; order_no: string } & Pick<OrderDetail, 'tags' | 'assigned_to'>

/** SQL: tags and assignee of a row `o` of `orders`. */
const organization = `
  ${orderTags.sqlOf('o.id')} as tags,
  (select json_build_object('id', s.id, 'name', coalesce(nullif(s.name, ''), s.email))
    from order_assignees a join staff s on s.id = a.staff_id where a.order_id = o.id) as assigned_to`

/** Tags and assignee of orders. */
export const organized = prepared<Organized>(
  'tags and assignees of orders',
  `select o.id, o.order_no, ${organization} from orders o where o.id = any($1::bigint[])`,
)

const lock = prepared<{ id: number }>(
  'lock orders to organize',
  'select o.id from orders o where o.id = any($1::bigint[]) order by o.id for update of o',
)

const assign = prepared(
  'assign orders',
  `insert into order_assignees (order_id, staff_id) select id, $2::bigint from unnest($1::bigint[]) o(id)
  on conflict (order_id) do update set staff_id = excluded.staff_id`,
)

/** Active staff who see orders, by name. */
export const readOrderStaff = async (db: Db) =>
  (await readStaffWhoMay(db, 'orders.read')).map(({ id, name, permissions }) => ({
    id,
    name,
    is_assignable: permissions.includes('orders.write'),
  }))
