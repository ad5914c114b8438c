import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { mailFoot, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'

/** The mail with the code that opens an order's tracking page. */
export function codeMail(look: MailLook, { code, order_no }: { code: string; order_no: string }): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, trackingCode, { code, order_no })
  return {
    subject,
    text: [`${code} is your code.`, ...intro, ...closing, mailFoot(look)].join('\n\n'),
    html: mailPage(look, {
      title: subject,
      preview: 'It expires in 5 minutes.',
      heading,
      parts: [...intro, ...closing].map(mailText),
    }),
  }
}

export const trackingCode = defineMail({
  name: 'tracking_code',
  group: 'Orders',
  title: 'Code to track an order',
  help: 'When a visitor wants to see an order by its number and e-mail address.',
  placeholders: {
    code: { title: 'Code', sample: '4821' },
    order_no: { title: 'Order number', sample: 'KL-100042' },
  },
  // Without the code the mail is useless, and mail clients show subjects on locked screens.
  fixed: ['subject', 'heading'],
  defaults: ({ code, order_no }) => ({
    subject: `Your code for order ${order_no}`,
    heading: `Your code is ${code}`,
    intro: `Use this code to track order ${order_no}. It expires in 5 minutes. Don’t share it with anyone.`,
  }),
  sample: (look) => codeMail(look, { code: '4821', order_no: 'KL-100042' }),
})
