import type { Db, Tx } from '../http/context.ts'

/**
 * Keeps whether a customer wants advertising. Who asks for it again after refusing it by the link of a mail is believed where the
 * address is verified: anybody can write somebody else's into an account.
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

/** The customer's word, with its time: consent has to be shown. */
export async function chooseMarketing(tx: Tx, customerId: number, isWanted: boolean) {
  await tx
    .updateTable('customers')
    .set({ is_marketing_opted_in: isWanted, marketing_chosen_at: new Date() })
    .where('id', '=', customerId)
    .where((eb) => eb('is_marketing_opted_in', 'is distinct from', isWanted))
    .execute()
}
