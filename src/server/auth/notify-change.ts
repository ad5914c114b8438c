import type { Tx } from '../http/context.ts'
import { changeMail } from './auth-mails.ts'

/** Mails the owner, through the outbox, that something of the account was changed; nothing when there is no address. */
export async function notifyChange(
  tx: Tx,
  to: string | null,
  about: { kind: 'password_changed' | 'email_changed'; storeName: string; storeUrl: string },
) {
  if (to === null) return
  const what = about.kind === 'password_changed' ? 'The password' : 'The email address'
  const link = `${about.storeUrl}/?login=1&mode=forgot`
  const mail = changeMail({ storeName: about.storeName, what, link })
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind: about.kind, recipient: to, ...mail })
    .execute()
}
