import { type AuthMail, at, page } from '../auth/auth-mails.ts'
import { html } from '../notify/escape-html.ts'

/** The link that confirms an address. */
export function confirmationMail({ storeName, link }: { storeName: string; link: string }): AuthMail {
  const intro = `Please confirm that this is the email address of your account${at(storeName)}.`
  const rest =
    'The link is good for a day and works while you are logged in. If you have no account here, somebody has mistyped: there is nothing to do.'
  return {
    subject: `Confirm your email address${at(storeName)}`,
    text: `${intro}\n\n${link}\n\n${rest}`,
    html: page(storeName, [
      html`<p>${intro}</p>`,
      html`<p style="margin:24px 0"><a href="${link}" style="background:#2b2622;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none">Confirm email address</a></p>`,
      html`<p style="word-break:break-all;color:#6b625a;font-size:14px">${link}</p>`,
      html`<p>${rest}</p>`,
    ]),
  }
}

/** The last word: the account is gone. Security §19. */
export function goodbyeMail({ storeName, openOrders }: { storeName: string; openOrders: number }): AuthMail {
  const said = `Your account${at(storeName)} has been deleted, with your addresses and everything you had saved.`
  const orders =
    openOrders === 0
      ? 'Past orders stay in our books, as the law wants it, without your name, contact and address.'
      : 'Orders that are on their way will still reach you; after that your name, contact and address are removed from them too.'
  return {
    subject: `Your account${at(storeName)} has been deleted`,
    text: `${said}\n\n${orders}`,
    html: page(storeName, [html`<p>${said}</p>`, html`<p>${orders}</p>`]),
  }
}
