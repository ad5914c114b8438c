import { createHash } from 'node:crypto'
import { replyMessages } from '#contract/envelope.ts'

/** A page that needs no database, no build and no script, for use when these fail. */
export type BarePage = { status: number; headers: Record<string, string>; body: string }

type Support = { supportEmail?: string | undefined }

/**
 * Server error, worded as in spec §2. The shopper may quote `requestId`, which is in every log line of the request.
 */
export const serverErrorPage = ({ requestId, supportEmail }: Support & { requestId: string }) =>
  barePage(500, {
    title: 'Oops!',
    lead: replyMessages.server,
    detail: `<p class="code">Error Code 500</p>
<p>What you can try:</p>
<ul>
<li><a href="">Refresh this page</a></li>
<li>Go back to the page you came from, or <a href="/">to the start page</a></li>
<li>Try again in 30 minutes</li>
<li>${supportLink('Contact support', supportEmail)} and quote <code>${escapeHtml(requestId)}</code></li>
</ul>`,
  })

/** No license (spec §2): the message addresses the owner, as shoppers can do nothing about it. */
export const websiteUnavailablePage = ({ supportEmail }: Support = {}) =>
  barePage(404, {
    title: 'Website Unavailable',
    lead: 'This shop is closed at the moment.',
    detail: `<p>Is it yours? Its subscription is not active. Please renew it, and the shop opens again at once.</p>
<p>${supportLink('Contact support', supportEmail)} if you need help.</p>`,
  })

/** Overload, or an unavailable database: temporary. With `reloads` the page asks again by itself; the address of a posted form cannot. */
export const busyPage = ({ retryAfterSeconds = 5, reloads = false } = {}) =>
  waitPage(
    503,
    replyMessages.unavailable,
    retryAfterSeconds,
    reloads ? { reloadAfterSeconds: retryAfterSeconds } : {},
  )

/** The name and colours of a shop, for pages without its database: from a file of its last run (`cli/shop-face.ts`). */
export type ShopFace = { name: string; colors: Partial<Record<FaceColor, string>> }
type FaceColor = (typeof faceColors)[number]
export const faceColors = ['ground', 'card', 'text', 'quiet', 'line', 'link'] as const

/** The process takes no traffic yet. The page asks again by itself, without scripts. */
export const startingPage = ({
  retryAfterSeconds,
  face,
}: {
  retryAfterSeconds: number
  face?: ShopFace | undefined
}) =>
  waitPage(503, replyMessages.starting, retryAfterSeconds, {
    reloadAfterSeconds: retryAfterSeconds,
    ...(face && { face }),
  })

/** Too many requests from one address (security §10). */
export const tooManyPage = ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
  waitPage(429, replyMessages.tooMany, retryAfterSeconds)

const waitPage = (
  status: number,
  lead: string,
  retryAfterSeconds: number,
  more: Pick<BareContent, 'reloadAfterSeconds' | 'face'> = {},
) =>
  barePage(
    status,
    {
      title: 'One moment, please',
      lead,
      detail: '<p><a class="button" href="">Try again</a></p>',
      ...more,
    },
    { 'retry-after': String(retryAfterSeconds) },
  )

type BareContent = {
  title: string
  lead: string
  detail: string
  reloadAfterSeconds?: number
  face?: ShopFace
  /** More style; such a page may show pictures of the shop. */
  style?: string
}

/** `lead` and `detail` are markup; a form in them can post to this shop only. */
export function barePage(
  status: number,
  { title, lead, detail, reloadAfterSeconds, face, style: more = '' }: BareContent,
  headers: Record<string, string> = {},
): BarePage {
  const style = STYLE + more + (face && Object.keys(face.colors).length > 0 ? styleOf(face) : '')
  const name = face?.name ? escapeHtml(face.name) : ''
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${reloadAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${reloadAfterSeconds}">\n`}<title>${name ? `${title} | ${name}` : title}</title>
<style>${style}</style>
</head>
<body>
<main>
${name ? `<p class="shop">${name}</p>\n` : ''}<h1>${title}</h1>
<p class="lead">${lead}</p>
${detail}
</main>
</body>
</html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(style, more ? " img-src 'self';" : ''),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...headers,
    },
    body,
  }
}

const supportLink = (text: string, email: string | undefined) =>
  email === undefined ? text : `<a href="mailto:${escapeHtml(encodeURI(email))}">${text}</a>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** The colours of the first theme; the owner's own are in the database, which may be unavailable. */
const STYLE = `
:root{color-scheme:light dark;--ground:#fbf7f0;--card:#fff;--text:#2b2621;--quiet:#655a4f;--line:#e4d9ca;--link:#9a3f1f}
@media (prefers-color-scheme:dark){:root{--ground:#1d1a17;--card:#282420;--text:#f1e9de;--quiet:#b9ab9b;--line:#443c34;--link:#f0a384}}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;overflow-wrap:anywhere;background:var(--ground);color:var(--text);font:1.0625rem/1.6 ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;width:min(36rem,100% - 2rem);margin:1rem;padding:clamp(1.5rem,6vw,3rem);background:var(--card);border:1px solid var(--line);border-top:4px solid var(--link);border-radius:10px}
h1{margin:0;font:560 clamp(2rem,8vw,3rem)/1.1 ui-serif,Georgia,serif}
.shop{margin:0 0 1rem;color:var(--quiet);font-weight:600}
.lead{margin:.75rem 0 0;font-size:1.25rem}
.code{color:var(--quiet);margin:.25rem 0 1.5rem}
ul{padding-left:1.25rem}
li{margin:.5rem 0}
a{color:var(--link)}
.button{display:inline-block;margin-top:.5rem;padding:.75rem 1.5rem;border:0;border-radius:999px;background:var(--link);color:var(--card);font:inherit;text-decoration:none;cursor:pointer}
`

/** The colours of the shop are those of its light scheme. */
const styleOf = ({ colors }: ShopFace) =>
  `:root:root{color-scheme:light;${Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')}}
`

const policies = new Map<string, string>()

function policyOf(style: string, pictures: string): string {
  const known = policies.get(style)
  if (known) return known
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none';${pictures} style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  policies.set(style, policy)
  return policy
}
