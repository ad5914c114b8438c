import type { Markup } from '#server/platform/notify/escape-html.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { mailButton, mailFoot, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, type ShopMail, textsOfMail } from '#server/platform/notify/mail-texts.ts'

type MailContent = {
  /** Below the mail's intro. */
  paragraphs?: readonly string[]
  /** The call-to-action button: its target and label. */
  button?: { href: string; label: string } | undefined
  /** A note below the button. */
  note?: string
}

/** Renders an account mail in the shop's mail layout. */
export function accountMail<Name extends string>(
  look: MailLook,
  mail: ShopMail<Name>,
  values: Record<Name, string>,
  { paragraphs = [], button, note }: MailContent = {},
): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, mail, values)
  const parts: Markup[] = [...intro, ...paragraphs].map(mailText)
  if (button) parts.push(mailButton(look, button))
  if (note) parts.push(mailText(note))
  parts.push(...closing.map(mailText))
  return {
    subject,
    text: [...intro, ...paragraphs, button?.href, note, ...closing, mailFoot(look)]
      .filter(Boolean)
      .join('\n\n'),
    html: mailPage(look, { title: subject, preview: intro[0] ?? heading, heading, parts }),
  }
}

/** The mail with the link to set a new password. Security §6. */
export const resetMail = (look: MailLook, link: string): Mail =>
  accountMail(
    look,
    passwordReset,
    {},
    {
      button: { href: link, label: 'Set a new password' },
      note: 'The link expires in one hour and works once. If this wasn’t you, ignore this email: your password stays the same.',
    },
  )

export const passwordReset = defineMail({
  name: 'reset_link',
  group: 'Accounts',
  title: 'New password',
  help: 'When a customer has forgotten the password. The link and the note about it always follow the text.',
  placeholders: {},
  defaults: ({ store_name }) => ({
    subject: `Set a new password${atStore({ store_name })}`,
    heading: 'Set a new password',
    intro: `We received a request to set a new password for your account${atStore({ store_name })}.`,
  }),
  sample: (look) => resetMail(look, `${look.storeUrl}/account/reset-password`),
})

export const changes = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'passkey_added',
  'email_confirmed',
  'phone_confirmed',
] as const
export type Change = (typeof changes)[number]

/**
 * `removedPasskeys`: how many passkeys a password reset or the first proof of a contact removed. `loggedOut`: the devices
 * that a new password logged out; a reset logs out all, a change in the account keeps the device it was made on.
 */
export type ChangeFacts = { removedPasskeys?: number; loggedOut?: 'all' | 'others' }

/**
 * Notifies the owner of a change and of what to do if they did not make it (ASVS 6.3.7). The former email
 * address gets no password link, because it can no longer log in.
 */
export function changeMail(look: MailLook, change: Change, facts: ChangeFacts = {}): Mail {
  const button = { href: `${look.storeUrl}/?login=1&mode=forgot`, label: 'Set a new password' }
  return accountMail(
    look,
    changeMails[change],
    {},
    {
      paragraphs: changeTexts[change].advice(askForHelp(look), {
        removedPasskeys: 0,
        loggedOut: 'others',
        ...facts,
      }),
      ...(change !== 'email_changed' && { button }),
    },
  )
}

const logOut = 'set a new password now, which logs out all devices,'

/** `advice` always follows: a shop cannot remove what protects the account. */
const changeTexts: Record<
  Change,
  {
    title: string
    heading: string
    intro: (account: string) => string
    advice: (askForHelp: string, facts: Required<ChangeFacts>) => string[]
  }
> = {
  password_changed: {
    title: 'Password changed',
    heading: 'Your password was changed',
    intro: (account) => `The password of ${account} was changed. If this was you, no action is needed.`,
    advice: (ask, { removedPasskeys, loggedOut }) => [
      `For your security, all ${loggedOut === 'all' ? '' : 'other '}devices were logged out${
        removedPasskeys > 0
          ? ' and all passkeys removed. You can add your passkeys again in your account.'
          : '.'
      }`,
      `If this wasn’t you, ${logOut} and ${ask}.`,
    ],
  },
  email_changed: {
    title: 'E-mail address changed',
    heading: 'Your email address was changed',
    intro: (account) =>
      `The email address of ${account} was changed. This address can no longer be used to log in. If this was you, no action is needed.`,
    advice: (ask) => [
      `If this wasn’t you, ${ask} now, from this address. We’ll help you recover your account.`,
    ],
  },
  phone_changed: {
    title: 'Mobile number changed',
    heading: 'Your mobile number was changed',
    intro: (account) => `The mobile number of ${account} was changed. If this was you, no action is needed.`,
    advice: (ask) => [`If this wasn’t you, ${logOut} and ${ask}.`],
  },
  passkey_added: {
    title: 'Passkey added',
    heading: 'A passkey was added',
    intro: (account) =>
      `A passkey was added to ${account}: anyone with that device can log in. If this was you, no action is needed.`,
    advice: (ask) => [
      `If this wasn’t you, ${logOut} remove the passkey in your account’s security settings, and ${ask}.`,
    ],
  },
  email_confirmed: confirmedTexts('email address'),
  phone_confirmed: confirmedTexts('mobile number'),
}

function confirmedTexts(contact: string): (typeof changeTexts)[Change] {
  return {
    title: `${contact === 'email address' ? 'E-mail address' : 'Mobile number'} confirmed`,
    heading: `Your ${contact} is confirmed`,
    intro: (account) => `The ${contact} of ${account} is confirmed.`,
    advice: (ask, { removedPasskeys }) => [
      `For your security, all other devices were logged out${
        removedPasskeys > 0
          ? ' and the passkeys added before were removed. You can add your passkeys again in your account.'
          : '.'
      }`,
      `If you didn’t confirm it, set a new password now, and ${ask}.`,
    ],
  }
}

export const changeMails = Object.fromEntries(
  changes.map((change) => [change, mailOfChange(change)]),
) as Record<Change, ShopMail<never>>

function mailOfChange(change: Change): ShopMail<never> {
  const { title, heading, intro } = changeTexts[change]
  return defineMail({
    name: change,
    group: 'Accounts',
    title,
    help: 'When it happens in an account. What to do if it was a stranger always follows the text.',
    placeholders: {},
    defaults: ({ store_name }) => ({
      subject: `${heading}${atStore({ store_name })}`,
      heading,
      intro: intro(`your account${atStore({ store_name })}`),
    }),
    sample: (look) => changeMail(look, change),
  })
}

const askForHelp = ({ store_email, store_phone }: MailLook) =>
  store_email
    ? `write to us at ${store_email}${store_phone ? ` or call ${store_phone}` : ''}`
    : store_phone
      ? `call us at ${store_phone}`
      : 'contact us'

/** ' at Kiln & Loom', where the shop has a name. */
export const atStore = ({ store_name }: Pick<MailLook, 'store_name'>) =>
  store_name ? ` at ${store_name}` : ''
