import { createHash } from 'node:crypto'
import { html, type Markup } from '#server/platform/notify/escape-html.ts'
import type { LedgerRow } from './ledger.ts'

/** Buttons of the page, with labels for testers. */
export const choices = {
  pay: { label: 'Pay', about: 'The money is taken, the shop gets the webhook, you return.' },
  decline: { label: 'Decline', about: 'The bank says no.' },
  cancel: { label: 'Cancel', about: 'You change your mind.' },
  time_out: { label: 'Time out', about: 'The bank does not answer in time.' },
  pay_late: { label: 'Pay late', about: 'You return at once; the money is taken some seconds later.' },
  notify_twice: { label: 'Pay, notify twice', about: 'As Pay, but the shop gets the message twice.' },
} as const

export type Choice = keyof typeof choices

const statusTexts: Record<LedgerRow['status'], string> = {
  open: '',
  processing: 'This payment is being made. The money will be taken in a moment.',
  captured: 'This payment has been made.',
  declined: 'This payment was declined. It can still be made, as real ones sometimes are.',
  cancelled: 'This payment was cancelled. It can still be made, as real ones sometimes are.',
  timed_out: 'This payment timed out. It can still be made, as real ones sometimes are.',
}

/** The hosted page: only forms, so that it works without JavaScript. `sum` is the formatted amount. */
export function testGatewayPage(row: LedgerRow, sum: string) {
  const { order_no, status, return_path } = row
  const isDone = status === 'captured'
  const body = html`<p class="test"><b>Test payment.</b> No money moves, no card is required.</p>
<h1>${sum}</h1>
<p>For order ${order_no}</p>
${statusTexts[status] ? html`<p class="standing" role="status">${statusTexts[status]}</p>` : html``}
${
  isDone
    ? html`<p><a class="main" href="${return_path}">Back to the shop</a></p>`
    : html`<form method="post">${Object.entries(choices).map(
        ([value, { label, about }]) =>
          html`<p><button name="choice" value="${value}" class="${value === 'pay' ? 'main' : 'other'}">${value === 'pay' ? `Pay ${sum}` : label}</button><span>${about}</span></p>`,
      )}</form>`
}`
  return documentOf('Test payment', body)
}

/**
 * The end of a payment: in a popup window the opener navigates to `path` and the popup closes; otherwise the
 * page itself navigates.
 */
export const leavingPage = (path: string) =>
  documentOf(
    'Back to the shop',
    html`<h1>One moment</h1><p><a class="main" href="${path}">Back to the shop</a></p><script>${{ markup: LEAVE }}</script>`,
  )

export const unknownPaymentPage = () =>
  documentOf(
    'Unknown payment',
    html`<h1>Unknown payment</h1><p>There is no test payment at this address.</p>`,
  )

const documentOf = (title: string, body: Markup) => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  },
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.markup,
})

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#eef1f6;color:#1c2230;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);margin:1rem;padding:1.5rem;background:#fff;border:1px solid #cfd6e3;border-radius:12px}
h1{margin:1rem 0 0;font-size:2.25rem;line-height:1.1}
p{margin:.5rem 0}
.test{margin:0;padding:.75rem 1rem;background:#fff4cf;border:1px solid #d9b44a;border-radius:8px}
.standing{padding:.75rem 1rem;background:#eef1f6;border-radius:8px}
form p{display:grid;gap:.25rem;margin:1rem 0 0}
form span{font-size:.875rem;color:#4d5568}
button,a.main{box-sizing:border-box;min-height:2.75rem;width:100%;padding:.6rem 1rem;border:1px solid #8791a7;border-radius:8px;background:#fff;color:inherit;font:inherit;cursor:pointer}
.main{display:block;background:#22407d!important;border-color:#22407d!important;color:#fff!important;text-align:center;text-decoration:none;font-weight:600}
button:focus-visible,a:focus-visible{outline:3px solid #e0a100;outline-offset:2px}
`

const LEAVE = `
const { href } = document.querySelector('a')
if (opener && !opener.closed) { opener.location.assign(href); close() }
else location.replace(href)
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(LEAVE)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
