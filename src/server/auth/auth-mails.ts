import { html, type Markup } from '../notify/escape-html.ts'

export type AuthMail = { subject: string; text: string; html: string }

/** The link to set a new password. Security §6. */
export function resetMail({ storeName, link }: { storeName: string; link: string }): AuthMail {
  const intro = `Somebody, we hope you, wants to set a new password for your account${at(storeName)}.`
  const rest =
    'The link is good for one hour and works once. If it was not you, there is nothing to do: your password stays as it is.'
  return {
    subject: `Set a new password${at(storeName)}`,
    text: `${intro}\n\n${link}\n\n${rest}`,
    html: page(storeName, [
      html`<p>${intro}</p>`,
      html`<p style="margin:24px 0"><a href="${link}" style="background:#2b2622;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none">Set a new password</a></p>`,
      html`<p style="word-break:break-all;color:#6b625a;font-size:14px">${link}</p>`,
      html`<p>${rest}</p>`,
    ]),
  }
}

/** Tells the owner what was changed, so that a stranger cannot do it unnoticed. ASVS 6.3.7. */
export function changeMail({
  storeName,
  what,
  link,
}: {
  storeName: string
  what: string
  link: string
}): AuthMail {
  const said = `${what} of your account${at(storeName)} was changed.`
  const rest = 'If it was not you, please write to us, or set a new password at once: it ends all sessions.'
  return {
    subject: `${what} was changed${at(storeName)}`,
    text: `${said}\n\n${rest}\n\n${link}`,
    html: page(storeName, [
      html`<p>${said}</p>`,
      html`<p>${rest}</p>`,
      html`<p><a href="${link}">${link}</a></p>`,
    ]),
  }
}

/** ' at Kiln & Loom', where the shop has a name. */
export const at = (storeName: string) => (storeName ? ` at ${storeName}` : '')

/** The frame of every mail about an account. */
export const page = (storeName: string, parts: readonly Markup[]) =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f5f1ec">
  <div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#2b2622;font:16px/1.5 Georgia,serif">
    <p style="margin:0 0 24px;font-size:20px">${storeName}</p>
    ${parts}
  </div>
</body>
</html>
`.markup
