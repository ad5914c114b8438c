import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { defineMail, type Mail } from '#server/platform/notify/mail-texts.ts'
import { accountMail, atStore } from '../auth/auth-mails.ts'

/** The last mail, after the account is deleted. Security §19. */
export const accountDeletedMail = (look: MailLook, openOrders: number): Mail =>
  accountMail(
    look,
    accountDeleted,
    {},
    {
      paragraphs: [
        openOrders === 0
          ? 'We keep past orders as the law requires, without your name, contact and address.'
          : 'Orders on their way will still be delivered. After that we remove your name, contact and address from them too.',
      ],
    },
  )

export const accountDeleted = defineMail({
  name: 'account_deleted',
  group: 'Accounts',
  title: 'Account deleted',
  help: 'When an account is deleted. What happens with its orders always follows the text.',
  placeholders: {},
  defaults: ({ store_name }) => ({
    subject: `Your account${atStore({ store_name })} has been deleted`,
    heading: 'Your account has been deleted',
    intro: `Your account${atStore({ store_name })} has been deleted, with your addresses and everything you had saved.`,
  }),
  sample: (look) => accountDeletedMail(look, 0),
})
