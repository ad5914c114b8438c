import { type AuthMail, accountMail, at } from '../auth/auth-mails.ts'
import type { MailLook } from '../notify/mail-look.ts'

/** The link that confirms an address. */
export const confirmationMail = (look: MailLook, link: string): AuthMail =>
  accountMail(look, {
    subject: `Confirm your email address${at(look)}`,
    heading: 'Is this your email address?',
    said: [`Please confirm that this is the email address of your account${at(look)}.`],
    button: { href: link, label: 'Confirm email address' },
    rest: 'The link is good for a day and works while you are logged in. If you have no account here, somebody has mistyped: there is nothing to do.',
  })

/** The last word: the account is gone. Security §19. */
export const goodbyeMail = (look: MailLook, openOrders: number): AuthMail =>
  accountMail(look, {
    subject: `Your account${at(look)} has been deleted`,
    heading: 'Your account has been deleted',
    said: [
      `Your account${at(look)} has been deleted, with your addresses and everything you had saved.`,
      openOrders === 0
        ? 'Past orders stay in our books, as the law wants it, without your name, contact and address.'
        : 'Orders that are on their way will still reach you; after that your name, contact and address are removed from them too.',
    ],
  })
