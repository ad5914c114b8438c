import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import type { Person } from '#server/platform/kernel/plugin.ts'

/**
 * Reads the person; `hold` locks the row in a transaction that erases it.
 * @throws 401 when the customer no longer exists
 */
export async function readPerson(db: Db | Tx, customerId: number, hold?: 'and hold it'): Promise<Person> {
  const row = await db
    .selectFrom('customers')
    .select(['id', 'email', 'mobile_code', 'phone'])
    .where('id', '=', customerId)
    .$if(hold !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw signInFirst()
  const { id, email, mobile_code, phone } = row
  return { id, email, fullPhone: phone === null ? null : `${mobile_code}${phone}` }
}
