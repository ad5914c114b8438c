import type { Db, Tx } from '../http/context.ts'
import { signInFirst } from '../http/errors.ts'
import type { Person } from './personal-data.ts'

/**
 * Whose data it is, held against others when asked inside a transaction that erases it.
 * @throws 401 when the customer is gone
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
