import { createHash } from 'node:crypto'
import { lockedHeader } from '#contract/offline.ts'
import { longTimeText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { type StoreLock, specialPages } from '#server/content/storefront/store-lock.ts'
import type { ClosedStoreLook, StoreStatus } from '#server/content/storefront/store-status.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { html, type Markup } from '#server/platform/notify/escape-html.ts'
import type { BarePage } from '../bare-pages.ts'
import { specialPageScheme, specialPageScript, specialPageStyle } from './special-page-assets.ts'

export type SpecialLock = Exclude<StoreLock, 'unlicensed'>

/** What the visitor sent, and what became of it. */
export type SpecialForm = { status?: number; error?: string; email?: string; isSubscribed?: boolean }

type Options = {
  status: Pick<StoreStatus, 'look' | 'supportEmail'>
  /** The page that the visitor requested: a path of the shop. */
  target: string
  form?: SpecialForm
  now?: Date
}

export const maintenanceRetrySeconds = 3_600

/**
 * The page of a locked store: a document of its own without the shop's header, data and scripts, so that nothing of the
 * shop is in it. Its forms post and its times are readable without JavaScript. Decisions §3 "Special pages"; ADR 0027.
 */
export function specialPage(lock: SpecialLock, options: Options): BarePage {
  const { title, content } = parts[lock](options)
  const { look, supportEmail } = options.status
  const style = specialPageStyle(look)
  const { name, logo1, favicon, locale } = look
  const brand = logo1
    ? html`<img src="${mediaUrl(logo1.path)}" alt="${logo1.alt || name}">`
    : html`<span>${name}</span>`
  const contact = supportEmail ? [{ label: 'Email us', href: `mailto:${supportEmail}` }] : []
  const links = [...contact, ...look.social]
  const { markup } = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${specialPageScheme(look).scheme.name}">
<title>${name ? `${title} – ${name}` : title}</title>
${favicon ? html`<link rel="icon" href="${mediaUrl(favicon)}">` : html``}
<style>${{ markup: style }}</style>
</head>
<body class="${lock}">
<header>${brand}</header>
<main>
${content}
</main>
<footer>${links.length > 0 ? html`<nav aria-label="Contact"><ul>${links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}</ul></nav>` : html``}</footer>
<script>${{ markup: specialPageScript }}</script>
</body>
</html>`
  return {
    status: options.form?.status ?? (lock === 'under-maintenance' ? 503 : 200),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(style),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      [lockedHeader]: '1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(lock === 'under-maintenance' && { 'retry-after': String(maintenanceRetrySeconds) }),
    },
    body: markup,
  }
}

const parts: Record<SpecialLock, (options: Options) => { title: string; content: Markup }> = {
  password: passwordPart,
  'coming-soon': comingSoonPart,
  'under-maintenance': maintenancePart,
}

function passwordPart({ status: { look }, target, form = {} }: Options) {
  const lead = look.special_pages.password_message || 'This store is private. Enter the password to continue.'
  const content = html`<h1>Password required</h1>
<p class="lead" dir="auto">${lead}</p>
<form method="post" action="${specialPages.password}">
${hiddenTarget(target)}
<label for="password">Password</label>
<div class="row">
<div class="field">
<input id="password" name="password" type="password" required maxlength="256" autocomplete="current-password"${described(form)}>
<button type="button" class="show" data-show="password" aria-pressed="false" hidden>Show</button>
${errorOf(form)}
</div>
<button>Enter store</button>
</div>
</form>`
  return { title: 'Password required', content }
}

function comingSoonPart({ status: { look }, target, form = {}, now = new Date() }: Options) {
  const { coming_soon_message, opens_at } = look.special_pages
  const lead =
    coming_soon_message ||
    'We’re getting everything ready. Leave your email address and we’ll let you know when we open.'
  const opensAt = opens_at ? new Date(opens_at) : undefined
  const content = html`<h1>Coming soon</h1>
<p class="lead" dir="auto">${lead}</p>
${opensAt && opensAt > now ? countdown(opensAt, { look, target, now }) : html``}
${form.isSubscribed ? thanks : notifyForm(target, form)}`
  return { title: 'Coming soon', content }
}

const thanks = html`<p class="done" role="status">Thank you. We will let you know when we open.</p>`

const notifyForm = (
  target: string,
  form: SpecialForm,
) => html`<form method="post" action="${specialPages['coming-soon']}">
${hiddenTarget(target)}
<label for="email">Email address</label>
<div class="row">
<div class="field"><input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${form.email ?? ''}"${described(form)}>
${errorOf(form)}
</div>
<button>Notify me</button>
</div>
<p class="trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></p>
<p class="hint">One email when we open, nothing else.</p>
</form>`

/** The script fills in the parts; without it the date and the number of days say the same. */
function countdown(at: Date, { look, target, now }: { look: ClosedStoreLook; target: string; now: Date }) {
  const days = Math.floor((at.getTime() - now.getTime()) / 86_400_000)
  const soon = days > 1 ? `In ${days} days` : days === 1 ? 'Tomorrow' : 'Within 24 hours'
  const units = ['Days', 'Hours', 'Minutes', 'Seconds']
  return html`<dl class="countdown" data-until="${at.toISOString()}" data-target="${target}" aria-hidden="true" hidden>
${units.map((unit) => html`<div><dt>${unit}</dt><dd>–</dd></div>`)}
</dl>
<p class="when">${soon}: ${time(at, look)}</p>`
}

function maintenancePart({ status: { look }, target, now = new Date() }: Options) {
  const { maintenance_message, maintenance_ends_at } = look.special_pages
  const lead =
    maintenance_message || 'We’re making improvements to the store. Your cart and your orders are safe.'
  const endsAt = maintenance_ends_at ? new Date(maintenance_ends_at) : undefined
  const content = html`<h1>We’ll be back soon</h1>
<p class="lead" dir="auto">${lead}</p>
${endsAt && endsAt > now ? html`<p class="when">We expect to be back by ${time(endsAt, look)}.</p>` : html``}
<p><a class="button" href="${target}">Try again</a></p>`
  return { title: 'Under maintenance', content }
}

function time(at: Date, { locale }: ClosedStoreLook) {
  const text = at.toISOString()
  return html`<time datetime="${text}">${longTimeText(text, locale, timeZoneOf(locale))}</time>`
}

const hiddenTarget = (target: string) =>
  target === '/' ? html`` : html`<input type="hidden" name="redirect" value="${target}">`

const described = ({ error }: SpecialForm) =>
  error === undefined ? html`` : html` aria-invalid="true" aria-describedby="error" autofocus`

const errorOf = ({ error }: SpecialForm) =>
  error === undefined ? html`` : html`<p class="error" id="error" role="alert">${error}</p>`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const scriptHash = sha256(specialPageScript)

const policyOf = (style: string) =>
  `default-src 'none'; img-src 'self'; font-src 'self'; style-src ${sha256(style)}; script-src ${scriptHash}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
