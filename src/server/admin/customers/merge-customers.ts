import { sql } from 'kysely'
import type { MergeChoice } from '#contract/admin/customers/customers.ts'
import { mostTags } from '#contract/admin/order-tabs.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { lockType, requireVersion } from '../record-version.ts'
import { accountNotMerged, tooManyTags, unknownMergeTarget } from '../refusals.ts'
import { readCustomer } from './read-customer.ts'

type Merge = {
  id: number
  version: string
  into_id: number
  into_version: string
  /** Of a merge into a guest. An account keeps its own. */
  choice: MergeChoice
}

/**
 * Merges a customer without an account into another customer: orders, notes, tags and groups move, and the customer is deleted. The
 * orders give an account no access, because its owner has not proven their contact: only `orders.guest_id` changes.
 * @throws 404; 409 ACCOUNT_NOT_MERGED, STALE_RECORD of either; 422 at into_id for the customer itself, or with too many tags together
 */
export async function mergeCustomers(tx: Tx, actor: Actor, { id, into_id, ...given }: Merge): Promise<void> {
  if (id === into_id) throw unknownMergeTarget()
  const record = { type: 'customer', label: 'Customer' }
  const from = await requireVersion(tx, { ...record, id, version: given.version }, readCustomer)
  const into = await requireVersion(tx, { ...record, id: into_id, version: given.into_version }, readCustomer)
  if (!from.is_guest) throw accountNotMerged()
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'guest_email', 'guest_phone', 'mobile_code', 'created_at', 'is_by_hand'])
    .where('id', 'in', [id, into_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const lower = (tag: string) => tag.toLowerCase()
  if (new Set([...from.tags, ...into.tags].map(lower)).size > mostTags)
    throw tooManyTags('A customer', mostTags)

  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ guest_id: into_id })
    .where('guest_id', '=', id)
    .executeTakeFirstOrThrow()
  // A group that is deleted at the same time is gone before it is read here, and stays until the end otherwise.
  await lockType.all(tx, 'customer_group')
  await tx.updateTable('customer_notes').set({ customer_id: into_id }).where('customer_id', '=', id).execute()
  await sql`insert into customer_tags (customer_id, tag)
    select ${into_id}, tag from customer_tags where customer_id = ${id} on conflict do nothing`.execute(tx)
  await sql`insert into customer_group_members (group_id, customer_id)
    select group_id, ${into_id} from customer_group_members where customer_id = ${id} on conflict do nothing`.execute(
    tx,
  )
  // What only one of them has stays; of both the one that remains.
  await sql`update customers set custom = c.custom || customers.custom from customers c
    where customers.id = ${into_id} and c.id = ${id} and c.custom <> '{}'`.execute(tx)
  await tx.deleteFrom('customers').where('id', '=', id).execute()

  const [source, target] = [rows.find((row) => row.id === id), rows.find((row) => row.id === into_id)]
  if (into.is_guest && source && target) {
    const { name, email, phone } = given.choice
    const { first_name, last_name } = name === 'from' ? from : into
    const { guest_phone, mobile_code } = phone === 'from' ? source : target
    await tx
      .updateTable('customers')
      .set({ first_name, last_name, guest_phone, mobile_code })
      .set({ guest_email: (email === 'from' ? source : target).guest_email })
      .set({ is_by_hand: source.is_by_hand || target.is_by_hand })
      .set({ created_at: source.created_at < target.created_at ? source.created_at : target.created_at })
      .where('id', '=', into_id)
      .execute()
  }
  const merged = { orders: Number(numUpdatedRows), notes: from.notes.length }
  for (const [of, after] of [
    [into_id, { ...merged, from: id }],
    [id, { ...merged, into: into_id }],
  ] as const)
    await writeAudit(tx, actor, {
      action: 'customer.merge',
      record: { type: 'customer', id: String(of) },
      after,
    })
}
