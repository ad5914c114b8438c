import { sql } from 'kysely'
import { mostTags } from '#contract/admin/order-tabs.ts'
import { type Actor, auditChanges, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { customerTags } from '../record-tags.ts'
import { lockType } from '../record-version.ts'
import { customerNotFound, tooManyGroups, tooManyTags } from '../refusals.ts'

export type Organization = {
  add: readonly string[]
  remove: readonly string[]
  add_groups: readonly string[]
  remove_groups: readonly string[]
}

/** Groups that a shop can have. */
const mostGroups = 200

/**
 * Adds and removes tags and groups of customers by name. What is already so stays; each changed customer has its entries in the audit
 * log. A group that is not there yet is made.
 * @returns how many customers changed
 * @throws 404 for an unknown customer; 422 at add for one with too many tags, at add_groups for one group too many
 */
export async function organizeCustomers(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  { add, remove, add_groups, remove_groups }: Organization,
): Promise<number> {
  // Apart from the reading, so that it sees what a write before has committed.
  await sql`select from customers where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const before = await readOrganized(tx, ids)
  if (before.length < new Set(ids).size) throw customerNotFound()
  if (remove.length > 0) await customerTags.remove.all(tx, ids, remove)
  if (add.length > 0) await customerTags.add.all(tx, ids, add)
  if (remove_groups.length > 0)
    await sql`delete from customer_group_members m using customer_groups g
      where g.id = m.group_id and m.customer_id = any(${sql.val(ids)}::bigint[])
        and lower(g.name) in (select lower(given) from unnest(${sql.val(remove_groups)}::text[]) given)`.execute(
      tx,
    )
  if (add_groups.length > 0) await addToGroups(tx, actor, ids, add_groups)
  const after = new Map((await readOrganized(tx, ids)).map((customer) => [customer.id, customer]))
  let changed = 0
  for (const { id, ...former } of before) {
    const { tags, groups } = after.get(id) ?? former
    if (tags.length > mostTags) throw tooManyTags('A customer', mostTags)
    const record = { type: 'customer', id: String(id) }
    const entries = [
      { action: 'customer.tag', before: { tags: former.tags.join(', ') }, after: { tags: tags.join(', ') } },
      {
        action: 'customer.group',
        before: { groups: former.groups.join(', ') },
        after: { groups: groups.join(', ') },
      },
    ]
    if (await auditChanges(tx, actor, record, entries)) changed += 1
  }
  return changed
}

async function addToGroups(tx: Tx, actor: Actor, ids: readonly number[], names: readonly string[]) {
  // A group of these names may be renamed or deleted at the same time.
  await lockType.all(tx, 'customer_group')
  const { rows: made } = await sql<{ id: number; name: string }>`
    insert into customer_groups (name) select name from unnest(${sql.val(names)}::text[]) name
    on conflict (lower(name)) do nothing returning id, name`.execute(tx)
  for (const { id, name } of made)
    await writeAudit(tx, actor, {
      action: 'customer_group.create',
      record: { type: 'customer_group', id: String(id) },
      after: { name },
    })
  const { count } = await tx
    .selectFrom('customer_groups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (made.length > 0 && count > mostGroups) throw tooManyGroups(mostGroups)
  await sql`insert into customer_group_members (group_id, customer_id)
    select g.id, c.id from customer_groups g, unnest(${sql.val(ids)}::bigint[]) c(id)
    where lower(g.name) in (select lower(given) from unnest(${sql.val(names)}::text[]) given)
    on conflict do nothing`.execute(tx)
}

/** SQL: the groups of a customer, by name. */
const groupsOf = (id: string) =>
  `array(select g.name from customer_group_members m join customer_groups g on g.id = m.group_id
    where m.customer_id = ${id} order by lower(g.name))`

type Organized = { id: number; tags: string[]; groups: string[] }

/** Tags and groups of customers. */
export async function readOrganized(db: Db | Tx, ids: readonly number[]): Promise<Organized[]> {
  const { rows } = await sql<Organized>`
    select c.id, ${sql.raw(customerTags.sqlOf('c.id'))} as tags, ${sql.raw(groupsOf('c.id'))} as groups
    from customers c where c.id = any(${sql.val(ids)}::bigint[])`.execute(db)
  return rows
}
