import type { CustomerDetail } from '#contract/admin/customers/customers.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, StaffVisitor, Tx } from '#server/platform/kernel/context.ts'
import { customerNotFound, noAccount } from '../refusals.ts'
import { readCustomer } from './read-customer.ts'

/** In one transaction with its entry in the audit log, on the locked customer. @throws 404 */
async function change(
  db: Db,
  actor: Actor,
  { id, action, after = null }: { id: number; action: string; after?: Record<string, unknown> | null },
  work: (tx: Tx) => Promise<unknown>,
): Promise<CustomerDetail> {
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw customerNotFound()
    await work(tx)
    await writeAudit(tx, actor, {
      action: `customer.${action}`,
      record: { type: 'customer', id: String(id) },
      after,
    })
    return readCustomer(tx, id)
  })
}

/** Ends the sessions; a login that runs at the same time finds the customer blocked. @throws 404; 409 NO_ACCOUNT for a guest */
export const blockCustomer = (db: Db, actor: Actor, id: number) =>
  change(db, actor, { id, action: 'block', after: { is_blocked: true } }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('customers')
      .set({ is_blocked: true })
      .where('id', '=', id)
      .where('is_guest', '=', false)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw noAccount()
    await tx.deleteFrom('sessions').where('customer_id', '=', id).execute()
  })

/** @throws 404 */
export const unblockCustomer = (db: Db, actor: Actor, id: number) =>
  change(db, actor, { id, action: 'unblock', after: { is_blocked: false } }, (tx) =>
    tx.updateTable('customers').set({ is_blocked: false }).where('id', '=', id).execute(),
  )

/** @throws 404 */
export const endSessionsOf = (db: Db, actor: Actor, id: number) =>
  change(db, actor, { id, action: 'end_sessions' }, (tx) =>
    tx.deleteFrom('sessions').where('customer_id', '=', id).execute(),
  )

/** The audit log does not repeat the note, because it is erased with the customer. @throws 404 */
export const addCustomerNote = (
  db: Db,
  actor: Actor,
  staff: Pick<StaffVisitor, 'id' | 'name' | 'email'>,
  { id, text }: { id: number; text: string },
) =>
  change(db, actor, { id, action: 'add_note' }, (tx) =>
    tx
      .insertInto('customer_notes')
      .values({ customer_id: id, staff_id: staff.id, author: staff.name || staff.email, text })
      .execute(),
  )
