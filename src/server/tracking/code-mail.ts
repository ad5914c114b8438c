import type { MailLook } from '../notify/mail-look.ts'
import { mailFoot, mailPage, mailText } from '../notify/mail-page.ts'

/** The code that opens an order's tracking page. */
export function codeMail(look: MailLook, { code, order_no }: { code: string; order_no: string }) {
  const intro = `Somebody, we hope you, wants to see where order ${order_no} is. The code is good for 5 minutes. Please share it with nobody.`
  return {
    subject: `Your code for order ${order_no}`,
    text: [`${code} is your code.`, intro, mailFoot(look)].join('\n\n'),
    html: mailPage(look, {
      title: `Your code for order ${order_no}`,
      preview: 'It is good for 5 minutes.',
      heading: `Your code is ${code}`,
      parts: [mailText(intro)],
    }),
  }
}
