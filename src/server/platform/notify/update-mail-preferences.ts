import type { Db, Tx } from '../kernel/context.ts'

/**
 * Stores a customer's marketing preference. Opting in again removes an earlier unsubscribe only for a verified
 * address, because an account may contain another person's address.
 */
export const updateMailPreferences = (db: Db, customerId: number, isWanted: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await chooseMarketing(tx, customerId, isWanted)
    if (!isWanted) return
    await tx
      .deleteFrom('mail_refusals')
      .where('email', 'in', (own) =>
        own
          .selectFrom('customers')
          .select((eb) => eb.fn<string>('lower', ['email']).as('email'))
          .where('id', '=', customerId)
          .where('email_verified_at', 'is not', null),
      )
      .execute()
  })

/** Stores the choice with its time, as proof of consent. */
export async function chooseMarketing(tx: Tx, customerId: number, isWanted: boolean) {
  await tx
    .updateTable('customers')
    .set({ is_marketing_opted_in: isWanted, marketing_chosen_at: new Date() })
    .where('id', '=', customerId)
    .where((eb) => eb('is_marketing_opted_in', 'is distinct from', isWanted))
    .execute()
}
