import type { Tx } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { notifyChange } from './notify-change.ts'

type Proof = {
  customerId: number
  contact: 'email' | 'phone'
  /** The session that proved the contact; it remains. */
  sessionId: number | undefined
}

/**
 * Removes all passkeys and all other sessions when an account proves its first contact, because another person may have
 * registered with it, and tells the owner. Accounts that have proved a contact before keep both. ADR 0040.
 */
export async function removeEarlierAccess(
  tx: Tx,
  { customerId, contact, sessionId }: Proof,
  look: MailLook,
): Promise<void> {
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  const sessions = await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where('id', '<>', sessionId ?? 0)
    .returning('id')
    .execute()
  if (passkeys.length + sessions.length === 0) return
  const { email } = await tx
    .selectFrom('customers')
    .select('email')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  await notifyChange(tx, email, contact === 'email' ? 'email_confirmed' : 'phone_confirmed', look, {
    removedPasskeys: passkeys.length,
  })
}
