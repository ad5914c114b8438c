import { checkPassword } from '#server/people/auth/hash-password.ts'
import { createLoginLink } from '#server/people/staff/login-link.ts'
import { addStaff, updateStaff } from '#server/people/staff/manage-staff.ts'
import { DEMO_OWNER } from '#server/people/staff/seed-demo-owner.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { demoCustomer } from '../seed/demo-orders.ts'

/** The message is for the operator. */
export class DemoPeopleError extends Error {
  override name = 'DemoPeopleError'
}

/**
 * The README publishes the demo customer's password, and the demo owner is an invented person.
 * @throws DemoPeopleError in production, while either of them can sign in.
 */
export async function refuseDemoPeople(db: Db, config: Config): Promise<void> {
  const people = [
    ...((await hasPublishedPassword(db, config))
      ? [`the customer ${demoCustomer.email}, whose password is in the README`]
      : []),
    ...((await findDemoOwner(db)) ? [`${DEMO_OWNER}, an invented owner of the back office`] : []),
  ]
  if (people.length === 0) return
  throw new DemoPeopleError(
    `Production does not start while people of the demo shop can sign in: ${people.join('; ')}.\n` +
      `Remove all demo data:\n  npm run vitrine -- demo remove --owner you@your-shop.example\n` +
      `Or keep the data, and lock these accounts:\n  npm run vitrine -- demo lock --owner you@your-shop.example`,
  )
}

async function hasPublishedPassword(db: Db, config: Config): Promise<boolean> {
  const customer = await db
    .selectFrom('customers')
    .select('password_hash')
    .where('email', '=', demoCustomer.email)
    .where('is_blocked', '=', false)
    .executeTakeFirst()
  if (!customer?.password_hash) return false
  return (await checkPassword(demoCustomer.password, customer.password_hash, config)).isRight
}

export const findDemoOwner = (db: Db | Tx) =>
  db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', DEMO_OWNER)
    .where('is_active', '=', true)
    .executeTakeFirst()

/**
 * Blocks the demo customer and the demo owner. `owner` is added as an owner first; without one, another owner must
 * exist.
 * @returns the sign-in link of the added owner.
 * @throws 409 LAST_OWNER when the shop has no other owner; 409 STAFF_EXISTS, 422 at `email`.
 */
export async function lockDemoPeople(
  tx: Tx,
  config: Pick<Config, 'storeUrl'>,
  actor: Actor,
  owner: string | undefined,
): Promise<{ url: string } | undefined> {
  const added = owner ? await addStaff(tx, { actor }, { email: owner, role: 'owner' }) : undefined
  const demoOwner = await findDemoOwner(tx)
  if (demoOwner) await updateStaff(tx, { actor }, demoOwner.id, { is_active: false })
  const customer = await tx
    .updateTable('customers')
    .set({ is_blocked: true, password_hash: null })
    .where('email', '=', demoCustomer.email)
    .returning('id')
    .executeTakeFirst()
  if (customer) {
    await tx.deleteFrom('sessions').where('customer_id', '=', customer.id).execute()
    await writeAudit(tx, actor, {
      action: 'customer.block',
      record: { type: 'customer', id: String(customer.id) },
      after: { is_blocked: true },
    })
  }
  return added && createLoginLink(tx, config, added.id)
}
