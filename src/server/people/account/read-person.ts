import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import type { Person } from '#server/platform/kernel/plugin.ts'

/**
 * Reads the person; `hold` locks the row in a transaction that erases it.
 * @throws 401 when the customer no longer exists
 */
export async function readPerson(
  db: Db | Tx,
  customerId: number,
  hold?: 'and hold it',
): Promise<Person & { is_guest: boolean }> {
  const row = await db
    .selectFrom('customers')
    .select(['id', 'email', 'mobile_code', 'phone', 'is_guest', 'guest_email', 'guest_phone'])
    .where('id', '=', customerId)
    .$if(hold !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw signInFirst()
  const { id, is_guest, mobile_code } = row
  const { email, phone } = is_guest ? await contactOfGuestAlone(db, row) : row
  return { id, is_guest, email, fullPhone: phone === null ? null : `${mobile_code}${phone}` }
}

type Guest = { mobile_code: string; guest_email: string | null; guest_phone: string | null }

/** The contact of a guest, without what an account has as well: rows found by it may be those of the account. */
async function contactOfGuestAlone(db: Db | Tx, { mobile_code, guest_email, guest_phone }: Guest) {
  const accounts = await db
    .selectFrom('customers')
    .select(['email', 'phone'])
    .where((eb) =>
      eb.or([
        eb('email', '=', guest_email),
        eb.and([eb('mobile_code', '=', mobile_code), eb('phone', '=', guest_phone)]),
      ]),
    )
    .execute()
  return {
    email: accounts.some(({ email }) => email === guest_email) ? null : guest_email,
    phone: accounts.some(({ phone }) => phone === guest_phone) ? null : guest_phone,
  }
}
