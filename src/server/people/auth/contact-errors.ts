import type { Tx } from '#server/platform/kernel/context.ts'

/** Error messages by field name; empty without errors. */
type Errors = Record<string, string[]>

/** @param except the customer who may keep the address */
export async function emailErrors(tx: Tx, email: string, except = 0): Promise<Errors> {
  const holder = await tx
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', except)
    .executeTakeFirst()
  return holder ? { email: ['This email address already has an account'] } : {}
}

/** @param except the customer who may keep the number */
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
