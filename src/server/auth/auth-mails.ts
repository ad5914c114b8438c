import type { Markup } from '../notify/escape-html.ts'
import type { MailLook } from '../notify/mail-look.ts'
import { mailButton, mailFoot, mailPage, mailText } from '../notify/mail-page.ts'

export type AuthMail = { subject: string; text: string; html: string }

type Words = {
  subject: string
  heading: string
  /** What has happened or is asked; the first of them stands in lists of mails too. */
  said: readonly [string, ...string[]]
  /** Where it leads, and what the button there says. */
  button?: { href: string; label: string }
  /** What else is to be known of the button. */
  rest?: string
}

/** A mail about an account, in the look of all mails. */
export function accountMail(look: MailLook, { subject, heading, said, button, rest }: Words): AuthMail {
  const parts: Markup[] = said.map(mailText)
  if (button) parts.push(mailButton(look, button))
  if (rest) parts.push(mailText(rest))
  return {
    subject,
    text: [...said, button?.href, rest, mailFoot(look)].filter(Boolean).join('\n\n'),
    html: mailPage(look, { title: subject, preview: said[0], heading, parts }),
  }
}

/** The link to set a new password. Security §6. */
export const resetMail = (look: MailLook, link: string): AuthMail =>
  accountMail(look, {
    subject: `Set a new password${at(look)}`,
    heading: 'Set a new password',
    said: [`Somebody, we hope you, wants to set a new password for your account${at(look)}.`],
    button: { href: link, label: 'Set a new password' },
    rest: 'The link is good for one hour and works once. If it was not you, there is nothing to do: your password stays as it is.',
  })

export type Change = 'password_changed' | 'email_changed' | 'phone_changed' | 'passkey_added'

/**
 * Tells the owner what was changed, so that a stranger cannot do it unnoticed, and what to do then. An address that is not the
 * account's any more gets no link to set a password: it would lead nowhere. ASVS 6.3.7.
 */
export function changeMail(look: MailLook, change: Change): AuthMail {
  const { heading, said } = wordsOf(change, look)
  const button = { href: `${look.storeUrl}/?login=1&mode=forgot`, label: 'Set a new password' }
  return accountMail(look, {
    subject: `${heading}${at(look)}`,
    heading,
    said,
    ...(change !== 'email_changed' && { button }),
  })
}

function wordsOf(change: Change, look: MailLook): Pick<Words, 'heading' | 'said'> {
  const account = `your account${at(look)}`
  switch (change) {
    case 'password_changed':
      return {
        heading: 'Your password was changed',
        said: [
          `The password of ${account} was changed. If it was you, all is well.`,
          `If it was not you, set a new one at once, which ends all sessions, and ${askForHelp(look)}.`,
        ],
      }
    case 'email_changed':
      return {
        heading: 'Your email address was changed',
        said: [
          `The email address of ${account} was changed: it does not open with this one any more. If it was you, all is well.`,
          `If it was not you, ${askForHelp(look)} at once, from this address. We help you to get your account back.`,
        ],
      }
    case 'phone_changed':
      return {
        heading: 'Your mobile number was changed',
        said: [
          `The mobile number of ${account} was changed. If it was you, all is well.`,
          `If it was not you, set a new password at once, which ends all sessions, and ${askForHelp(look)}.`,
        ],
      }
    case 'passkey_added':
      return {
        heading: 'A passkey was added',
        said: [
          `A passkey was added to ${account}: whoever has its device can log in with it. If it was you, all is well.`,
          `If it was not you, set a new password at once, which ends all sessions, remove the passkey in the security of your account, and ${askForHelp(look)}.`,
        ],
      }
  }
}

const askForHelp = ({ store_email, store_phone }: MailLook) =>
  store_email
    ? `write to us at ${store_email}${store_phone ? ` or call ${store_phone}` : ''}`
    : store_phone
      ? `call us at ${store_phone}`
      : 'tell us'

/** ' at Kiln & Loom', where the shop has a name. */
export const at = ({ store_name }: MailLook) => (store_name ? ` at ${store_name}` : '')
