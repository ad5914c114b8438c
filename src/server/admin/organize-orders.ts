import { sql } from 'kysely'
import { mostTags } from '#contract/admin/order-tabs.ts'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { readStaffWhoMay } from '#server/people/staff/staff-who-may.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
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
  if (remove.length > 0) await removeTags.all(tx, ids, remove)
  if (add.length > 0) await addTags.all(tx, ids, add)
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
    if (tags.length > mostTags) throw tooManyTags(mostTags)
    const record = { type: 'order', id: order_no }
    const entries = [
      { action: 'order.tag', before: { tags: former.tags.join(', ') }, after: { tags: tags.join(', ') } },
      {
        action: 'order.assign',
        before: { assigned_to: former.assigned_to?.name ?? '' },
        after: { assigned_to: assigned_to?.name ?? '' },
      },
    ].filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is))
    for (const entry of entries) await writeAudit(tx, actor, { record, ...entry })
    if (entries.length > 0) changed += 1
  }
  return changed
}

export type Organized = { id: number; order_no: string } & Pick<OrderDetail, 'tags' | 'assigned_to'>

/** SQL: tags and assignee of a row `o` of `orders`. */
const organization = `
  array(select t.tag from order_tags t where t.order_id = o.id order by lower(t.tag)) as tags,
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

const removeTags = prepared(
  'remove tags of orders',
  `delete from order_tags where order_id = any($1::bigint[])
    and lower(tag) in (select lower(given) from unnest($2::text[]) given)`,
)

/** A known tag is spelt as it is. */
const addTags = prepared(
  'add tags to orders',
  `insert into order_tags (order_id, tag)
  select o.id, coalesce((select k.tag from order_tags k where lower(k.tag) = lower(t.tag) limit 1), t.tag)
  from unnest($1::bigint[]) o(id), unnest($2::text[]) t(tag)
  on conflict (order_id, lower(tag)) do nothing`,
)

const assign = prepared(
  'assign orders',
  `insert into order_assignees (order_id, staff_id) select id, $2::bigint from unnest($1::bigint[]) o(id)
  on conflict (order_id) do update set staff_id = excluded.staff_id`,
)

/** All tags, by one step of the index for each. */
export async function readTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive known as (
      (select lower(tag) as name, tag from order_tags order by lower(tag) limit 1)
      union all
      select next.name, next.tag from known cross join lateral (
        select lower(t.tag) as name, t.tag from order_tags t where lower(t.tag) > known.name order by lower(t.tag) limit 1
      ) next
    )
    select tag from known limit 200`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Active staff who see orders, by name. */
export const readOrderStaff = async (db: Db) =>
  (await readStaffWhoMay(db, 'orders.read')).map(({ id, name, permissions }) => ({
    id,
    name,
    is_assignable: permissions.includes('orders.write'),
  }))
