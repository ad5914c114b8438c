import { sql } from 'kysely'
import { CustomerFilter, type CustomerSegment } from '#contract/admin/customers/customers.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { customerTags } from '../record-tags.ts'
import { lockType, requireVersion, versionOf } from '../record-version.ts'
import { conditionInUse, recordNotFound } from '../refusals.ts'
import { countCustomers } from './list-customers.ts'

/** Segments that a shop can have: each is counted for the list of segments. */
const most = 30

type Named = { id: number; version: string; name: string }

/** The segments by name, or those of the id. */
export async function readSegments(db: Db | Tx, id?: number): Promise<CustomerSegment[]> {
  const rows = await db
    .selectFrom('customer_segments')
    .select(['id', 'name', sql<CustomerFilter>`filter`.as('filter')])
    .$if(id !== undefined, (found) => found.where('id', '=', id ?? 0))
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(({ id, name, filter }) => {
    const conditions = Object.entries(filter).map(([condition, value]) => [condition, String(value)])
    return { id, version: versionOf([name, conditions]), name, filter: Object.fromEntries(conditions) }
  })
}

/** Segments and groups with how many customers each has. One after the other, on one connection. */
export async function listSegments(db: Db, timeZone: string) {
  const segments = []
  for (const segment of await readSegments(db)) {
    const filter = CustomerFilter.parse(segment.filter)
    segments.push({ ...segment, customers: await countCustomers(db, { ...filter, timeZone }) })
  }
  const groups = (await readGroups(db)).map((group) => ({ ...group, version: versionOf([group.name]) }))
  return { segments, groups }
}

/** All tags, groups and segments, by name, and the name of the product with the id. */
export async function readCustomerChoices(db: Db, productId: number | undefined) {
  const [tags, groups, segments, product] = await Promise.all([
    customerTags.readAll(db),
    readGroups(db),
    readSegments(db),
    productId === undefined
      ? undefined
      : db.selectFrom('products').select('name').where('id', '=', productId).executeTakeFirst(),
  ])
  return { tags, groups, segments, product_name: product?.name ?? null }
}

/** The groups with how many customers each has, by name. */
async function readGroups(db: Db) {
  const { rows } = await sql<{ id: number; name: string; customers: number }>`
    select g.id, g.name, (select count(*)::integer from customer_group_members m where m.group_id = g.id) as customers
    from customer_groups g order by lower(g.name)`.execute(db)
  return rows
}

/** @throws 422 at name for one that is taken or too many; at filter without conditions, or with a group that is gone */
export async function createSegment(tx: Tx, actor: Actor, name: string, filter: CustomerFilter) {
  await lockType.all(tx, 'customer_segment')
  await requireValid(tx, name, filter)
  const { segments } = await tx
    .selectFrom('customer_segments')
    .select((eb) => eb.fn.countAll<number>().as('segments'))
    .executeTakeFirstOrThrow()
  if (segments >= most)
    throw invalid({ name: [`There are ${most} segments already. Please delete one first.`] })
  const { id } = await tx
    .insertInto('customer_segments')
    .values({ name, filter: json(filter) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const segment = await readSegment(tx, id)
  await audit(tx, actor, 'create', { id, after: segment })
  return segment
}

type Change = Named & { filter?: CustomerFilter | undefined }

/** @throws 404; 409 STALE_RECORD with the present segment; 422 as for a new one */
export async function changeSegment(tx: Tx, actor: Actor, { id, version, name, filter }: Change) {
  const before = await requireVersion(
    tx,
    { type: 'customer_segment', label: 'Segment', id, version },
    readSegment,
  )
  await requireValid(tx, name, filter ?? CustomerFilter.parse(before.filter), id)
  await tx
    .updateTable('customer_segments')
    .set({ name, ...(filter && { filter: json(filter) }) })
    .where('id', '=', id)
    .execute()
  const after = await readSegment(tx, id)
  await audit(tx, actor, 'update', { id, before, after })
  return after
}

/** @throws 404; 409 STALE_RECORD with the present segment, or IN_USE with the promotions that are for it */
export async function removeSegment(tx: Tx, actor: Actor, { id, version }: Omit<Named, 'name'>) {
  const before = await requireVersion(
    tx,
    { type: 'customer_segment', label: 'Segment', id, version },
    readSegment,
  )
  const users = await promotionsFor(tx, 'segments', id)
  if (users.length > 0) throw conditionInUse(before.name, users)
  await tx.deleteFrom('customer_segments').where('id', '=', id).execute()
  await audit(tx, actor, 'remove', { id, before })
}

/** @throws 404; 409 STALE_RECORD with the present group; 422 at name for one that is taken */
export async function renameGroup(tx: Tx, actor: Actor, { id, version, name }: Named) {
  const before = await requireVersion(tx, { type: 'customer_group', label: 'Group', id, version }, readGroup)
  await requireFree(tx, 'customer_groups', name, id)
  await tx.updateTable('customer_groups').set({ name }).where('id', '=', id).execute()
  await writeAudit(tx, actor, {
    action: 'customer_group.update',
    record: { type: 'customer_group', id: String(id) },
    before: { name: before.name },
    after: { name },
  })
}

/** @throws 404; 409 STALE_RECORD with the present group, or IN_USE with the segments, promotions and price lists that are for it */
export async function removeGroup(tx: Tx, actor: Actor, { id, version }: Omit<Named, 'name'>) {
  // A segment that is saved at the same time waits, and finds the group gone.
  await lockType.all(tx, 'customer_segment')
  const { name } = await requireVersion(
    tx,
    { type: 'customer_group', label: 'Group', id, version },
    readGroup,
  )
  const segments = (await readSegments(tx)).filter(({ filter }) => filter.group === String(id))
  const lists = await tx
    .selectFrom('price_lists')
    .select('name')
    .where('customer_group_id', '=', id)
    .execute()
  const users = [
    ...[...segments, ...lists].map((user) => user.name),
    ...(await promotionsFor(tx, 'groups', id)),
  ]
  if (users.length > 0) throw conditionInUse(name, users)
  await tx.deleteFrom('customer_groups').where('id', '=', id).execute()
  await writeAudit(tx, actor, {
    action: 'customer_group.remove',
    record: { type: 'customer_group', id: String(id) },
    before: { name },
  })
}

/** Names of the promotions that are only for customers of a group or a segment. */
async function promotionsFor(tx: Tx, kind: 'groups' | 'segments', id: number): Promise<string[]> {
  const promotions = await tx
    .selectFrom('promotions')
    .select('name')
    .where(sql<boolean>`rules -> 'shoppers' -> ${kind} @> to_jsonb(${id}::bigint)`)
    .orderBy('id')
    .execute()
  return promotions.map(({ name }) => name)
}

async function readSegment(tx: Tx, id: number): Promise<CustomerSegment> {
  const [segment] = await readSegments(tx, id)
  if (!segment) throw recordNotFound('Segment')
  return segment
}

async function readGroup(tx: Tx, id: number): Promise<Named> {
  const group = await tx
    .selectFrom('customer_groups')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!group) throw recordNotFound('Group')
  return { ...group, version: versionOf([group.name]) }
}

async function requireValid(tx: Tx, name: string, filter: CustomerFilter, id = 0) {
  await requireFree(tx, 'customer_segments', name, id)
  if (Object.values(filter).every((value) => value === undefined || value === ''))
    throw invalid({ filter: ['Please choose filters first'] })
  if (filter.group === undefined) return
  const group = await tx
    .selectFrom('customer_groups')
    .select('id')
    .where('id', '=', filter.group)
    .executeTakeFirst()
  if (!group) throw invalid({ filter: ['The group has been deleted. Please choose another one.'] })
}

async function requireFree(tx: Tx, table: 'customer_segments' | 'customer_groups', name: string, id: number) {
  const other = await tx
    .selectFrom(table)
    .select('name')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ name: [`${other.name} is there already. Please enter another name.`] })
}

type Sides = { id: number; before?: CustomerSegment; after?: CustomerSegment }

function audit(tx: Tx, actor: Actor, action: 'create' | 'update' | 'remove', { id, before, after }: Sides) {
  const logged = ({ name, filter }: CustomerSegment) => ({ name, ...filter })
  return writeAudit(tx, actor, {
    action: `customer_segment.${action}`,
    record: { type: 'customer_segment', id: String(id) },
    ...(before && { before: logged(before) }),
    ...(after && { after: logged(after) }),
  })
}
