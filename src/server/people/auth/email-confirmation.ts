import type { Config } from '#server/platform/config/config.ts'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { defineMail, type Mail } from '#server/platform/notify/mail-texts.ts'
import { accountMail, atStore } from './auth-mails.ts'

const linkLifetimeSeconds = 86_400

/** Queues the confirmation mail in the transaction of the change. */
export async function mailConfirmation(
  tx: Tx,
  config: Pick<Config, 'storeUrl'> & SigningSecrets,
  { id, email, look }: { id: number; email: string; look: MailLook },
): Promise<void> {
  const expires = Math.floor(Date.now() / 1_000) + linkLifetimeSeconds
  const token = `${expires}.${signFor(config, 'email confirmation', textOf({ id, email, expires }))}`
  const link = `${config.storeUrl}/account/confirm-email?token=${token}`
  await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'email_confirmation',
      recipient: email,
      ...confirmationMail(look, link),
    })
    .execute()
}

type Claim = { id: number; email: string }

/** Whether a link's token was mailed for this customer and this address, and is still valid. */
export function isConfirmationToken(secrets: SigningSecrets, claim: Claim, token: string): boolean {
  const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  const expires = Number(until)
  if (signature === '' || expires * 1_000 < Date.now()) return false
  return isSignedFor(secrets, 'email confirmation', { text: textOf({ ...claim, expires }), signature })
}

const textOf = ({ id, email, expires }: Claim & { expires: number }) =>
  `confirm email:${id}:${expires}:${email}`

/** The mail with the link that confirms an address. */
const confirmationMail = (look: MailLook, link: string): Mail =>
  accountMail(
    look,
    emailConfirmation,
    {},
    {
      button: { href: link, label: 'Confirm email address' },
      note: 'The link expires in 24 hours and works while you are logged in. If you don’t have an account here, ignore this email.',
    },
  )

export const emailConfirmation = defineMail({
  name: 'email_confirmation',
  group: 'Accounts',
  title: 'Confirm the e-mail address',
  help: 'When a customer adds or changes the address. The link and the note about it always follow the text.',
  placeholders: {},
  defaults: ({ store_name }) => ({
    subject: `Confirm your email address${atStore({ store_name })}`,
    heading: 'Confirm your email address',
    intro: `Please confirm that this is the email address of your account${atStore({ store_name })}.`,
  }),
  sample: (look) => confirmationMail(look, `${look.storeUrl}/account/confirm-email`),
})
