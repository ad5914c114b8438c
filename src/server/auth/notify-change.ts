import type { Tx } from '../http/context.ts'
import { changeMail } from './auth-mails.ts'

const subjects = {
  password_changed: 'The password',
  email_changed: 'The email address',
  passkey_added: 'The list of passkeys',
}

/** Mails the owner, through the outbox, that something of the account was changed; nothing when there is no address. */
export async function notifyChange(
  tx: Tx,
  to: string | null,
  about: { kind: keyof typeof subjects; storeName: string; storeUrl: string },
) {
  if (to === null) return
  const what = subjects[about.kind]
  const link = `${about.storeUrl}/?login=1&mode=forgot`
  const mail = changeMail({ storeName: about.storeName, what, link })
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind: about.kind, recipient: to, ...mail })
    .execute()
}
