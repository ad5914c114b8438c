import type { Tx } from '../http/context.ts'

/** What is wrong at the fields, by name; empty when nothing is. */
type Errors = Record<string, string[]>

/** @param except the customer whose own it may be */
export async function emailErrors(tx: Tx, email: string, except = 0): Promise<Errors> {
  const holder = await tx
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', except)
    .executeTakeFirst()
  return holder ? { email: ['This email address already has an account'] } : {}
}

/** @param except the customer whose own it may be */
export async function phoneErrors(
  tx: Tx,
  { mobile_code, phone }: { mobile_code: string; phone: string },
  except = 0,
): Promise<Errors> {
  const holder = await tx
    .selectFrom('customers')
    .select('id')
    .where('mobile_code', '=', mobile_code)
    .where('phone', '=', phone)
    .where('id', '<>', except)
    .executeTakeFirst()
  return holder ? { phone: ['This mobile number already has an account'] } : {}
}
