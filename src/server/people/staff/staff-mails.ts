import type { StaffMember } from '#contract/admin/staff.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type MailLook, readMailLook } from '#server/platform/notify/mail-look.ts'
import { defineMail, type Mail } from '#server/platform/notify/mail-texts.ts'
import { accountMail, atStore } from '../auth/auth-mails.ts'
import { createInvitation } from './login-link.ts'

/** Mails a link for the first sign-in to a member of staff, and returns it. */
export async function inviteStaff(
  tx: Tx,
  config: Config,
  { id, email, name, role_name }: StaffMember,
): Promise<{ url: string; expires_at: string }> {
  const link = await createInvitation(tx, config, id)
  const mail = invitationMail(await readMailLook({ db: tx, config }), { name, role: role_name }, link.url)
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind: staffInvitation.name, recipient: email, ...mail })
    .execute()
  return link
}

const invitationMail = (look: MailLook, values: { name: string; role: string }, link: string): Mail =>
  accountMail(look, staffInvitation, values, {
    button: { href: link, label: 'Open the back office' },
    note: 'The link works once, within 48 hours. Set a password and an authenticator app under “Account” after that. If you do not know the shop, ignore this e-mail.',
  })

export const staffInvitation = defineMail({
  name: 'staff_invitation',
  group: 'Accounts',
  title: 'Invitation of staff',
  help: 'When a member of staff is added, or gets a new link before the first sign-in. The link and the note about it always follow the text.',
  placeholders: {
    name: { title: 'Their name', sample: 'Asha' },
    role: { title: 'Their role', sample: 'Manager' },
  },
  defaults: ({ name, role, store_name }) => ({
    subject: `Your access to the back office${atStore({ store_name })}`,
    heading: name ? `Welcome, ${name}` : 'Welcome',
    intro: `You can now work in the back office${atStore({ store_name })}. Your role: ${role}.`,
  }),
  sample: (look) =>
    invitationMail(look, { name: 'Asha', role: 'Manager' }, `${look.storeUrl}/admin/login?token=…`),
})
