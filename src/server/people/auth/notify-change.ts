import type { Tx } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { type Change, type ChangeFacts, changeMail } from './auth-mails.ts'

/** Queues a mail that notifies the owner of an account change; does nothing without an address. */
export async function notifyChange(
  tx: Tx,
  to: string | null,
  kind: Change,
  look: MailLook,
  facts: ChangeFacts = {},
) {
  if (to === null) return
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind, recipient: to, ...changeMail(look, kind, facts) })
    .execute()
}
