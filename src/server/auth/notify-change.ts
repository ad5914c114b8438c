import type { Tx } from '../http/context.ts'
import type { MailLook } from '../notify/mail-look.ts'
import { type Change, changeMail } from './auth-mails.ts'

/** Mails the owner, through the outbox, that something of the account was changed; nothing when there is no address. */
export async function notifyChange(tx: Tx, to: string | null, kind: Change, look: MailLook) {
  if (to === null) return
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind, recipient: to, ...changeMail(look, kind) })
    .execute()
}
